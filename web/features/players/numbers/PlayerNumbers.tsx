import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconChartBar, IconX } from '@tabler/icons-react';
import { metrics } from '#contract/texts/metrics.ts';
import type { Player } from '#contract/api/player.ts';
import type { PlayerStats, PlayerStatsReply } from '#contract/api/player-stats.ts';
import { MetricFigure, singleSeries } from '#web/features/app-analytics/shared/MetricFigure.tsx';
import { ShareTable, type ShareMetric } from '#web/features/app-analytics/shared/ShareTable.tsx';
import { abbreviate, average, longDuration, whole } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { StaleOverlay } from '#web/ui/StaleOverlay.tsx';
import { Stat, StatRow } from '#web/ui/Stat.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { RefusedTable } from './RefusedTable.tsx';
import type { SiteState } from './use-site.ts';

type PlayerNumbersProps = {
  player: Player;
  mayWrite: boolean;
  stats: PlayerStatsReply | undefined;
  isOld: boolean;
  site: SiteState;
};

/** A player's numbers in a period: how often it is seen and heard, how well it plays, and where. */
export const PlayerNumbers = ({ player, mayWrite, stats, isOld, site }: PlayerNumbersProps) => {
  if (!stats) return <ScreenSkeleton />;
  const { loads, plays } = stats.period_stats.stats;
  return (
    <StaleOverlay isOld={isOld}>
      {site.chosen !== undefined && <ChosenSite site={site} />}
      <Cards stats={stats.period_stats.stats} />
      {loads === 0 && plays === 0 ? (
        <Surface mt="md">
          <EmptyState icon={<IconChartBar size={30} />} title="Nobody has seen this player in this period">
            Copy its code into a website, or choose another period above. Numbers appear within seconds.
          </EmptyState>
        </Surface>
      ) : (
        <>
          <MetricFigure stats={stats} counts={counts} file="player-" />
          <Parts stats={stats} site={site} />
        </>
      )}
      {stats.refused.length > 0 && site.chosen === undefined && (
        <RefusedTable refused={stats.refused} player={player} mayWrite={mayWrite} />
      )}
    </StaleOverlay>
  );
};

const ChosenSite = ({ site }: { site: SiteState }) => (
  <Group gap="xs" mb="md">
    <Text size="sm">
      Only <bdi>{nameOf(site.chosen ?? '')}</bdi>
    </Text>
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconX size={14} aria-hidden />}
      onClick={() => site.choose(undefined)}
    >
      All websites
    </Button>
  </Group>
);

const percent = (share: number | null): string =>
  share === null ? '–' : `${(Math.round(share * 1000) / 10).toLocaleString()}%`;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;

const Cards = ({ stats }: { stats: PlayerStats }) => {
  const { loads, views, plays, uniques, listening_time, start_ms, stalls, silence_ms, stall_ratio } = stats;
  const { definition: playsDefinition } = metrics.playerPlays;
  return (
    <StatRow>
      <Stat
        label={metrics.playerLoads.label}
        value={abbreviate(loads)}
        hint={`${whole(views)} seen`}
        definition={`${metrics.playerLoads.definition} ${metrics.playerViews.definition}`}
      />
      <Stat
        label={metrics.playerPlays.label}
        value={abbreviate(plays)}
        hint={`${percent(stats.play_rate)} of views`}
        definition={`${playsDefinition} ${metrics.playerPlayRate.definition}`}
      />
      <Stat
        label={metrics.playerUniques.label}
        value={abbreviate(uniques)}
        hint={`${average(plays, uniques)} plays each`}
        definition={metrics.playerUniques.definition}
      />
      <Stat
        label={metrics.playerListening.label}
        value={`${abbreviate(Math.round(listening_time / 36) / 100)} h`}
        hint={longDuration(plays === 0 ? 0 : listening_time / plays) + ' per play'}
        definition={metrics.playerListening.definition}
      />
      <Stat
        label={metrics.playerStart.label}
        value={start_ms === null ? '–' : seconds(start_ms.p50)}
        hint={start_ms === null ? 'No start yet' : `95% within ${seconds(start_ms.p95)}`}
        definition={metrics.playerStart.definition}
      />
      <Stat
        label={metrics.playerStalls.label}
        value={abbreviate(stalls)}
        hint={`${seconds(silence_ms)} of silence, ${percent(stall_ratio)}`}
        definition={`${metrics.playerStalls.definition} ${metrics.playerReconnects.label}: ${metrics.playerReconnects.definition}`}
      />
    </StatRow>
  );
};

const counts = [
  singleSeries<PlayerStats>('playerPlays', 'plays', ({ plays }) => plays),
  singleSeries<PlayerStats>('playerUniques', 'listeners', ({ uniques }) => uniques),
  singleSeries<PlayerStats>('playerLoads', 'loads', ({ loads }) => loads),
] as const;

const columns: readonly ShareMetric<PlayerStats>[] = [
  {
    header: 'Listened',
    of: 'listening',
    value: ({ listening_time }) => Math.round(listening_time),
    write: longDuration,
  },
  { header: 'Plays', value: ({ plays }) => plays },
  { header: 'Listeners', value: ({ uniques }) => uniques },
  { header: 'Loads', value: ({ loads }) => loads },
  { header: 'Interruptions', value: ({ stalls }) => stalls },
];
/** Beside each other there is room for these. */
const fewColumns = columns.slice(0, 3);
const nameOf = (site: string): string => (site === '' ? 'Not known' : site);

const Parts = ({ stats, site }: { stats: PlayerStatsReply; site: SiteState }) => {
  const shared = { whole: stats.period_stats.stats, values: columns };
  return (
    <Stack gap="md" mt="md">
      <ShareTable
        {...shared}
        title="Websites"
        description="As the websites’ browsers say it. Choose one to see its numbers alone."
        head="Website"
        parts={stats.site_stats.map((one) => ({
          id: one.site === '' ? '(none)' : one.site,
          name: nameOf(one.site),
          shown: (
            <Button variant="transparent" size="compact-sm" px={0} onClick={() => site.choose(one.site)}>
              <bdi>{nameOf(one.site)}</bdi>
            </Button>
          ),
          stats: one.stats,
        }))}
      />
      <SimpleGrid cols={{ base: 1, xl: 2 }} spacing="md">
        <ShareTable
          {...shared}
          values={fewColumns}
          title="Stations"
          head="Station"
          parts={stats.station_stats.map((one) => ({ id: one.key, name: one.name, stats: one.stats }))}
        />
        <ShareTable
          {...shared}
          values={fewColumns}
          title="Countries"
          description="By IP address, which is not stored"
          head="Country"
          parts={stats.country_stats.map((one) => ({ id: one.iso, name: one.name, stats: one.stats }))}
        />
      </SimpleGrid>
    </Stack>
  );
};
