import { ActionIcon, Group, Tabs, Text } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import type { StationLive } from '#contract/api/session.ts';
import type { EncoderPassword, EncoderSettings, Station } from '#contract/api/stations.ts';
import { Can } from '#web/features/session/shared/Can.tsx';
import { toastCopied } from '#web/lib/toasts.tsx';
import { moment } from '#web/lib/format.ts';
import { CopyField } from '#web/ui/CopyField.tsx';
import { InfoTooltip } from '#web/ui/InfoTooltip.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { encoderQuery, useRevealPassword } from '#web/parts/station-queries.ts';
import { ProfileButtons } from './shared/ProfileButtons.tsx';
import { ResetPassword } from './shared/ResetPassword.tsx';
import classes from './StationScreen.module.css';

type Settings = z.infer<typeof EncoderSettings>;
type Passwords = z.infer<typeof EncoderPassword>;
type EncoderPanelProps = { station: Station; encoder: StationLive['encoder'] };

/** The encoder settings tab of spec §2: the values to enter in broadcasting software, for Icecast and Shoutcast. */
export const EncoderPanel = ({ station, encoder }: EncoderPanelProps) => {
  const { data: settings } = useQuery(encoderQuery(station.key));
  const reveal = useRevealPassword(station.key);
  const [passwords, setPasswords] = useState<Passwords>();
  const show = (): void => reveal.mutate(undefined, { onSuccess: setPasswords });
  const passwordProps = {
    shown: passwords,
    isBusy: reveal.isPending,
    onToggle: () => (passwords ? setPasswords(undefined) : show()),
    fetch: () => (passwords ? Promise.resolve(passwords) : reveal.mutateAsync()),
  };
  return (
    <Surface
      id="encoder"
      title="Encoder settings"
      description="For BUTT, Mixxx, RadioDJ, OBS, Liquidsoap or any other encoder."
      actions={
        <Can action="station.resetCredentials" accountKey={station.account_key} stationKey={station.key}>
          <ResetPassword stationKey={station.key} onReset={setPasswords} />
        </Can>
      }
    >
      {encoder && <Connected encoder={encoder} />}
      {settings && (
        <Tabs defaultValue="icecast">
          <Tabs.List>
            <Tabs.Tab value="icecast">Icecast</Tabs.Tab>
            <Tabs.Tab value="shoutcast">Shoutcast</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="icecast">
            <dl className={classes.list}>
              <CopyField label="Host" value={settings.icecast.host} />
              <CopyField label="Port" value={String(settings.icecast.port)} />
              <CopyField label="Mount" value={settings.icecast.mount} />
              <CopyField label="User" value={settings.icecast.user} />
              <PasswordField which="password" {...passwordProps} />
            </dl>
          </Tabs.Panel>
          <Tabs.Panel value="shoutcast">
            <dl className={classes.list}>
              <CopyField label="Host" value={settings.shoutcast.host} />
              <CopyField label="Port" value={String(settings.shoutcast.port)} />
              <CopyField label="Stream ID" value={String(settings.shoutcast.stream_id)} />
              <PasswordField which="shoutcast_password" {...passwordProps} />
            </dl>
            <Text size="sm" c="dimmed" mt="sm">
              Shoutcast 2 tools connect to this port with any stream ID and user: the password selects the mount.
              Shoutcast v1 tools use the next port, {settings.shoutcast.direct_port}, automatically. If yours does not,
              enter it yourself.
            </Text>
          </Tabs.Panel>
        </Tabs>
      )}
      {settings && <Format format={settings.format} />}
      {settings && (
        <Group mt="md">
          <ProfileButtons
            station={station.name}
            settings={settings}
            login={async () => ({ user: settings.icecast.user, password: (await passwordProps.fetch()).password })}
          />
        </Group>
      )}
    </Surface>
  );
};

type PasswordFieldProps = {
  which: keyof Passwords;
  shown: Passwords | undefined;
  isBusy: boolean;
  onToggle: () => void;
  fetch: () => Promise<Passwords>;
};

const PasswordField = ({ which, shown, isBusy, onToggle, fetch }: PasswordFieldProps) => {
  const label = shown ? 'Hide password' : 'Show password';
  return (
    <CopyField
      label="Password"
      value={shown?.[which] ?? ''}
      shown={shown?.[which] ?? '••••••••••••'}
      onCopy={async () => {
        await navigator.clipboard.writeText((await fetch())[which]);
        toastCopied();
      }}
      actions={
        <InfoTooltip label={label}>
          <ActionIcon aria-label={label} onClick={onToggle} loading={isBusy}>
            {shown ? <IconEyeOff size={17} aria-hidden /> : <IconEye size={17} aria-hidden />}
          </ActionIcon>
        </InfoTooltip>
      }
    />
  );
};

const Format = ({ format }: { format: Settings['format'] }) => (
  <Text size="sm" c="dimmed" mt="md">
    Recommended: {format.media_type}, {format.bitrate / 1000} kbit/s, {format.sample_rate / 1000} kHz,{' '}
    {format.channels === 1 ? 'mono' : 'stereo'}. Other formats are converted.
  </Text>
);

/** The encoder that broadcasts; that its audio is converted is only a note, as it costs its listeners nothing. */
const Connected = ({ encoder }: { encoder: NonNullable<StationLive['encoder']> }) => (
  <Group gap="xs" mb="sm">
    <Text size="sm" fw={600}>
      Connected since {moment(encoder.since)}
    </Text>
    <Text size="sm" c="dimmed">
      {encoder.presenter && `${encoder.presenter.name} · `}
      {encoder.user_agent || 'Unnamed encoder'} · {encoder.codec.toUpperCase()}
      {encoder.bitrate !== null && ` ${Math.round(encoder.bitrate / 1000)} kbit/s`} · {encoder.sample_rate / 1000} kHz
    </Text>
    {encoder.adapted && encoder.advice && (
      <Text size="sm" c="dimmed">
        {encoder.advice}
      </Text>
    )}
  </Group>
);
