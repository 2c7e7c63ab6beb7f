import { IconDeviceMobile } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { AppStats, AppStatsReply } from '#contract/api/app-stats.ts';
import { metrics } from '#contract/texts/metrics.ts';
import { ComparedWith, hints, previousChange } from '#web/features/analytics/shared/PreviousChange.tsx';
import { abbreviate, average, longDuration, whole } from '#web/lib/format.ts';
import { Stat, StatRow } from '#web/ui/Stat.tsx';
import { PanelColumn, PanelColumns } from '#web/ui/PanelColumns.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { MetricFigure, singleSeries } from './shared/MetricFigure.tsx';
import { ShareTable, type ShareMetric } from './shared/ShareTable.tsx';

/** App listening in a period: totals, a chart by hour or day, platforms, stations and countries. */
export const AppReport = ({ stats }: { stats: AppStatsReply }) => (
  <>
    <ComparedWith previous={stats.previous} />
    <Cards now={stats.period_stats.stats} previous={stats.previous} />
    {stats.period_stats.stats.sessions === 0 ? (
      <Surface mt="md">
        <EmptyState icon={<IconDeviceMobile size={30} />} title="No app listening in this period">
          Choose another period above. New app events appear within seconds.
        </EmptyState>
      </Surface>
    ) : (
      <>
        <MetricFigure stats={stats} counts={counts} file="app-" />
        <Parts stats={stats} />
      </>
    )}
  </>
);

type CardsProps = { now: AppStats; previous: AppStatsReply['previous'] };

const Cards = ({ now, previous }: CardsProps) => {
  const { sessions, minutes, uniques } = now;
  const change = (value: (stats: AppStats) => number, write = abbreviate): ReactNode =>
    previousChange(previous, now, value, write);
  return (
    <StatRow>
      <Stat
        label={metrics.appSessions.label}
        value={abbreviate(sessions)}
        hint={change((stats) => stats.sessions)}
        definition={metrics.appSessions.definition}
      />
      <Stat
        label={metrics.appMinutes.label}
        value={abbreviate(Math.round(minutes))}
        hint={hints(
          longDuration(minutes * 60),
          change((stats) => Math.round(stats.minutes)),
        )}
        definition={metrics.appMinutes.definition}
      />
      <Stat
        label={metrics.appUniques.label}
        value={abbreviate(uniques.total)}
        hint={hints(
          `${whole(uniques.ios)} iOS, ${whole(uniques.android)} Android`,
          change((stats) => stats.uniques.total),
        )}
        definition={metrics.appUniques.definition}
      />
      <Stat
        label={metrics.appSessionAverage.label}
        value={`${average(minutes, sessions)} min`}
        hint={change(
          (stats) => (stats.sessions === 0 ? 0 : stats.minutes / stats.sessions),
          (value) => `${average(value, 1)} min`,
        )}
        definition={metrics.appSessionAverage.definition}
      />
    </StatRow>
  );
};

const uniquesOf = (count: 'total' | 'ios' | 'android', label: string) => ({
  ...{ name: count, label },
  value: ({ uniques }: AppStats) => uniques[count],
});
const counts = [
  singleSeries<AppStats>('appMinutes', 'minutes', ({ minutes }) => Math.round(minutes)),
  singleSeries<AppStats>('appSessions', 'sessions', ({ sessions }) => sessions),
  {
    id: 'appUniques',
    unit: 'listeners',
    lines: [uniquesOf('total', 'All'), uniquesOf('ios', 'iOS'), uniquesOf('android', 'Android')],
  },
] as const;

const columns: readonly ShareMetric<AppStats>[] = [
  { header: 'Minutes', value: ({ minutes }) => Math.round(minutes) },
  { header: 'Sessions', value: ({ sessions }) => sessions },
  { header: 'Listeners', value: ({ uniques }) => uniques.total },
];
const platformNames = { ios: 'iOS', android: 'Android' } as const;

const Parts = ({ stats }: { stats: AppStatsReply }) => {
  const shared = { whole: stats.period_stats.stats, values: columns };
  return (
    <PanelColumns mt="md">
      <PanelColumn>
        <ShareTable
          {...shared}
          title="Countries"
          description="By IP address, which is not stored"
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
          title="Platforms"
          head="Platform"
          parts={stats.platform_stats.map((one) => ({
            id: one.platform,
            name: platformNames[one.platform],
            stats: one.stats,
          }))}
        />
        <ShareTable
          {...shared}
          title="Stations"
          head="Station"
          parts={stats.station_stats.map((one) => ({ id: one.key, name: one.name, stats: one.stats }))}
        />
      </PanelColumn>
    </PanelColumns>
  );
};
