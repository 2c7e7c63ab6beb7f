import { IconPhone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CtlStats, CtlStatsReply } from '#contract/api/ctl-stats.ts';
import { metrics } from '#contract/texts/metrics.ts';
import { ComparedWith, hints, previousChange } from '#web/features/analytics/shared/PreviousChange.tsx';
import { MetricFigure, singleSeries } from '#web/features/app-analytics/shared/MetricFigure.tsx';
import { ShareTable, type ShareMetric } from '#web/features/app-analytics/shared/ShareTable.tsx';
import { abbreviate, duration, longDuration, whole } from '#web/lib/format.ts';
import { Stat, StatRow } from '#web/ui/Stat.tsx';
import { PanelColumn, PanelColumns } from '#web/ui/PanelColumns.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';

type CtlReportProps = { stats: CtlStatsReply; withStations: boolean };

/** Call statistics of a period: totals, a chart by hour or day, phone numbers, countries and stations. */
export const CtlReport = ({ stats, withStations }: CtlReportProps) => (
  <>
    <ComparedWith previous={stats.previous} />
    <Cards now={stats.period_stats.stats} previous={stats.previous} />
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

type CardsProps = { now: CtlStats; previous: CtlStatsReply['previous'] };

const Cards = ({ now, previous }: CardsProps) => {
  const { calls, answered, minutes, uniques, average } = now;
  const change = (value: (stats: CtlStats) => number, write = abbreviate): ReactNode =>
    previousChange(previous, now, value, write);
  return (
    <StatRow>
      <Stat
        label={metrics.calls.label}
        value={abbreviate(calls)}
        hint={change((stats) => stats.calls)}
        definition={metrics.calls.definition}
      />
      <Stat
        label={metrics.callsAnswered.label}
        value={abbreviate(answered)}
        hint={hints(
          calls > 0 && `${whole(Math.round((answered / calls) * 100))}% of calls`,
          change((stats) => stats.answered),
        )}
        definition={metrics.callsAnswered.definition}
      />
      <Stat
        label={metrics.callMinutes.label}
        value={abbreviate(Math.round(minutes))}
        hint={hints(
          longDuration(minutes * 60),
          change((stats) => Math.round(stats.minutes)),
        )}
        definition={metrics.callMinutes.definition}
      />
      <Stat
        label={metrics.callers.label}
        value={abbreviate(uniques)}
        hint={change((stats) => stats.uniques)}
        definition={metrics.callers.definition}
      />
      <Stat
        label={metrics.callAverage.label}
        value={duration(Math.round(average))}
        hint={change((stats) => Math.round(stats.average), duration)}
        definition={metrics.callAverage.definition}
      />
    </StatRow>
  );
};

const counts = [
  singleSeries<CtlStats>('calls', 'calls', ({ calls }) => calls),
  singleSeries<CtlStats>('callMinutes', 'minutes', ({ minutes }) => Math.round(minutes)),
  singleSeries<CtlStats>('callers', 'callers', ({ uniques }) => uniques),
] as const;

const columns: readonly ShareMetric<CtlStats>[] = [
  { header: 'Calls', value: ({ calls }) => calls },
  { header: 'Minutes', value: ({ minutes }) => Math.round(minutes) },
  { header: 'Callers', value: ({ uniques }) => uniques },
  { header: 'Average', value: ({ average }) => Math.round(average), write: duration, isAverage: true },
];

const Parts = ({ stats, withStations }: CtlReportProps) => {
  const shared = { whole: stats.period_stats.stats, values: columns };
  return (
    <PanelColumns mt="md">
      <PanelColumn>
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
      </PanelColumn>
      <PanelColumn>
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
      </PanelColumn>
    </PanelColumns>
  );
};
