import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { Campaign } from '#contract/api/campaign.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { valuesOf } from './form/campaign-form.ts';
import { campaignQuery, useSaveCampaign } from './queries.ts';

const CampaignEditor = lazy(() =>
  loadChunk(() => import('./form/CampaignEditor.tsx')).then((part) => ({ default: part.CampaignEditor })),
);

const route = getRouteApi('/shell/accounts/$accountKey/advertising/$campaignId/edit');

/** `…/advertising/{campaignId}/edit`: an existing campaign, loaded again, as an older version cannot be saved. */
export const CampaignEditScreen = () => {
  const { accountKey, campaignId } = route.useParams();
  const query = { ...campaignQuery(accountKey, campaignId), refetchOnMount: 'always' as const };
  const { data, error, isFetchedAfterMount } = useQuery(query);
  if (error && !data) throw error;
  return data && isFetchedAfterMount ? <Editor key={campaignId} opened={data} /> : <ScreenSkeleton />;
};

const Editor = ({ opened }: { opened: Campaign }) => {
  const { accountKey, campaignId } = route.useParams();
  const save = useSaveCampaign(accountKey);
  // As it was opened: changes by others are reported as a conflict when it is saved.
  const [campaign] = useState(opened);
  const [values] = useState(() => valuesOf(campaign));
  const [version, setVersion] = useState(campaign.version);
  return (
    <>
      <PageHeader title={campaign.name} windowTitle={`Edit ${campaign.name}`} />
      {campaign.status === 'archived' && (
        <Alert mb="md" title="Archived">
          An archived campaign cannot be changed.
        </Alert>
      )}
      <Suspense fallback={<ScreenSkeleton />}>
        <CampaignEditor
          accountKey={accountKey}
          campaign={campaign}
          values={values}
          save={async (body, stationKeys) => {
            const saved = await save.mutateAsync({ body: { ...body, id: campaignId, version }, stationKeys });
            setVersion(saved.version);
            return saved;
          }}
        />
      </Suspense>
    </>
  );
};
