import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMay } from '#web/features/session/queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { AccountForm } from './shared/AccountForm.tsx';

/** `/accounts/create`: the user creates an account of their own. */
export const AccountCreateScreen = () => {
  const navigate = useNavigate();
  const mayCreateFor = useMay('portal.write');
  return (
    <>
      <PageHeader
        title="Create account"
        description="You become its owner and can invite your team later. It starts with a trial."
        actions={
          mayCreateFor && (
            <Button variant="default" component={Link} to="/portal/accounts/create">
              Create for a customer
            </Button>
          )
        }
      />
      <div style={{ maxWidth: 760 }}>
        <AccountForm
          submit="Create account"
          onCreated={async (account) => {
            toastSuccess('Add your first station next.', `${account.company} created`);
            await navigate({ to: '/accounts/$accountKey', params: { accountKey: account.key } });
          }}
          onCancel={() => void navigate({ to: '/accounts' })}
        />
      </div>
    </>
  );
};
