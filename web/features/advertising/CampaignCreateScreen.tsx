import { Alert } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { accountQuery } from '#web/parts/account-queries.ts';
import { campaignsEnabledQuery } from '#web/parts/advertising-queries.ts';
import { displayTimeZone } from '#web/lib/format.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { newCampaign } from './form/campaign-form.ts';
import { useCreateCampaign } from './queries.ts';

const CampaignEditor = lazy(() =>
  loadChunk(() => import('./form/CampaignEditor.tsx')).then((part) => ({ default: part.CampaignEditor })),
);

const route = getRouteApi('/shell/accounts/$accountKey/advertising/create');

/** `…/advertising/create`: a new campaign. */
export const CampaignCreateScreen = () => {
  const { accountKey } = route.useParams();
  const { data: account } = useSuspenseQuery(accountQuery(accountKey));
  const { data: enabled } = useSuspenseQuery(campaignsEnabledQuery(accountKey));
  const create = useCreateCampaign(accountKey);
  const [key] = useState(() => crypto.randomUUID());
  const [values] = useState(() => newCampaign(displayTimeZone(), Date.now()));
  return (
    <>
      <PageHeader title="New campaign" windowTitle={`${account.company}: New campaign`} />
      {!enabled.enabled && (
        <Alert mb="md" title="Campaigns are not enabled">
          This account does not run campaigns itself. Please send an advertising request instead.
        </Alert>
      )}
      <Suspense fallback={<ScreenSkeleton />}>
        <CampaignEditor
          accountKey={accountKey}
          campaign={undefined}
          values={values}
          save={(body, stationKeys) => create.mutateAsync({ body, stationKeys, key })}
        />
      </Suspense>
    </>
  );
};
