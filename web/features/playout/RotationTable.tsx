import { Badge, Box, Group, NumberInput, Switch, Table, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { StationKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import { sharesOf, type PlaylistRow, type Playlists } from '#contract/api/playlists.ts';
import { count, longDuration } from '#web/lib/format.ts';
import { EditMenu } from '#web/ui/menu/EditMenu.tsx';
import { QuietTable } from '#web/ui/table/QuietTable.tsx';
import { colorOf } from './playlist-color.ts';
import { useChangePlaylist, useSetPlaylistWeight } from './playlist-queries.ts';
import { formatHours, formatWeekDays } from './week-format.ts';
import classes from './Rotation.module.css';

type RotationTableProps = {
  stationKey: StationKey;
  data: Playlists;
  mayChange: boolean;
  onEdit: (playlist: PlaylistRow) => void;
  onRemove: (playlist: PlaylistRow) => void;
};

/** The playlists with their shares; weights and switches are saved at once. */
export const RotationTable = ({ stationKey, data, mayChange, onEdit, onRemove }: RotationTableProps) => {
  const { mutate: change } = useChangePlaylist(stationKey);
  const { mutate: setOwn } = useSetPlaylistWeight(stationKey);
  const shares = sharesOf(data);
  return (
    <QuietTable aria-label="Playlists">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th w={96}>Weight</Table.Th>
          <Table.Th w={90} visibleFrom="sm">
            Share
          </Table.Th>
          <Table.Th visibleFrom="sm">When</Table.Th>
          <Table.Th visibleFrom="md">Tracks</Table.Th>
          {mayChange && <Table.Th w={60}>On</Table.Th>}
          {mayChange && (
            <Table.Th w={48}>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        <Table.Tr>
          <Table.Td>
            <Name index={undefined} name="Main playlist" />
            <Text size="xs" c="dimmed" mt={4} hiddenFrom="md">
              {tracksOf(data.own)}
            </Text>
          </Table.Td>
          <Table.Td>
            <Weight name="Main playlist" min={0} weight={data.own.weight} onSave={mayChange ? setOwn : undefined} />
            <ShareOnPhone share={shares.get('own')} />
          </Table.Td>
          <Table.Td visibleFrom="sm">
            <Share share={shares.get('own')} />
          </Table.Td>
          <Table.Td visibleFrom="sm">{data.own.weight === 0 ? 'When no other plays' : 'Always'}</Table.Td>
          <Table.Td visibleFrom="md">{tracksOf(data.own)}</Table.Td>
          {mayChange && <Table.Td />}
          {mayChange && <Table.Td />}
        </Table.Tr>
        {data.playlists.map((playlist, index) => (
          <Table.Tr key={playlist.id}>
            <Table.Td>
              <Name index={index} name={playlist.name} />
              <Notes playlist={playlist} />
              <Text size="xs" c="dimmed" mt={4} hiddenFrom="sm" component="div">
                <When playlist={playlist} />
              </Text>
              <Text size="xs" c="dimmed" hiddenFrom="md">
                {tracksOf(playlist)}
              </Text>
            </Table.Td>
            <Table.Td>
              {playlist.exclusive ? (
                <Text size="sm">Alone</Text>
              ) : (
                <>
                  <Weight
                    name={playlist.name}
                    min={1}
                    weight={playlist.weight}
                    onSave={mayChange ? (weight) => change({ id: playlist.id, weight }) : undefined}
                  />
                  <ShareOnPhone share={shares.get(playlist.id)} />
                </>
              )}
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <Share share={playlist.exclusive ? undefined : shares.get(playlist.id)} />
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <When playlist={playlist} />
            </Table.Td>
            <Table.Td visibleFrom="md">{tracksOf(playlist)}</Table.Td>
            {mayChange && (
              <Table.Td>
                <Switch
                  checked={playlist.enabled}
                  onChange={({ currentTarget }) => change({ id: playlist.id, enabled: currentTarget.checked })}
                  aria-label={`Play ${playlist.name}`}
                />
              </Table.Td>
            )}
            {mayChange && (
              <Table.Td>
                <EditMenu
                  name={playlist.name}
                  onEdit={() => onEdit(playlist)}
                  remove="Remove"
                  onRemove={() => onRemove(playlist)}
                />
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </QuietTable>
  );
};

const tracksOf = ({ tracks_count, duration }: Pick<PlaylistRow, 'tracks_count' | 'duration'>): string =>
  `${count(tracks_count, 'track')}, ${longDuration(duration)}`;

const Name = ({ index, name }: { index: number | undefined; name: string }) => (
  <Group gap={8} wrap="nowrap">
    <span
      className={classes.dot}
      style={{ background: index === undefined ? 'var(--mantine-color-dimmed)' : colorOf(index) }}
      aria-hidden
    />
    <Text size="sm" fw={600}>
      {name}
    </Text>
  </Group>
);

/** What it plays by, and why it may play nothing. */
const Notes = ({ playlist: { content, tags, match, enabled, tracks_count } }: { playlist: PlaylistRow }) => (
  <Group gap={4} mt={4} className={classes.notes}>
    {content === 'tags' && tags.map((tag) => <Badge key={tag}>{tag}</Badge>)}
    {content === 'tags' && tags.length > 1 && (
      <Text size="xs">{match === 'all' ? 'all of these' : 'any of these'}</Text>
    )}
    {!enabled && <Badge color="gray">Off</Badge>}
    {tracks_count === 0 && <Badge color="yellow">No tracks</Badge>}
  </Group>
);

/** Percent of the tracks while all of the mixed playlists play. */
const Share = ({ share }: { share: number | undefined }) =>
  share === undefined ? (
    <Text size="sm" c="dimmed">
      –
    </Text>
  ) : (
    <Text size="sm" className="numbers">
      {Math.round(share)}%
    </Text>
  );

const ShareOnPhone = ({ share }: { share: number | undefined }) => (
  <Box hiddenFrom="sm" mt={2}>
    <Share share={share} />
  </Box>
);

const When = ({ playlist: { hours, exclusive } }: { playlist: PlaylistRow }) => {
  if (hours.length === 0) return exclusive ? 'Never' : 'Always';
  const shown = hours.slice(0, 3);
  return (
    <>
      {shown.map((one) => (
        <div key={`${one.days.join()} ${one.from} ${one.to}`}>
          {formatWeekDays(one.days)}, {formatHours(one)}
        </div>
      ))}
      {hours.length > shown.length && (
        <Text size="xs" c="dimmed">
          and {hours.length - shown.length} more
        </Text>
      )}
    </>
  );
};

type WeightProps = { name: string; min: number; weight: number; onSave: ((weight: number) => void) | undefined };

/** Saved when the field is left, by Enter, and by the arrows. */
const Weight = ({ name, min, weight, onSave }: WeightProps) => {
  const [entered, setEntered] = useState<number>();
  if (!onSave) return weight;
  const save = (): void => {
    if (entered !== undefined && entered !== weight && Number.isInteger(entered)) onSave(entered);
    setEntered(undefined);
  };
  return (
    <NumberInput
      size="xs"
      w={72}
      aria-label={`Weight of ${name}`}
      value={entered ?? weight}
      min={min}
      max={limits.playlistWeight}
      clampBehavior="strict"
      allowDecimal={false}
      onChange={(value) => setEntered(value === '' ? undefined : Number(value))}
      onBlur={save}
      onKeyDown={({ key }) => key === 'Enter' && save()}
    />
  );
};
