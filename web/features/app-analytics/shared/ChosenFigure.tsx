import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { metrics, type MetricId } from '#contract/metrics.ts';
import { ChartFigure } from '#web/ui/chart/ChartFigure.tsx';
import { fileNameOf, hasBegun, periodWords, slotNames, slotsOf, type Slotted } from './slots.ts';

type Line<S> = { name: string; label: string; value: (stats: S) => number };
/** A number that a chart can show: as bars, or as lines where it is several. */
export type Counted<S> = { id: MetricId; unit: string; lines: readonly [Line<S>, ...Line<S>[]] };

type ChosenFigureProps<S> = {
  stats: Slotted<{ from: string; to: string; stats: S }>;
  counts: readonly [Counted<S>, ...Counted<S>[]];
  /** What a downloaded file's name begins with. */
  file?: string;
};

/** A number that is all there is to it. */
export const counted = <S,>(id: MetricId, unit: string, value: (stats: S) => number): Counted<S> => ({
  ...{ id, unit },
  lines: [{ name: 'all', label: metrics[id].label, value }],
});

/** One of several numbers by the slots of a period, as is chosen. */
export const ChosenFigure = <S,>({ stats, counts, file = '' }: ChosenFigureProps<S>) => {
  const [chosen, choose] = useState<string>(counts[0].id);
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
          aria-label="What is counted"
          value={id}
          onChange={choose}
          data={counts.map((one) => ({ value: one.id, label: metrics[one.id].label }))}
        />
      }
    />
  );
};
