import { Badge, Box, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Player } from '#contract/api/player.ts';
import type { ListedPlayer } from '#contract/api/players.ts';
import { useMay } from '#web/features/session/queries.ts';
import { abbreviate, count, longDuration, moment } from '#web/lib/format.ts';
import { Artwork } from '#web/ui/Artwork.tsx';
import { Sparkline } from '#web/ui/chart/Sparkline.tsx';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { themeLabels, variantLabels } from './player-labels.ts';
import { PlayerMenu } from './PlayerMenu.tsx';
import classes from './Players.module.css';

const column = createColumnHelper<ListedPlayer>();

/** The columns of the players of an account. */
export const usePlayerColumns = (accountKey: AccountKey) => {
  const mayWrite = useMay('account.writePlayers', { accountKey });
  return useMemo(() => columnsOf(mayWrite), [mayWrite]);
};

const columnsOf = (mayWrite: boolean) => [
  column.accessor('name', {
    header: 'Player',
    cell: ({ row: { original } }) => (
      <div className={classes.player}>
        <Artwork name={original.name} src={original.stations[0]?.logo ?? undefined} size={36} />
        <Link
          to="/accounts/$accountKey/embedding/players/$playerKey"
          params={{ accountKey: original.account_key, playerKey: original.key }}
          className={classes.name}
        >
          <bdi>{original.name}</bdi>
        </Link>
        {!original.active && (
          <Badge variant="light" color="gray" miw="max-content">
            Off
          </Badge>
        )}
      </div>
    ),
  }),
  column.accessor((player) => contentOf(player).join(', '), {
    id: 'stations',
    header: 'Content',
    enableSorting: false,
    meta: { onPhone: 'below' },
    cell: ({ row: { original } }) => <Content player={original} />,
  }),
  column.accessor(({ variant }) => variantLabels[variant], {
    id: 'look',
    header: 'Look',
    enableSorting: false,
    meta: { onPhone: 'below' },
    cell: ({ row: { original } }) => (
      <Group gap={6} wrap="nowrap">
        <Swatch player={original} />
        <Badge variant="light" tt="none" miw="max-content">
          {variantLabels[original.variant]}
        </Badge>
        {original.theme !== 'auto' && (
          <Text size="sm" c="dimmed">
            {themeLabels[original.theme]}
          </Text>
        )}
      </Group>
    ),
  }),
  column.accessor(({ stats_30d }) => stats_30d?.plays ?? null, {
    id: 'plays',
    header: 'Plays, 30 days',
    enableSorting: false,
    meta: { align: 'end' },
    cell: ({ row: { original } }) => <Plays player={original} />,
  }),
  column.accessor(({ stats_30d }) => stats_30d?.listening_time ?? null, {
    id: 'listened',
    header: 'Listened',
    enableSorting: false,
    meta: { align: 'end', onPhone: 'hidden' },
    cell: ({ row: { original } }) => <Listened player={original} />,
  }),
  column.accessor(({ stats_30d }) => stats_30d?.top_sites.join(', ') ?? '', {
    id: 'websites',
    header: 'Websites',
    enableSorting: false,
    meta: { onPhone: 'below' },
    cell: ({ row: { original } }) => <Websites player={original} />,
  }),
  column.accessor('updated', {
    header: 'Changed',
    meta: { onPhone: 'hidden' },
    cell: ({ getValue }) => <NoWrap>{moment(getValue())}</NoWrap>,
  }),
  column.display({
    id: 'menu',
    header: '',
    cell: ({ row: { original } }) => <PlayerMenu player={original} mayWrite={mayWrite} />,
  }),
];

const Listened = ({ player: { stats_30d } }: { player: ListedPlayer }) =>
  stats_30d === null ? '–' : <NoWrap>{longDuration(stats_30d.listening_time)}</NoWrap>;

/** The plays of the last 30 days, and how they came day by day where there is room. */
const Plays = ({ player: { name, stats_30d } }: { player: ListedPlayer }) => {
  if (stats_30d === null) return '–';
  const { plays, plays_by_day } = stats_30d;
  const most = Math.max(...plays_by_day);
  return (
    <div className={classes.plays}>
      {plays > 0 && (
        <Box visibleFrom="md">
          <Sparkline label={`Plays of ${name} by day: at most ${most}`} values={plays_by_day} />
        </Box>
      )}
      {abbreviate(plays)}
    </div>
  );
};

/** The colours of a player; the theme's own are not shown. */
const Swatch = ({ player: { colours } }: { player: Player }) => {
  const chosen = [colours.background, colours.accent, colours.text].filter((colour) => colour !== '');
  if (chosen.length === 0) return null;
  return (
    <span className={classes.swatch} aria-hidden>
      {chosen.map((colour, place) => (
        <span key={place} style={{ background: colour }} />
      ))}
    </span>
  );
};

/** Where a player was heard lately, and where it may be shown if that is limited. */
const Websites = ({ player: { stats_30d, domains } }: { player: ListedPlayer }) => {
  const { top_sites: top = [], sites = 0 } = stats_30d ?? {};
  const [first, ...more] = domains;
  const allowed = first === undefined ? '' : more.length === 0 ? first : `${first} and ${count(more.length, 'other')}`;
  return (
    <Text size="sm" component="div">
      {top.map((site) => (
        <bdi key={site} className={classes.site}>
          {site}
        </bdi>
      ))}
      {sites > top.length && `and ${count(sites - top.length, 'other')}`}
      {top.length === 0 && (
        <Text span inherit c="dimmed">
          None yet
        </Text>
      )}
      {allowed !== '' && (
        <Text size="xs" c="dimmed">
          Only on {allowed}
        </Text>
      )}
    </Text>
  );
};

/** The names of what a player plays. */
const contentOf = ({ kind, stations, podcast, episodes }: Player): string[] => {
  if (kind === 'stations') return stations.map(({ name }) => name);
  return kind === 'podcast' ? (podcast ? [podcast.title] : []) : episodes.map(({ title }) => title);
};

const Content = ({ player }: { player: Player }) => {
  const [first, ...more] = contentOf(player);
  if (first === undefined) return <Text c="dimmed">Nothing any longer</Text>;
  return (
    <Text size="sm">
      <bdi>{first}</bdi>
      {more.length > 0 && ` and ${count(more.length, 'other')}`}
    </Text>
  );
};
