import { Checkbox, Group, Text } from '@mantine/core';
import type { StationKey } from '#contract/rules/keys.ts';
import { count, duration } from '#web/lib/format.ts';
import { LibrarySearch, type LibraryTrack } from '#web/parts/LibrarySearch.tsx';
import classes from './TrackPicker.module.css';

type TrackPickerProps = {
  stationKey: StationKey;
  /** In the order of selection. */
  picked: readonly LibraryTrack[];
  onChange: (picked: LibraryTrack[]) => void;
  /** Tracks that are already added and cannot be selected. */
  without?: ReadonlySet<string>;
};

/** Selects tracks from a station's library, with search. */
export const TrackPicker = ({ stationKey, picked, onChange, without = new Set() }: TrackPickerProps) => {
  const chosen = new Set<string>(picked.map(({ key }) => key));
  const toggle = (track: LibraryTrack): void =>
    onChange(chosen.has(track.key) ? picked.filter(({ key }) => key !== track.key) : [...picked, track]);
  return (
    <div>
      <LibrarySearch
        stationKey={stationKey}
        height={300}
        empty="The library is empty. Upload music under “Playlist” first."
        className={classes.list}
        above={(tracks) => (
          <SelectAll tracks={tracks.filter(({ key }) => !without.has(key))} picked={picked} onChange={onChange} />
        )}
        row={(track) => (
          <Checkbox
            key={track.key}
            className={classes.row}
            checked={chosen.has(track.key) || without.has(track.key)}
            disabled={without.has(track.key)}
            onChange={() => toggle(track)}
            label={<TrackLabel track={track} isAdded={without.has(track.key)} />}
          />
        )}
      />
    </div>
  );
};

type SelectAllProps = {
  tracks: readonly LibraryTrack[];
  picked: readonly LibraryTrack[];
  onChange: (picked: LibraryTrack[]) => void;
};

const SelectAll = ({ tracks, picked, onChange }: SelectAllProps) => {
  const chosen = new Set(picked.map(({ key }) => key));
  const isAll = tracks.length > 0 && tracks.every(({ key }) => chosen.has(key));
  const toggle = (): void => {
    const shown = new Set(tracks.map(({ key }) => key));
    onChange([
      ...picked.filter(({ key }) => !isAll || !shown.has(key)),
      ...(isAll ? [] : tracks.filter(({ key }) => !chosen.has(key))),
    ]);
  };
  return (
    <Group justify="space-between" mt="sm" mb={-6} wrap="nowrap">
      <Checkbox
        label="Select all shown"
        checked={isAll}
        indeterminate={!isAll && tracks.some(({ key }) => chosen.has(key))}
        onChange={toggle}
        disabled={tracks.length === 0}
      />
      <Text size="sm" fw={600} role="status">
        {count(picked.length, 'track')} selected
      </Text>
    </Group>
  );
};

const TrackLabel = ({ track, isAdded }: { track: LibraryTrack; isAdded: boolean }) => (
  <span className={classes.words}>
    <span>
      {track.title}
      {track.artist !== '' && <span className={classes.artist}> · {track.artist}</span>}
      {isAdded && <span className={classes.artist}> (already added)</span>}
    </span>
    <span className={`${classes.artist} numbers`}>{duration(track.duration)}</span>
  </span>
);
