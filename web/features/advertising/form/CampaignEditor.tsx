import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import type { Campaign } from '#contract/api/campaign.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { accountStationsQuery } from '#web/parts/account-queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ContractForm } from '#web/ui/form/ContractForm.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { campaignQuery, fetchCampaignAudio, targetQuery, useSetCampaignAudio } from '../queries.ts';
import { HearInStream } from '../shared/HearInStream.tsx';
import { SpotField, type PickedSpot } from '../shared/SpotField.tsx';
import { AboutFields } from './AboutFields.tsx';
import { AudienceFields } from './AudienceFields.tsx';
import { useCampaignForm, type CampaignValues } from './campaign-form.ts';
import { ForecastPanel } from './ForecastPanel.tsx';
import classes from './Form.module.css';
import { FrequencyFields } from './FrequencyFields.tsx';
import { ProviderField } from './ProviderField.tsx';
import { WhenFields } from './WhenFields.tsx';

type CampaignEditorProps = {
  accountKey: AccountKey;
  /** The campaign to edit; undefined creates one. */
  campaign: Campaign | undefined;
  values: CampaignValues;
  save: (values: CampaignValues, stationKeys: StationKey[]) => Promise<Campaign>;
};

const podcastRoot = { type: 'podcast', path: '', search: undefined } as const;

/** A campaign on one page: what, when, to whom and how often, with what can be delivered beside it. */
export const CampaignEditor = ({ accountKey, campaign, values, save }: CampaignEditorProps) => {
  const {
    data: { entities: stations },
  } = useSuspenseQuery(accountStationsQuery(accountKey));
  const form = useCampaignForm(values);
  const [stationKeys, setStationKeys] = useState<StationKey[]>(campaign?.stationKeys ?? []);
  const [picked, setPicked] = useState<PickedSpot>();
  const setAudio = useSetCampaignAudio(accountKey);
  const navigate = useNavigate();
  const podcasts = useQuery({ ...targetQuery(accountKey, podcastRoot), throwOnError: false }).data?.children;
  const names = useMemo(
    () =>
      new Map([
        ...stations.map(({ key, name }): [string, string] => [key, name]),
        ...(podcasts ?? []).map(({ path, label }): [string, string] => [path, label]),
      ]),
    [stations, podcasts],
  );
  const isMoved = stationKeys.join() !== (campaign?.stationKeys ?? []).join();
  const submit = async (body: CampaignValues): Promise<void> => {
    const saved = await save(body, stationKeys);
    form.reset(body);
    if (picked) {
      try {
        await setAudio.mutateAsync({ cid: saved.id, file: picked.file, from: picked.from });
      } catch {
        // A toast says why. A new campaign exists now, so the next attempt belongs to it.
        const params = { accountKey, campaignId: saved.id };
        if (!campaign)
          await navigate({ to: '/accounts/$accountKey/advertising/$campaignId/edit', params, ignoreBlocker: true });
        return;
      }
    }
    toastSuccess(`“${saved.name}” saved.`);
    await navigate({ to: '/accounts/$accountKey/advertising', params: { accountKey }, ignoreBlocker: true });
  };
  return (
    <FormProvider {...form}>
      <ContractForm
        form={form}
        {...(!campaign && { submit: 'Create campaign' })}
        onSubmit={submit}
        onCancel={() => void navigate({ to: '/accounts/$accountKey/advertising', params: { accountKey } })}
        isTouched={picked !== undefined || isMoved}
        onDiscard={() => {
          setPicked(undefined);
          setStationKeys(campaign?.stationKeys ?? []);
        }}
      >
        <div className={classes.layout}>
          <div className={classes.sections}>
            <AboutFields accountKey={accountKey} />
            <Surface title="Spot" description="What listeners hear. Levelled to the loudness of the stream.">
              <ProviderField accountKey={accountKey} />
              <CampaignSpot
                accountKey={accountKey}
                campaign={campaign}
                picked={picked}
                onPick={setPicked}
                isUploading={setAudio.isPending}
              />
            </Surface>
            <WhenFields />
            <AudienceFields
              accountKey={accountKey}
              stations={stations}
              names={names}
              stationKeys={stationKeys}
              onStations={setStationKeys}
            />
            <FrequencyFields />
          </div>
          <ForecastPanel
            accountKey={accountKey}
            stationKeys={stationKeys}
            onStations={setStationKeys}
            campaign={campaign?.id}
          />
        </div>
      </ContractForm>
    </FormProvider>
  );
};

type CampaignSpotProps = {
  accountKey: AccountKey;
  campaign: Campaign | undefined;
  picked: PickedSpot | undefined;
  onPick: (picked: PickedSpot | undefined) => void;
  isUploading: boolean;
};

const CampaignSpot = ({ campaign, ...props }: CampaignSpotProps) =>
  campaign ? (
    <ExistingSpot {...props} campaign={campaign} />
  ) : (
    <SpotField {...props} audio={null} load={() => Promise.reject(new Error('No audio yet.'))} />
  );

/** Follows the audio while it is prepared. */
const ExistingSpot = ({ accountKey, campaign, ...props }: CampaignSpotProps & { campaign: Campaign }) => {
  const { data = campaign } = useQuery(campaignQuery(accountKey, campaign.id));
  return (
    <>
      <SpotField {...props} audio={data.audio} load={() => fetchCampaignAudio(accountKey, campaign.id)} />
      {data.audio?.state === 'ready' && !props.picked && <HearInStream campaign={data} />}
    </>
  );
};
