import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMay } from '#web/features/session/queries.ts';
import { accountQuery } from '#web/parts/account-queries.ts';
import { AdvertisingHeader } from './AdvertisingHeader.tsx';
import { ProviderList } from './ProviderList.tsx';

const route = getRouteApi('/shell/accounts/$accountKey/advertising/ad-servers');

/** `…/advertising/ad-servers`: the ad servers that an account's campaigns can ask. */
export const ProvidersScreen = () => {
  const { accountKey } = route.useParams();
  const { data: account } = useSuspenseQuery(accountQuery(accountKey));
  const mayWrite = useMay('account.writeCampaigns', { accountKey });
  return (
    <>
      <AdvertisingHeader accountKey={accountKey} company={account.company} />
      <ProviderList owner={accountKey} mayWrite={mayWrite} />
    </>
  );
};
