import { Modal, MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import * as z from 'zod/mini';
import type { StationKey } from '#contract/rules/keys.ts';
import type { MediaTrack } from '#contract/api/library.ts';
import { limits } from '#contract/rules/limits.ts';
import { TrackTags } from '#contract/api/track-tag.ts';
import { count } from '#web/lib/format.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { libraryTagsQuery } from '#web/parts/library-queries.ts';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { TagListInput } from '#web/ui/form/TagListInput.tsx';
import { useChangeTags } from './queries.ts';

type TagsDialogProps = {
  stationKey: StationKey;
  tracks: readonly MediaTrack[];
  onClose: () => void;
  onSaved: () => void;
};

const Change = z.object({ add: TrackTags, remove: TrackTags });

/** Adds tags to tracks and removes tags from them. */
export const TagsDialog = (props: TagsDialogProps) => {
  const [first] = props.tracks;
  const of = props.tracks.length === 1 && first ? `“${first.metadata.title}”` : count(props.tracks.length, 'track');
  return (
    <Modal opened onClose={props.onClose} title={`Tags of ${of}`}>
      <TagsForm {...props} />
    </Modal>
  );
};

const TagsForm = ({ stationKey, tracks, onClose, onSaved }: TagsDialogProps) => {
  const { data } = useQuery(libraryTagsQuery(stationKey));
  const change = useChangeTags(stationKey);
  const form = useContractForm(Change, { add: [], remove: [] });
  const present = [...new Set(tracks.flatMap(({ tags }) => tags))].toSorted();
  return (
    <ContractForm
      form={form}
      submit="Save"
      onCancel={onClose}
      onSubmit={async (body) => {
        await change.mutateAsync({ tracks: tracks.map(({ key }) => key), ...body });
        toastSuccess('Tags saved.');
        onSaved();
        onClose();
      }}
    >
      <Controller
        control={form.control}
        name="add"
        render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
          <TagListInput
            ref={ref}
            label="Add tags"
            description="Playlists can find tracks by them. Press Enter after each one."
            value={value}
            onChange={(tags) => onChange(tags.map((tag) => tag.toLowerCase()))}
            onBlur={onBlur}
            data={(data?.tags ?? []).map(({ tag }) => tag)}
            maxTags={limits.trackTags}
            error={fieldState.error?.message}
          />
        )}
      />
      {present.length > 0 && (
        <Controller
          control={form.control}
          name="remove"
          render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
            <MultiSelect
              ref={ref}
              label="Remove tags"
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              data={present}
              error={fieldState.error?.message}
            />
          )}
        />
      )}
    </ContractForm>
  );
};
