import { Modal, SimpleGrid, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Controller, FormProvider, useFormContext } from 'react-hook-form';
import type { StationKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import { NewPlaylist, type PlaylistRow } from '#contract/api/playlists.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import type { LibraryTrack } from '#web/parts/LibrarySearch.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { HoursInput } from '#web/ui/form/HoursInput.tsx';
import { NumberField } from '#web/ui/form/NumberField.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { PlaylistContent } from './PlaylistContent.tsx';
import { playlistQuery, useSavePlaylist } from './playlist-queries.ts';

type PlaylistDialogProps = {
  stationKey: StationKey;
  /** The playlist to edit; undefined adds one. */
  playlist: PlaylistRow | undefined;
  timezone: string;
  onClose: () => void;
};

/** Adds or changes a playlist: its share, hours, and tracks. */
export const PlaylistDialog = (props: PlaylistDialogProps) => {
  const { playlist, onClose } = props;
  return (
    <Modal opened onClose={onClose} title={playlist ? `Edit “${playlist.name}”` : 'Add playlist'} size="lg">
      {playlist ? <Existing {...props} id={playlist.id} /> : <PlaylistForm {...props} picked={[]} />}
    </Modal>
  );
};

const Existing = (props: PlaylistDialogProps & { id: string }) => {
  const { data, error } = useQuery(playlistQuery(props.stationKey, props.id));
  if (error) throw error;
  if (!data) return <ScreenSkeleton />;
  return <PlaylistForm {...props} playlist={data} picked={data.content === 'tracks' ? data.tracks : []} />;
};

const fresh: Omit<NewPlaylist, 'tracks'> = {
  name: '',
  weight: 1,
  enabled: true,
  shuffle: true,
  exclusive: false,
  hours: [],
  content: 'tracks',
  tags: [],
  match: 'any',
};

const PlaylistForm = ({
  stationKey,
  playlist,
  timezone,
  picked,
  onClose,
}: PlaylistDialogProps & { picked: readonly LibraryTrack[] }) => {
  const save = useSavePlaylist(stationKey, playlist?.id);
  const { name, weight, enabled, shuffle, exclusive, hours, content, tags, match } = playlist ?? fresh;
  const settings = { name, weight, enabled, shuffle, exclusive, hours, content, tags, match };
  const form = useContractForm(NewPlaylist, { ...settings, tracks: picked.map(({ key }) => key) });
  const { control } = form;
  return (
    <FormProvider {...form}>
      <ContractForm
        form={form}
        submit={playlist ? 'Save' : 'Add'}
        onCancel={onClose}
        onSubmit={async (body) => {
          await save.mutateAsync(body);
          toastSuccess(`“${body.name}” saved.`);
          onClose();
        }}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            {...form.register('name')}
            label="Name"
            placeholder="Night music"
            error={form.formState.errors.name?.message}
            required
            data-autofocus
          />
          {!form.watch('exclusive') && (
            <NumberField control={control} name="weight" label="Weight" min={1} max={limits.playlistWeight} />
          )}
        </SimpleGrid>
        <PlaylistContent stationKey={stationKey} picked={picked} />
        <SwitchField control={control} name="shuffle" label="Shuffle" />
        <SwitchField
          control={control}
          name="exclusive"
          label="Plays alone in its hours"
          description="Otherwise it shares them with the other playlists."
        />
        <HoursField timezone={timezone} />
      </ContractForm>
    </FormProvider>
  );
};

const HoursField = ({ timezone }: { timezone: string }) => {
  const { control, formState, watch } = useFormContext<NewPlaylist>();
  const isAlone = watch('exclusive');
  return (
    <Controller
      control={control}
      name="hours"
      render={({ field: { value, onChange } }) => (
        <HoursInput
          value={value}
          onChange={onChange}
          problem={formState.errors.hours}
          description={
            value.length > 0
              ? `When it plays, in ${timezone}.`
              : isAlone
                ? 'Add the hours in which it plays alone.'
                : 'It plays at any time. Add hours to restrict that.'
          }
          max={limits.playlistHours}
        />
      )}
    />
  );
};
