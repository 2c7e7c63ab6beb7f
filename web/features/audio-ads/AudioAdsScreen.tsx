import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { AudioAds } from '#contract/api/audio-ads.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { useMay } from '#web/features/session/queries.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { day } from '#web/lib/format.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import classes from './AudioAds.module.css';
import { audioAdsQuery, useSwitchAudioAds } from './queries.ts';

const AgreementDialog = lazy(() =>
  loadChunk(() => import('./AgreementDialog.tsx')).then((part) => ({ default: part.AgreementDialog })),
);

const RulesForm = lazy(() => loadChunk(() => import('./RulesForm.tsx')).then((part) => ({ default: part.RulesForm })));

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey/settings/audio-ads');

/** `…/settings/audio-ads`: whether spots play in the stream, when, and which. */
export const AudioAdsScreen = () => {
  const { accountKey, stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const { data: ads } = useSuspenseQuery(audioAdsQuery(stationKey));
  const maySet = useMay('station.setAds', { accountKey, stationKey }) && !station.suspended;
  const mayAgree = useMay('station.agreeAds', { accountKey, stationKey }) && !station.suspended;
  usePageTitle(`${station.name}: Audio ads`);
  return (
    <div className={classes.narrow} key={stationKey}>
      <Switchboard stationKey={stationKey} ads={ads} maySet={maySet} mayAgree={mayAgree} />
      {ads.reason !== 'adFree' && (
        <Suspense fallback={<ScreenSkeleton />}>
          <RulesForm
            stationKey={stationKey}
            ads={ads}
            timezone={station.default_timezone}
            vastUrl={`${station.streambase.replace(/\/$/, '')}/vast/${station.streamname}?position=pre`}
            readOnly={!maySet}
          />
        </Suspense>
      )}
    </div>
  );
};

type SwitchboardProps = { stationKey: StationKey; ads: AudioAds; maySet: boolean; mayAgree: boolean };

const Switchboard = ({ stationKey, ads, maySet, mayAgree }: SwitchboardProps) => {
  const set = useSwitchAudioAds(stationKey);
  const [isReading, setReading] = useState(false);
  const [applyToRelays, setApplyToRelays] = useState(ads.applyToRelays);
  const { hasAudioAds: on, agreement, reason } = ads;
  const toggle = (to: boolean): void =>
    set.mutate(
      { on: to, applyToRelays },
      { onSuccess: () => toastSuccess(to ? 'Audio ads are on.' : 'Audio ads are off.') },
    );
  return (
    <Surface
      title="Audio ads"
      description={
        on
          ? 'On: listeners hear spots in the breaks of this station.'
          : 'Off: this station plays no spots and makes no breaks.'
      }
      actions={
        maySet &&
        (on || agreement.agreed) && (
          <Button
            variant={on ? 'default' : 'filled'}
            loading={set.isPending}
            disabled={!on && !ads.available}
            onClick={() => toggle(!on)}
          >
            {on ? 'Switch off' : 'Switch on'}
          </Button>
        )
      }
    >
      <Stack gap="md">
        {reason === 'adFree' && (
          <Alert color="blue" title="Free of ads">
            The plan of this account is free of audio ads.
          </Alert>
        )}
        {reason === 'agreement' && (
          <Alert color="yellow" title="Agreement needed">
            {mayAgree
              ? 'Please read and accept the audio advertising agreement before switching audio ads on.'
              : 'The account owner must accept the audio advertising agreement before audio ads can be switched on.'}
          </Alert>
        )}
        {maySet && reason !== 'adFree' && (
          <Checkbox
            label="Also for the relays of this station"
            description="Relays in the same account get the same setting. They take over the breaks of this station."
            checked={applyToRelays}
            disabled={set.isPending}
            onChange={({ currentTarget: { checked } }) => {
              setApplyToRelays(checked);
              if (on)
                set.mutate(
                  { on, applyToRelays: checked },
                  { onSuccess: () => toastSuccess('Relays changed.'), onError: () => setApplyToRelays(!checked) },
                );
            }}
          />
        )}
        <Group gap="sm" display={reason === 'adFree' ? 'none' : undefined}>
          <Button variant={agreement.agreed || !mayAgree ? 'default' : 'filled'} onClick={() => setReading(true)}>
            {agreement.agreed || !mayAgree ? 'Show agreement' : 'Read and accept agreement'}
          </Button>
          {agreement.agreed && (
            <Text size="sm" c="dimmed">
              {agreement.acceptedAt === null
                ? 'Accepted'
                : `Accepted on ${day(agreement.acceptedAt)} by ${agreement.fullName ?? ''}`}
            </Text>
          )}
        </Group>
      </Stack>
      <Suspense>
        {isReading && <AgreementDialog stationKey={stationKey} mayAgree={mayAgree} onClose={() => setReading(false)} />}
      </Suspense>
    </Surface>
  );
};
