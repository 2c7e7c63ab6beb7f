import { metrics, type MetricId } from '#contract/texts/metrics.ts';
import { useReportState } from '#web/features/analytics/shared/use-report-state.ts';
import { ChartFigure } from '#web/ui/chart/ChartFigure.tsx';
import { fileNameOf, hasStarted } from '#web/parts/report-days.ts';
import { Segments } from '#web/ui/form/Segments.tsx';
import { periodLabel, bucketLabels, bucketsOf, type Bucketed } from './buckets.ts';

type Line<S> = { name: string; label: string; value: (stats: S) => number };
/** A metric that the chart can show: as bars, or as lines if it has several series. */
export type FigureMetric<S> = { id: MetricId; unit: string; lines: readonly [Line<S>, ...Line<S>[]] };

type ChosenFigureProps<S> = {
  stats: Bucketed<{ from: string; to: string; stats: S }>;
  counts: readonly [FigureMetric<S>, ...FigureMetric<S>[]];
  /** Prefix of the downloaded file's name. */
  file?: string;
};

/** A metric with a single series. */
export const singleSeries = <S,>(id: MetricId, unit: string, value: (stats: S) => number): FigureMetric<S> => ({
  ...{ id, unit },
  lines: [{ name: 'all', label: metrics[id].label, value }],
});

/** A chart of a period's buckets with a choice of metrics. */
export const MetricFigure = <S,>({ stats, counts, file = '' }: ChosenFigureProps<S>) => {
  const { search, change } = useReportState();
  const { id, unit, lines } = counts.find((one) => one.id === search.metric) ?? counts[0];
  const now = Date.now();
  const points = bucketsOf(stats).map((slot) => ({
    at: slot.from,
    ...Object.fromEntries(lines.map(({ name, value }) => [name, hasStarted(slot, now) ? value(slot.stats) : null])),
  }));
  return (
    <ChartFigure
      title={metrics[id].label}
      description={periodLabel(stats)}
      kind={lines.length > 1 ? 'line' : 'bar'}
      unit={unit}
      series={lines.map(({ name, label }) => ({ name, label }))}
      points={points}
      nameOf={bucketLabels(stats)}
      fileName={fileNameOf(`${file}${unit}`, stats)}
      height={260}
      actions={
        <Segments
          size="xs"
          aria-label="Metric"
          value={id}
          onChange={(value) => change({ metric: value === counts[0].id ? undefined : value })}
          data={counts.map((one) => ({ value: one.id, label: metrics[one.id].label }))}
        />
      }
    />
  );
};
