import { Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { Controller, FormProvider, useFormContext } from 'react-hook-form';
import { mp3Bitrates, stationTypes } from '#contract/rules/limits.ts';
import { bitRateAllowed, hasFeature } from '#contract/rules/plans.ts';
import { ChangedStation, dropsListeners } from '#contract/api/station.ts';
import type { Station } from '#contract/api/stations.ts';
import { planFeaturesQuery } from '#web/features/billing/queries.ts';
import { FailoverEditor } from '#web/features/relays/shared/FailoverEditor.tsx';
import { RelaySource } from '#web/features/relays/shared/RelaySource.tsx';
import { configQuery, isPortalAdmin, meQuery, useMay } from '#web/features/session/queries.ts';
import { ResetPassword } from '#web/features/stations/shared/ResetPassword.tsx';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { count } from '#web/lib/format.ts';
import { stationQuery, useStationLive } from '#web/parts/station-queries.ts';
import { useUpdateStation } from '#web/parts/station-settings-queries.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { Segments } from '#web/ui/form/Segments.tsx';
import { StationSelect } from './StationSelect.tsx';
import {
  BurstField,
  HlsField,
  OutputFields,
  RateFields,
  SecureField,
  streamTypeChoices,
  StreamIdField,
  TitleField,
} from './StreamFields.tsx';
import { useMayChange } from './StationSettingsFrame.tsx';
import classes from './StationSettings.module.css';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey');

/** `…/settings/stream`: the stream's format, sources and connection; confirms a change that disconnects listeners. */
export const StreamScreen = () => {
  const { accountKey, stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const mayChange = useMayChange();
  const mayReset = useMay('station.resetCredentials', { accountKey, stationKey });
  usePageTitle(`${station.name}: Stream settings`);
  return (
    <div className={classes.narrow} key={station.key}>
      <StreamForm key={station.type} station={station} readOnly={!mayChange} />
      {!station.master && <RelaySource station={station} readOnly={!mayChange} />}
      <FailoverEditor station={station} readOnly={!mayChange} />
      {mayReset && !station.suspended && (
        <Surface title="Encoder password">
          <Group justify="space-between" gap="md">
            <Text size="sm" flex="1 1 260px">
              The old password stops working immediately and the connected encoder is disconnected.
            </Text>
            <ResetPassword stationKey={station.key} />
          </Group>
        </Surface>
      )}
    </div>
  );
};

/** The form's initial values. */
const valuesOf = ({ type, streamname, default_type, radio_server_settings: settings }: Station): ChangedStation => ({
  streamname,
  ...(type !== stationTypes.relay && { default_type }),
  radio_server_settings: {
    media_type: settings.media_type,
    bitrate: settings.bitrate as (typeof mp3Bitrates)[number],
    sample_rate: settings.sample_rate as 44_100 | 48_000,
    channels: settings.channels,
    burst: settings.burst,
    ...(type === stationTypes.relay && { interrupt_master: settings.interrupt_master }),
    hls: settings.hls,
    allow_secure: settings.allow_secure,
    mp4: settings.mp4,
    low_bitrate: settings.low_bitrate,
    metadata: settings.metadata,
    stream_id: settings.stream_id,
  },
});

const StreamForm = ({ station, readOnly }: { station: Station; readOnly: boolean }) => {
  const update = useUpdateStation(station.key);
  const form = useContractForm(ChangedStation, valuesOf(station));
  const live = useStationLive(station.key);
  const { data: config } = useQuery({ ...configQuery, throwOnError: false });
  const { bitrates, hasHls } = usePlanned(station);
  const [question, setQuestion] = useState<(answer: boolean) => void>();
  const answer = (isConfirmed: boolean): void => {
    question?.(isConfirmed);
    setQuestion(undefined);
  };
  const confirmDrop = (): Promise<boolean> => new Promise((resolve) => setQuestion(() => resolve));
  return (
    <FormProvider {...form}>
      <ContractForm
        form={form}
        readOnly={readOnly}
        onSubmit={async (body) => {
          const isDrop = dropsListeners(station.radio_server_settings, body.radio_server_settings ?? {});
          if (isDrop && !(await confirmDrop())) return;
          const saved = await update.mutateAsync(body);
          form.reset(valuesOf(saved));
          toastSuccess(
            saved.listeners_dropped ? 'Players reconnect in the new format.' : 'Listeners stayed connected.',
            'Stream settings saved',
          );
        }}
      >
        <Surface title="Format" description="Everything you broadcast is converted to this format.">
          <Stack gap="md">
            <RateFields bitrates={bitrates} />
            <ChannelsField />
          </Stack>
        </Surface>
        <Surface
          title="Other formats"
          description="Extra streams in other formats. They only run while someone is listening."
        >
          <OutputFields bitrates={bitrates} />
        </Surface>
        <Surface title="Connection">
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              {...form.register('streamname')}
              label="Mount point"
              description="If you change it, update all players and encoders."
              spellCheck={false}
              autoComplete="off"
              error={form.formState.errors.streamname?.message}
            />
            <BurstField />
            <TitleField name={station.name} />
            <StreamIdField />
            {station.type !== stationTypes.relay && (
              <StationSelect
                name="default_type"
                label="Stream type"
                description="What the station streams, for directories and reports"
                ids={streamTypeChoices}
              />
            )}
            <HlsField isOffered={hasHls} />
            {station.type === stationTypes.relay && (
              <SwitchField
                control={form.control}
                name="radio_server_settings.interrupt_master"
                label="Encoder override"
                description="An encoder connected to this relay replaces its source until it disconnects."
              />
            )}
            <SecureField isAvailable={config?.stream_url.startsWith('https:') ?? false} />
          </SimpleGrid>
        </Surface>
      </ContractForm>
      <ConfirmDialog
        opened={question !== undefined}
        title="Disconnect listeners?"
        confirm="Save and disconnect"
        danger
        onConfirm={() => answer(true)}
        onClose={() => answer(false)}
      >
        Players stop when the format, sample rate or number of channels changes.{' '}
        {count(live?.listeners ?? 0, 'listener')} will be disconnected; most players reconnect automatically.
      </ConfirmDialog>
    </FormProvider>
  );
};

const ChannelsField = () => {
  const { control } = useFormContext<ChangedStation>();
  return (
    <div>
      <Text size="sm" fw={500} mb={4} id="channels-label">
        Channels
      </Text>
      <Controller
        control={control}
        name="radio_server_settings.channels"
        render={({ field }) => (
          <Segments
            aria-labelledby="channels-label"
            data={[
              { value: '2', label: 'Stereo' },
              { value: '1', label: 'Mono' },
            ]}
            value={String(field.value)}
            onChange={(chosen) => field.onChange(Number(chosen))}
          />
        )}
      />
    </div>
  );
};

/** What the plan allows, plus the station's current bit rate; everything if the user may not see the plan. */
const usePlanned = ({
  account_key,
  radio_server_settings: { bitrate },
}: Station): { bitrates: readonly number[]; hasHls: boolean } => {
  const seesPlan = useMay('account.readPlan', { accountKey: account_key });
  const { data: me } = useQuery(meQuery);
  const { data: plan } = useQuery({ ...planFeaturesQuery(account_key), enabled: seesPlan, throwOnError: false });
  if (!plan) return { bitrates: mp3Bitrates, hasHls: true };
  const planLimits = { isPortalAdmin: isPortalAdmin(me), plan };
  const maxBitrate = bitRateAllowed(planLimits);
  return {
    bitrates: mp3Bitrates.filter((rate) => rate <= maxBitrate || rate === bitrate),
    hasHls: hasFeature('hlsStreaming', planLimits),
  };
};
