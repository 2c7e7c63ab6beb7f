import { useDirection, VisuallyHidden } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useState, type ComponentProps, type KeyboardEvent, type PointerEvent } from 'react';
import { ticksOf, type ChartPoint } from './chart-data.ts';
import { layoutChart } from './chart-layout.ts';
import { ChartPlot } from './ChartPlot.tsx';
import { ChartTip } from './ChartTip.tsx';
import classes from './ChartFigure.module.css';

type ChartStageProps = {
  label: string;
  plot: Omit<ComponentProps<typeof ChartPlot>, 'width' | 'cursor'>;
  writeValue: (value: number) => string;
  words: (point: ChartPoint) => string;
};

/** The interactive chart: pointer, touch and arrow keys move a cursor; arrow keys also announce the point. */
export const ChartStage = ({ label, plot, writeValue, words }: ChartStageProps) => {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const [cursor, setCursor] = useState<number>();
  const [announcement, setAnnouncement] = useState('');
  const isMirrored = useDirection().dir === 'rtl';
  const { points, series, kind, height } = plot;
  const at = cursor !== undefined && cursor < points.length ? cursor : undefined;
  const ticks = ticksOf(points, series);
  const layout = layoutChart({ points, ticks, width, height, isMirrored, hasBands: kind === 'bar' });
  const onPointer = ({ clientX, currentTarget }: PointerEvent): void => {
    const { left } = currentTarget.getBoundingClientRect();
    if (points.length > 0) setCursor(layout.nearest(clientX - left));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = stepOf(event.key, at, points.length, isMirrored);
    if (to === undefined) return;
    event.preventDefault();
    setCursor(to === 'off' ? undefined : to);
    const point = to === 'off' ? undefined : points[to];
    setAnnouncement(point ? words(point) : '');
  };
  const point = at === undefined ? undefined : points[at];
  return (
    <div
      ref={ref}
      className={classes.stage}
      style={{ minHeight: height }}
      role="application"
      aria-roledescription="chart"
      aria-label={`${label}: use arrow keys to move between ${points.length} points`}
      tabIndex={0}
      onPointerMove={onPointer}
      onPointerDown={onPointer}
      onPointerLeave={() => setCursor(undefined)}
      onKeyDown={onKeyDown}
      onBlur={() => setCursor(undefined)}
    >
      {width > 0 && <ChartPlot {...plot} width={width} cursor={at} />}
      {point && at !== undefined && (
        <ChartTip
          title={plot.nameOf(point.at)}
          point={point}
          series={series}
          writeValue={writeValue}
          x={layout.x(at)}
          width={width}
        />
      )}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </div>
  );
};

/** The target of a key: the neighbour, a tenth further, an end, or off the chart; undefined for other keys. */
const stepOf = (
  key: string,
  at: number | undefined,
  count: number,
  isMirrored: boolean,
): number | 'off' | undefined => {
  if (count === 0) return undefined;
  const page = Math.max(1, Math.round(count / 10));
  const forward = isMirrored ? -1 : 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: forward,
    ArrowLeft: -forward,
    PageDown: page,
    PageUp: -page,
  };
  if (key === 'Escape') return at === undefined ? undefined : 'off';
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps[key];
  if (step === undefined) return undefined;
  if (at === undefined) return step > 0 ? 0 : count - 1;
  return Math.min(count - 1, Math.max(0, at + step));
};
