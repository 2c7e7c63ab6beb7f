import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core';
import { IconArrowsSort, IconBell, IconMusicPlus, IconSearch, IconTrash, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { StationKey } from '#contract/rules/keys.ts';
import type { AutoDj } from '#contract/api/playout.ts';
import { AddMediaButtons } from '#web/features/library/shared/AddMediaButtons.tsx';
import { loadChunk } from '#web/lib/chunks.ts';
import { count } from '#web/lib/format.ts';
import { useAddTracks } from './queries.ts';
import { SortMenu } from './SortMenu.tsx';
import classes from './Playlist.module.css';

const PickDialog = lazy(() =>
  loadChunk(() => import('./PickDialog.tsx')).then((part) => ({ default: part.PickDialog })),
);

type PlaylistToolsProps = {
  stationKey: StationKey;
  autoDj: AutoDj;
  isFixed: boolean;
  search: string;
  onSearch: (search: string) => void;
  chosen: number;
  onMove: () => void;
  onJingles: () => void;
  onRemove: () => void;
  onNone: () => void;
};

const icon = { size: 16, 'aria-hidden': true } as const;

/** The toolbar of the playlist: search, add and sort, or the actions for the selected tracks. */
export const PlaylistTools = (props: PlaylistToolsProps) => (
  <Group justify="space-between" gap="sm" className={classes.tools}>
    {props.chosen > 0 ? <Selection {...props} /> : <Search {...props} />}
    {!props.isFixed && (
      <Group gap="xs">
        <AddMediaButtons stationKey={props.stationKey} />
        {props.chosen === 0 && <AddAndSort {...props} />}
      </Group>
    )}
  </Group>
);

const Search = ({ search, onSearch }: PlaylistToolsProps) => (
  <TextInput
    value={search}
    onChange={(event) => onSearch(event.currentTarget.value)}
    placeholder="Search"
    aria-label="Search playlist"
    leftSection={<IconSearch {...icon} />}
    w={{ base: '100%', xs: 260 }}
  />
);

const Selection = ({ chosen, search, onMove, onJingles, onRemove, onNone }: PlaylistToolsProps) => (
  <Group gap="sm">
    <Text size="sm" fw={600} role="status">
      {count(chosen, 'track')} selected
    </Text>
    <Button
      size="xs"
      variant="default"
      leftSection={<IconArrowsSort {...icon} />}
      onClick={onMove}
      disabled={search !== ''}
    >
      Move {chosen}…
    </Button>
    <Button size="xs" variant="default" leftSection={<IconBell {...icon} />} onClick={onJingles}>
      Use as jingles
    </Button>
    <Button size="xs" color="red" variant="light" leftSection={<IconTrash {...icon} />} onClick={onRemove}>
      Remove {chosen}
    </Button>
    <ActionIcon onClick={onNone} aria-label="Clear selection">
      <IconX {...icon} />
    </ActionIcon>
  </Group>
);

const AddAndSort = ({ stationKey, autoDj }: PlaylistToolsProps) => {
  const add = useAddTracks(stationKey);
  const [isPicking, setPicking] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconMusicPlus {...icon} />}
        onClick={() => setPicking(true)}
        loading={add.isPending}
      >
        Add from library
      </Button>
      <SortMenu stationKey={stationKey} playlist={autoDj.playlist} />
      <Suspense>
        {isPicking && (
          <PickDialog
            stationKey={stationKey}
            title="Add to playlist"
            without={new Set(autoDj.playlist.map(({ key }) => key))}
            onClose={() => setPicking(false)}
            onPick={(tracks) => add.mutate(tracks)}
          />
        )}
      </Suspense>
    </>
  );
};
