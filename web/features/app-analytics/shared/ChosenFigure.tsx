import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { metrics, type MetricId } from '#contract/metrics.ts';
import { ChartFigure } from '#web/ui/chart/ChartFigure.tsx';
import { fileNameOf, hasBegun, periodWords, slotNames, slotsOf, type Slotted } from './slots.ts';

type Line<S> = { name: string; label: string; value: (stats: S) => number };
/** A metric that the chart can show: as bars, or as lines if it has several series. */
export type Counted<S> = { id: MetricId; unit: string; lines: readonly [Line<S>, ...Line<S>[]] };

type ChosenFigureProps<S> = {
  stats: Slotted<{ from: string; to: string; stats: S }>;
  counts: readonly [Counted<S>, ...Counted<S>[]];
  /** Prefix of the downloaded file's name. */
  file?: string;
};

/** A metric with a single series. */
export const counted = <S,>(id: MetricId, unit: string, value: (stats: S) => number): Counted<S> => ({
  ...{ id, unit },
  lines: [{ name: 'all', label: metrics[id].label, value }],
});

/** A chart of a period's buckets with a choice of metrics. */
export const ChosenFigure = <S,>({ stats, counts, file = '' }: ChosenFigureProps<S>) => {
  const [chosen, setChosen] = useState<string>(counts[0].id);
  const { id, unit, lines } = counts.find((one) => one.id === chosen) ?? counts[0];
  const now = Date.now();
  const points = slotsOf(stats).map((slot) => ({
    at: slot.from,
    ...Object.fromEntries(lines.map(({ name, value }) => [name, hasBegun(slot, now) ? value(slot.stats) : null])),
  }));
  return (
    <ChartFigure
      title={metrics[id].label}
      description={periodWords(stats)}
      kind={lines.length > 1 ? 'line' : 'bar'}
      unit={unit}
      series={lines.map(({ name, label }) => ({ name, label }))}
      points={points}
      nameOf={slotNames(stats)}
      fileName={fileNameOf(`${file}${unit}`, stats)}
      height={260}
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Metric"
          value={id}
          onChange={setChosen}
          data={counts.map((one) => ({ value: one.id, label: metrics[one.id].label }))}
        />
      }
    />
  );
};
