import { NumberInput, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { streamTypes } from '#contract/api/station-lists.ts';
import type { ChangedStation } from '#contract/api/station.ts';
import { ChoiceInput } from '#web/ui/form/ChoiceInput.tsx';
import { NumberField } from '#web/ui/form/NumberField.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';

type Rate = 'media_type' | 'bitrate' | 'sample_rate';
type Choice = { value: string; label: string };

/** The stream's codec, bit rate and sample rate. */
export const RateFields = ({ bitrates }: { bitrates: readonly number[] }) => (
  <SimpleGrid cols={{ base: 1, xs: 3 }}>
    <RateField
      name="media_type"
      label="Output"
      description="AAC sounds better below 96 kbit/s"
      data={[
        { value: 'MP3', label: 'MP3' },
        { value: 'AAC', label: 'AAC' },
      ]}
    />
    <RateField
      name="bitrate"
      label="Bit rate"
      description="128 kbit/s suits most music stations"
      data={bitrates.map((rate) => ({ value: String(rate), label: `${rate / 1000} kbit/s` }))}
    />
    <RateField
      name="sample_rate"
      label="Sample rate"
      description="44.1 kHz matches most music"
      data={[
        { value: '44100', label: '44.1 kHz' },
        { value: '48000', label: '48 kHz' },
      ]}
    />
  </SimpleGrid>
);

type RateFieldProps = { name: Rate; label: string; description: string; data: readonly Choice[] };

const RateField = ({ name, ...rest }: RateFieldProps) => {
  const { control } = useFormContext<ChangedStation>();
  return (
    <Controller
      control={control}
      name={`radio_server_settings.${name}`}
      render={({ field: { value, onChange, ref }, fieldState }) => (
        <ChoiceInput
          {...rest}
          ref={ref}
          value={String(value)}
          onChange={(chosen) => chosen !== null && onChange(name === 'media_type' ? chosen : Number(chosen))}
          allowDeselect={false}
          error={fieldState.error?.message}
        />
      )}
    />
  );
};

/** The audio a player gets on connect; entered in seconds, stored in ms. */
export const BurstField = () => {
  const { control } = useFormContext<ChangedStation>();
  return (
    <Controller
      control={control}
      name="radio_server_settings.burst"
      render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
        <NumberInput
          ref={ref}
          onBlur={onBlur}
          label="Burst buffer"
          description="Audio sent to a player on connect. Larger values start more reliably."
          suffix=" s"
          min={0}
          max={30}
          decimalScale={1}
          clampBehavior="none"
          value={typeof value === 'number' ? value / 1000 : ''}
          onChange={(entered) => onChange(entered === '' ? null : Math.round(Number(entered) * 1000))}
          error={fieldState.error?.message}
        />
      )}
    />
  );
};

/** Extra streams in other formats; each is encoded only while it has listeners. */
export const OutputFields = ({ bitrates }: { bitrates: readonly number[] }) => {
  const { control } = useFormContext<ChangedStation>();
  const codec = useWatch({ control, name: 'radio_server_settings.media_type' });
  const bitrate = useWatch({ control, name: 'radio_server_settings.bitrate' }) ?? 0;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <Controller
        control={control}
        name="radio_server_settings.low_bitrate"
        render={({ field: { value, onChange, ref }, fieldState }) => (
          <ChoiceInput
            ref={ref}
            label="Low-data stream"
            description="A lower-bitrate version at a separate URL"
            data={[
              { value: '0', label: 'None' },
              ...bitrates
                .filter((rate) => rate < bitrate)
                .map((rate) => ({ value: String(rate), label: `${rate / 1000} kbit/s` })),
            ]}
            value={String((value ?? 0) < bitrate ? (value ?? 0) : 0)}
            onChange={(chosen) => chosen !== null && onChange(Number(chosen))}
            allowDeselect={false}
            error={fieldState.error?.message}
          />
        )}
      />
      {codec === 'MP3' && (
        <SwitchField
          control={control}
          name="radio_server_settings.mp4"
          label="Also stream in AAC"
          description="An AAC version at a separate URL"
        />
      )}
    </SimpleGrid>
  );
};

/** Whether stream URLs use https; `isAvailable` says whether the streaming server has a certificate. */
export const SecureField = ({ isAvailable }: { isAvailable: boolean }) => {
  const { control } = useFormContext<ChangedStation>();
  return (
    <SwitchField
      control={control}
      name="radio_server_settings.allow_secure"
      label="HTTPS URLs"
      description={
        isAvailable
          ? 'Stream URLs start with https, as players on secure websites require.'
          : 'Requires a TLS certificate on the streaming server.'
      }
    />
  );
};

/** Whether the station also streams by HLS; `isOffered` says whether the plan includes it. */
export const HlsField = ({ isOffered }: { isOffered: boolean }) => {
  const { control } = useFormContext<ChangedStation>();
  return (
    <Controller
      control={control}
      name="radio_server_settings.hls"
      render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
        <Switch
          ref={ref}
          onBlur={onBlur}
          label="HLS"
          description={
            isOffered || value === true
              ? 'HLS URL for mobile and unstable networks. Adds 6–18 s of delay.'
              : 'Your plan does not include HLS.'
          }
          disabled={!isOffered && value !== true}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
          error={fieldState.error?.message}
        />
      )}
    />
  );
};

/** The title players show while neither the encoder nor the track provides one. */
export const TitleField = ({ name }: { name: string }) => {
  const { register, formState } = useFormContext<ChangedStation>();
  return (
    <TextInput
      {...register('radio_server_settings.metadata')}
      label="Default title"
      description="Shown when neither the encoder nor the track sends a title"
      placeholder={name}
      error={formState.errors.radio_server_settings?.metadata?.message}
    />
  );
};

/** The stream ID that Shoutcast 2 tools are shown. */
export const StreamIdField = () => {
  const { control } = useFormContext<ChangedStation>();
  return (
    <NumberField
      control={control}
      name="radio_server_settings.stream_id"
      label="Stream ID"
      description="For Shoutcast 2 tools; any other ID also works"
      min={1}
      max={2_147_483_647}
    />
  );
};

/** The stream types of spec §3, with their codes: two of them share a name. */
export const streamTypeChoices = streamTypes.map(({ code, name }) => ({ id: code, name: `${name} (${code})` }));
