import { Alert } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { valuesOf } from './form/campaign-form.ts';
import { CampaignEditor } from './form/CampaignEditor.tsx';
import { campaignQuery, useSaveCampaign } from './queries.ts';

const route = getRouteApi('/shell/accounts/$accountKey/advertising/$campaignId/edit');

/** `…/advertising/{campaignId}/edit`: an existing campaign. */
export const CampaignEditScreen = () => {
  const { campaignId } = route.useParams();
  return <Editor key={campaignId} />;
};

const Editor = () => {
  const { accountKey, campaignId } = route.useParams();
  const { data } = useSuspenseQuery(campaignQuery(accountKey, campaignId));
  const save = useSaveCampaign(accountKey);
  // As it was opened: changes by others are reported as a conflict when it is saved.
  const [campaign] = useState(data);
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
    </>
  );
};
