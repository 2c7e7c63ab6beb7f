import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { brand } from '#brand/brand.ts';
import { useMay } from '#web/features/session/queries.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PageTabs } from '#web/ui/PageTabs.tsx';
import { accountQuery } from '#web/parts/account-queries.ts';

const route = getRouteApi('/shell/accounts/$accountKey');

/** `/accounts/{accountKey}/settings`: account info, limits and invoice settings (spec §2), and the applications. */
export const SettingsFrame = () => {
  const { accountKey } = route.useParams();
  const { data: account } = useSuspenseQuery(accountQuery(accountKey));
  const seesLimits = useMay('account.readLimits', { accountKey });
  const seesApplications = useMay('account.readApplications', { accountKey }) && brand.flags.appAnalytics;
  const base = `/accounts/${accountKey}/settings`;
  return (
    <>
      <PageHeader title="Settings" windowTitle={`${account.company}: Settings`} />
      <PageTabs
        label="Settings"
        tabs={[
          { to: base, text: 'Account info', exact: true },
          ...(seesLimits
            ? [
                { to: `${base}/limits`, text: 'Limits' },
                { to: `${base}/invoice`, text: 'Invoice settings' },
              ]
            : []),
          ...(seesApplications ? [{ to: `${base}/applications`, text: 'Applications' }] : []),
        ]}
      />
      <div style={{ maxWidth: 'var(--form-width)' }}>
        <Outlet />
      </div>
    </>
  );
};
