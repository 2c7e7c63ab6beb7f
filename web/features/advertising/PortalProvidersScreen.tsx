import { PageHeader } from '#web/ui/PageHeader.tsx';
import { ProviderList } from './ProviderList.tsx';

/** `/portal/ad-servers`: the ad servers that the campaigns of all accounts can ask. */
export const PortalProvidersScreen = () => (
  <>
    <PageHeader title="Ad servers" description="They provide spots by VAST for the campaigns of all accounts" />
    <ProviderList owner="portal" mayWrite />
  </>
);
