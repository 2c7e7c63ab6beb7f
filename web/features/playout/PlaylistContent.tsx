import { Input, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import type { StationKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import type { NewPlaylist } from '#contract/api/playlists.ts';
import type { LibraryTrack } from '#web/parts/LibrarySearch.tsx';
import { libraryTagsQuery } from '#web/parts/library-queries.ts';
import { SegmentedField } from '#web/ui/form/SegmentedField.tsx';
import { TagListInput } from '#web/ui/form/TagListInput.tsx';
import { TrackPicker } from './TrackPicker.tsx';

type PlaylistContentProps = { stationKey: StationKey; picked: readonly LibraryTrack[] };

/** The fields for what a playlist plays: tracks picked by hand, or tags. */
export const PlaylistContent = ({ stationKey, picked }: PlaylistContentProps) => {
  const { control, watch } = useFormContext<NewPlaylist>();
  return (
    <>
      <Controller
        control={control}
        name="content"
        render={({ field: { value, onChange } }) => (
          <SegmentedField
            label="Tracks"
            value={value}
            onChange={onChange}
            data={[
              { value: 'tracks', label: 'Picked by hand' },
              { value: 'tags', label: 'By tags' },
            ]}
          />
        )}
      />
      {watch('content') === 'tags' ? (
        <TagsField stationKey={stationKey} />
      ) : (
        <TracksField stationKey={stationKey} picked={picked} />
      )}
    </>
  );
};

const TracksField = ({ stationKey, picked }: PlaylistContentProps) => {
  const { control } = useFormContext<NewPlaylist>();
  const [tracks, setTracks] = useState(picked);
  return (
    <Controller
      control={control}
      name="tracks"
      render={({ field, fieldState }) => (
        <Input.Wrapper error={fieldState.error?.message}>
          <TrackPicker
            stationKey={stationKey}
            picked={tracks}
            onChange={(next) => {
              setTracks(next);
              field.onChange(next.map(({ key }) => key));
            }}
          />
        </Input.Wrapper>
      )}
    />
  );
};

const TagsField = ({ stationKey }: { stationKey: StationKey }) => {
  const { control, watch } = useFormContext<NewPlaylist>();
  const { data } = useQuery(libraryTagsQuery(stationKey));
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <Controller
        control={control}
        name="tags"
        render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
          <TagListInput
            ref={ref}
            label="Tags"
            description="Of tracks in the library, which get them there."
            value={value}
            onChange={(tags) => onChange(tags.map((tag) => tag.toLowerCase()))}
            onBlur={onBlur}
            data={(data?.tags ?? []).map(({ tag }) => tag)}
            maxTags={limits.playlistTags}
            error={fieldState.error?.message}
          />
        )}
      />
      {watch('tags').length > 1 && (
        <Controller
          control={control}
          name="match"
          render={({ field: { value, onChange } }) => (
            <SegmentedField
              label="A track needs"
              value={value}
              onChange={onChange}
              data={[
                { value: 'any', label: 'Any of them' },
                { value: 'all', label: 'All of them' },
              ]}
            />
          )}
        />
      )}
    </SimpleGrid>
  );
};
