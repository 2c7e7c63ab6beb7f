import { Alert, Stack } from '@mantine/core';
import { useState } from 'react';
import type { StationKey } from '#contract/rules/keys.ts';
import { PlaylistHours, type PlaylistRow } from '#contract/api/playlists.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { AddHours } from './AddHours.tsx';
import { BlockFields } from './BlockFields.tsx';
import { useSetPlaylistHours } from './playlist-queries.ts';
import { changedHours, mergedBlocks, placedBlocks } from './placed-blocks.ts';
import { conflictsOf, type PlacedBlock } from './placed-block.ts';
import { freeBlock, type Block } from './week-blocks.ts';
import { WeekCalendar } from './WeekCalendar.tsx';

type ScheduleFormProps = { stationKey: StationKey; playlists: readonly PlaylistRow[]; readOnly: boolean };

/**
 * The calendar with what is selected in it; changed hours of all playlists are saved together. Hours that others save
 * are shown as soon as they are known, except those of playlists whose hours are unsaved here.
 */
export const ScheduleForm = ({ stationKey, playlists, readOnly }: ScheduleFormProps) => {
  const set = useSetPlaylistHours(stationKey);
  const form = useContractForm(PlaylistHours, { playlists: [] });
  const [saved, setSaved] = useState(playlists);
  const [blocks, setBlocks] = useState<readonly PlacedBlock[]>(() => placedBlocks(playlists));
  if (playlists !== saved) {
    setSaved(playlists);
    setBlocks(mergedBlocks(blocks, saved, playlists));
  }
  const [selected, setSelected] = useState<string>();
  const [lastBrush, setBrush] = useState('');
  const brush = (playlists.find(({ id }) => id === lastBrush) ?? playlists[0])?.id ?? '';
  const change = (next: readonly PlacedBlock[]): void => {
    setBlocks(next);
    form.setValue('playlists', changedHours(next, saved));
  };
  const add = (block: Block): void => {
    const id = crypto.randomUUID();
    change([...blocks, { ...block, id, playlist: brush }]);
    setSelected(id);
  };
  const remove = (id: string): void => change(blocks.filter((one) => one.id !== id));
  const replace = (block: PlacedBlock): void =>
    change(
      blocks.some(({ id }) => id === block.id)
        ? blocks.map((one) => (one.id === block.id ? block : one))
        : [...blocks, block],
    );
  const conflicts = conflictsOf(blocks, playlists);
  const problems = form.getValues('playlists').flatMap(({ id }, index) => {
    const message = messageIn(form.formState.errors.playlists?.[index]?.hours);
    return message === undefined ? [] : [`${playlists.find((one) => one.id === id)?.name ?? ''}: ${message}`];
  });
  const chosen = blocks.find(({ id }) => id === selected);
  return (
    <ContractForm
      form={form}
      readOnly={readOnly}
      isOpenWhileSaving
      isTouched={changedHours(blocks, saved).length > 0}
      onDiscard={() => setBlocks(placedBlocks(saved, blocks))}
      onSubmit={async (body) => {
        const isThere = ({ id }: { id: string }): boolean => playlists.some((one) => one.id === id);
        await set.mutateAsync({ playlists: body.playlists.filter(isThere) });
        toastSuccess('Schedule saved.');
      }}
    >
      <Stack gap="md">
        {!readOnly && (
          <AddHours playlists={playlists} brush={brush} onBrush={setBrush} onAdd={() => add(freeBlock(blocks))} />
        )}
        {conflicts.size > 0 && (
          <Alert color="red" title="Two playlists would play alone at the same time">
            Move or shorten the marked hours before you save.
          </Alert>
        )}
        {conflicts.size === 0 && problems.length > 0 && (
          <Alert color="red" title="The schedule was not saved">
            {problems.join(' ')}
          </Alert>
        )}
        <WeekCalendar
          playlists={playlists}
          blocks={blocks}
          conflicts={conflicts}
          selected={selected}
          onSelect={setSelected}
          onChange={replace}
          onRemove={remove}
          onDraw={readOnly ? undefined : add}
        />
        {chosen && !readOnly && (
          <BlockFields
            block={chosen}
            name={playlists.find(({ id }) => id === chosen.playlist)?.name ?? ''}
            onChange={replace}
            onRemove={() => remove(chosen.id)}
          />
        )}
      </Stack>
    </ContractForm>
  );
};

/** The first message of a field's errors. */
const messageIn = (errors: unknown): string | undefined => {
  if (typeof errors !== 'object' || errors === null || errors instanceof Element) return undefined;
  if ('message' in errors && typeof errors.message === 'string') return errors.message;
  return Object.values(errors)
    .map(messageIn)
    .find((message) => message !== undefined);
};
