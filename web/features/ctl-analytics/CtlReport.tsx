import { SimpleGrid, Stack } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import type { CtlStats, CtlStatsReply } from '#contract/ctl-stats.ts';
import { metrics } from '#contract/metrics.ts';
import { MetricFigure, singleSeries } from '#web/features/app-analytics/shared/MetricFigure.tsx';
import { ShareTable, type ShareMetric } from '#web/features/app-analytics/shared/ShareTable.tsx';
import { abbreviate, duration, longDuration, whole } from '#web/lib/format.ts';
import { Stat, StatRow } from '#web/ui/Stat.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';

type CtlReportProps = { stats: CtlStatsReply; withStations: boolean };

/** Call statistics of a period: totals, a chart by hour or day, phone numbers, countries and stations. */
export const CtlReport = ({ stats, withStations }: CtlReportProps) => (
  <>
    <Cards stats={stats.period_stats.stats} />
    {stats.period_stats.stats.calls === 0 ? (
      <Surface mt="md">
        <EmptyState icon={<IconPhone size={30} />} title="No calls in this period">
          Listeners can call a station’s number and listen by phone. Calls appear here when they end, with time, length,
          number called and country.
        </EmptyState>
      </Surface>
    ) : (
      <>
        <MetricFigure stats={stats} counts={counts} />
        <Parts stats={stats} withStations={withStations} />
      </>
    )}
  </>
);

const Cards = ({ stats: { calls, answered, minutes, uniques, average } }: { stats: CtlStats }) => (
  <StatRow>
    <Stat label={metrics.calls.label} value={abbreviate(calls)} definition={metrics.calls.definition} />
    <Stat
      label={metrics.callsAnswered.label}
      value={abbreviate(answered)}
      hint={calls === 0 ? undefined : `${whole(Math.round((answered / calls) * 100))}%`}
      definition={metrics.callsAnswered.definition}
    />
    <Stat
      label={metrics.callMinutes.label}
      value={abbreviate(Math.round(minutes))}
      hint={longDuration(minutes * 60)}
      definition={metrics.callMinutes.definition}
    />
    <Stat label={metrics.callers.label} value={abbreviate(uniques)} definition={metrics.callers.definition} />
    <Stat
      label={metrics.callAverage.label}
      value={duration(Math.round(average))}
      definition={metrics.callAverage.definition}
    />
  </StatRow>
);

const counts = [
  singleSeries<CtlStats>('calls', 'calls', ({ calls }) => calls),
  singleSeries<CtlStats>('callMinutes', 'minutes', ({ minutes }) => Math.round(minutes)),
  singleSeries<CtlStats>('callers', 'callers', ({ uniques }) => uniques),
] as const;

const columns: readonly ShareMetric<CtlStats>[] = [
  { header: 'Calls', value: ({ calls }) => calls },
  { header: 'Minutes', value: ({ minutes }) => Math.round(minutes) },
  { header: 'Callers', value: ({ uniques }) => uniques },
  { header: 'Average', value: ({ average }) => Math.round(average), write: duration },
];
const callsOf = ({ calls }: CtlStats): number => calls;

const Parts = ({ stats, withStations }: CtlReportProps) => {
  const shared = { of: callsOf, all: stats.period_stats.stats.calls, values: columns };
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} mt="md" spacing="md">
      <ShareTable
        {...shared}
        title="Countries"
        head="Country"
        parts={stats.country_stats.map((one) => ({
          id: one.iso,
          name: one.name,
          stats: one.stats,
        }))}
      />
      <Stack gap="md">
        <ShareTable
          {...shared}
          title="Phone numbers"
          head="Number called"
          parts={stats.did_stats.map((one) => ({ id: one.did, name: one.did, stats: one.stats }))}
        />
        {withStations && (
          <ShareTable
            {...shared}
            title="Stations"
            head="Station"
            parts={stats.station_stats.map((one) => ({ id: one.key, name: one.name, stats: one.stats }))}
          />
        )}
      </Stack>
    </SimpleGrid>
  );
};
