import { NumberInput, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { streamTypes } from '#contract/station-lists.ts';
import type { ChangedStation } from '#contract/station.ts';
import { ChoiceInput } from '#web/ui/form/ChoiceInput.tsx';
import { NumberField } from '#web/ui/form/NumberField.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';

type Rate = 'media_type' | 'bitrate' | 'sample_rate';
type Choice = { value: string; label: string };

/** In which codec, how many bits and how many samples a second the station is sent. */
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
      description="128 is right for music in stereo"
      data={bitrates.map((rate) => ({ value: String(rate), label: `${rate / 1000} kbit/s` }))}
    />
    <RateField
      name="sample_rate"
      label="Sample rate"
      description="44.1 is what most music has"
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

/** How much sound a player gets at once, entered in seconds. */
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
          description="Sound that a player gets at once; more starts steadier"
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

/** Other formats beside the station's own, made while somebody listens to them. */
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
            description="The same sound in fewer bits, at an address of its own"
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
          label="AAC as well"
          description="The same sound in AAC, at an address of its own"
        />
      )}
    </SimpleGrid>
  );
};

/** Whether people are shown addresses with https; `isThere` where the operator made it possible. */
export const SecureField = ({ isThere }: { isThere: boolean }) => {
  const { control } = useFormContext<ChangedStation>();
  return (
    <SwitchField
      control={control}
      name="radio_server_settings.allow_secure"
      label="HTTPS addresses"
      description={
        isThere
          ? 'What is shown and told of the stream begins with https, as players on secure sites need'
          : 'Takes effect once the streaming server has a certificate'
      }
    />
  );
};

/** Whether the station is heard by HLS too; `isOffered` where the plan includes it. */
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
              ? 'An address beside the stream for phones and networks that change; 6 to 18 s behind'
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

/** What players show while neither an encoder nor a track tells a title. */
export const TitleField = ({ name }: { name: string }) => {
  const { register, formState } = useFormContext<ChangedStation>();
  return (
    <TextInput
      {...register('radio_server_settings.metadata')}
      label="Title without a song"
      description="Shown while neither an encoder nor a track tells one"
      placeholder={name}
      error={formState.errors.radio_server_settings?.metadata?.message}
    />
  );
};

/** What Shoutcast 2 tools are told as the number of the stream. */
export const StreamIdField = () => {
  const { control } = useFormContext<ChangedStation>();
  return (
    <NumberField
      control={control}
      name="radio_server_settings.stream_id"
      label="Stream ID"
      description="For Shoutcast 2 tools; any other is taken too"
      min={1}
      max={2_147_483_647}
    />
  );
};

/** The stream types of spec §3; two of them are called the same. */
export const streamTypeChoices = streamTypes.map(({ code, name }) => ({ id: code, name: `${name} (${code})` }));
