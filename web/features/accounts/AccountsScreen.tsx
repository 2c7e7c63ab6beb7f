import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { AccountsTable } from './shared/AccountsTable.tsx';

/** `/accounts`: the accounts the user can see. */
export const AccountsScreen = () => {
  const create = (
    <Button component={Link} to="/accounts/create" leftSection={<IconPlus size={18} aria-hidden />}>
      Create account
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Accounts"
        description="Each account has its own stations, team and statistics."
        actions={create}
      />
      <AccountsTable create={create} />
    </>
  );
};
