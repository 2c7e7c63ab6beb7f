import type { StatsReply } from '#contract/analytics.ts';
import { metrics, type MetricId } from '#contract/metrics.ts';
import { ChartFigure } from '#web/ui/chart/ChartFigure.tsx';
import { formatDays, fileNameOf, hasStarted } from '#web/parts/report-days.ts';
import { bucketLabels, bucketsOf } from './buckets.ts';

/** Peak and average listeners over the period next to the previous peaks; days on which a definition changed are marked. */
export const ListenersFigure = ({ stats }: { stats: StatsReply }) => {
  const now = Date.now();
  const slots = bucketsOf(stats);
  const isCompared = (stats.previous?.stats.connections ?? 0) > 0;
  const points = slots.map((slot, i) => ({
    at: slot.from,
    peak: hasStarted(slot, now) ? slot.stats.peak : null,
    average: hasStarted(slot, now) ? slot.stats.average : null,
    before: stats.previous?.slots[i]?.stats.peak ?? null,
  }));
  return (
    <ChartFigure
      title="Listeners"
      description={`${formatDays(stats.from_date, stats.to_date)}, time zone: ${stats.timezone}`}
      unit="listeners"
      series={[
        { name: 'peak', label: metrics.peak.label },
        { name: 'average', label: metrics.average.label },
        ...(isCompared ? [{ name: 'before', label: 'Peak of the previous period', dashed: true }] : []),
      ]}
      points={points}
      marks={marksOf(stats)}
      nameOf={bucketLabels(stats)}
      fileName={fileNameOf('listeners', stats)}
      height={320}
    />
  );
};

/** Marks each change of a definition at the first bucket of its day. */
const marksOf = (stats: StatsReply) =>
  stats.changes.flatMap(({ date, metric, text }) => {
    const bucket = bucketsOf(stats).find(({ from }) => from.startsWith(date));
    const label = metric in metrics ? metrics[metric as MetricId].label : metric;
    return bucket ? [{ at: bucket.from, label: `${label}: ${text}` }] : [];
  });
