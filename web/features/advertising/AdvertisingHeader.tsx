import type { ReactNode } from 'react';
import type { AccountKey } from '#contract/rules/keys.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PageTabs } from '#web/ui/PageTabs.tsx';

type AdvertisingHeaderProps = { accountKey: AccountKey; company: string; actions?: ReactNode };

/** The heading of the advertising pages of an account, with their tabs. */
export const AdvertisingHeader = ({ accountKey, company, actions }: AdvertisingHeaderProps) => (
  <>
    <PageHeader
      title="Advertising"
      windowTitle={`${company}: Advertising`}
      description="Spots that listeners hear in the stream"
      actions={actions}
    />
    <PageTabs
      label="Advertising"
      tabs={[
        { to: `/accounts/${accountKey}/advertising`, text: 'Campaigns', exact: true },
        { to: `/accounts/${accountKey}/advertising/requests`, text: 'Requests' },
        { to: `/accounts/${accountKey}/advertising/ad-servers`, text: 'Ad servers' },
      ]}
    />
  </>
);
