import type { Stats, StatsReply } from '#contract/api/analytics.ts';
import { metrics } from '#contract/texts/metrics.ts';
import { minutesOf } from '#web/lib/format.ts';
import { ChartFigure } from '#web/ui/chart/ChartFigure.tsx';
import { fileNameOf, hasStarted } from '#web/parts/report-days.ts';
import { Segments } from '#web/ui/form/Segments.tsx';
import { useReportState } from '../shared/use-report-state.ts';
import { hasSpots, bucketLabels, bucketsOf } from './buckets.ts';

type Count = 'connections' | 'uniques' | 'minutes' | 'impressions';

const counts: Record<Count, { short?: string; unit: string; value: (stats: Stats) => number }> = {
  connections: { unit: 'sessions', value: ({ connections }) => connections },
  uniques: { short: 'Uniques', unit: 'listeners', value: ({ uniques }) => uniques },
  minutes: { unit: 'minutes', value: ({ listening_time }) => minutesOf(listening_time) },
  impressions: { unit: 'spots', value: ({ impressions }) => impressions },
};
const defaultCounts = ['connections', 'uniques', 'minutes'] as const;

/** Sessions, unique listeners, minutes or (if spots played) impressions per bucket, next to the previous period. */
export const CountsFigure = ({ stats }: { stats: StatsReply }) => {
  const { search, change } = useReportState();
  const offered: readonly Count[] = hasSpots(stats) ? [...defaultCounts, 'impressions'] : defaultCounts;
  const count = offered.find((name) => name === search.metric) ?? 'connections';
  const now = Date.now();
  const { unit, value } = counts[count];
  const isCompared = (stats.previous?.stats.connections ?? 0) > 0;
  const points = bucketsOf(stats).map((slot, i) => {
    const before = stats.previous?.slots[i]?.stats;
    return {
      at: slot.from,
      now: hasStarted(slot, now) ? value(slot.stats) : null,
      before: before ? value(before) : null,
    };
  });
  return (
    <ChartFigure
      title={metrics[count].label}
      description={metrics[count].definition}
      kind="bar"
      unit={unit}
      series={[
        { name: 'now', label: metrics[count].label },
        ...(isCompared ? [{ name: 'before', label: 'Previous period', dashed: true }] : []),
      ]}
      points={points}
      nameOf={bucketLabels(stats)}
      fileName={fileNameOf(unit, stats)}
      height={240}
      actions={
        <Segments
          size="xs"
          aria-label="Metric"
          value={count}
          onChange={(value) => change({ metric: value === 'connections' ? undefined : value })}
          data={offered.map((id) => ({ value: id, label: counts[id].short ?? metrics[id].label }))}
        />
      }
    />
  );
};
