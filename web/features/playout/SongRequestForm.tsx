import { SimpleGrid, Stack } from '@mantine/core';
import { Controller, FormProvider, useFormContext } from 'react-hook-form';
import type { StationKey } from '#contract/rules/keys.ts';
import { songRequestLimits, SongRequestSettings } from '#contract/api/song-requests.ts';
import { wording } from '#brand/wording.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { HoursInput } from '#web/ui/form/HoursInput.tsx';
import { NumberField } from '#web/ui/form/NumberField.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { SegmentedField } from '#web/ui/form/SegmentedField.tsx';
import { useSetSongRequests } from './song-request-queries.ts';

type SongRequestFormProps = {
  stationKey: StationKey;
  settings: SongRequestSettings;
  timezone: string;
  readOnly: boolean;
};

/** Whether a station takes requests, who decides about them, and their limits. */
export const SongRequestForm = ({ stationKey, settings, timezone, readOnly }: SongRequestFormProps) => {
  const set = useSetSongRequests(stationKey);
  const form = useContractForm(SongRequestSettings, settings);
  const { control } = form;
  const save = async (body: SongRequestSettings): Promise<void> => {
    form.reset(await set.mutateAsync(body));
    toastSuccess('Settings saved.');
  };
  return (
    <Surface title="Settings" description="How listeners request songs in the player and on the station’s page.">
      <FormProvider {...form}>
        <ContractForm form={form} readOnly={readOnly} onSubmit={save}>
          <SwitchField control={control} name="enabled" label="Take requests" />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <ChoiceField
              name="approval"
              label="Decision"
              options={[
                { value: 'hand', label: 'By hand' },
                { value: 'rule', label: 'Automatic' },
              ]}
            />
            <ChoiceField
              name="songs"
              label="Songs to choose from"
              options={[
                { value: 'playlist', label: 'Playlist' },
                { value: 'library', label: 'Whole library' },
              ]}
            />
          </SimpleGrid>
          <Stack gap="xs">
            <SwitchField
              control={control}
              name="only_autodj"
              label={`Only while the ${wording.AutoDJ} plays`}
              description="Otherwise requests wait while someone broadcasts."
            />
            <SwitchField control={control} name="messages" label="Listeners can add a message" />
          </Stack>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NumberField control={control} name="listener_hour" label="Per listener and hour" min={1} max={20} />
            <NumberField control={control} name="waiting_most" label="Waiting at once" min={1} max={40} />
            <NumberField control={control} name="song_hours" label="Same song after" suffix=" h" min={0} max={168} />
            <NumberField
              control={control}
              name="artist_minutes"
              label="Same artist after"
              suffix=" min"
              min={0}
              max={1440}
            />
          </SimpleGrid>
          <Controller
            control={control}
            name="hours"
            render={({ field: { value, onChange } }) => (
              <HoursInput
                value={value}
                onChange={onChange}
                problem={form.formState.errors.hours}
                description={
                  value.length === 0
                    ? 'Requests are taken at any time. Add hours to restrict that.'
                    : `When requests are taken, in ${timezone}.`
                }
                max={songRequestLimits.windows}
              />
            )}
          />
        </ContractForm>
      </FormProvider>
    </Surface>
  );
};

type ChoiceFieldProps = {
  name: 'approval' | 'songs';
  label: string;
  options: { value: string; label: string }[];
};

const ChoiceField = ({ name, label, options }: ChoiceFieldProps) => {
  const { control } = useFormContext<SongRequestSettings>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange } }) => (
        <SegmentedField label={label} value={value} onChange={onChange} data={options} />
      )}
    />
  );
};
