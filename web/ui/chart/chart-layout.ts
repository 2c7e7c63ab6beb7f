import { abbreviate } from '#web/lib/format.ts';
import { textWidth } from './text-width.ts';
import type { ChartPoint } from './chart-data.ts';

/** The layout of a chart: positions of points and values in SVG pixels. */
export type ChartLayout = {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Width of one point. */
  band: number;
  x: (point: number) => number;
  y: (value: number) => number;
  /** The x of a point's label, clamped to the drawing. */
  nameX: (point: number, width: number) => number;
  axis: number;
  axisAnchor: 'start' | 'end';
  /** The index of the point nearest to an x. */
  nearest: (x: number) => number;
};

type Space = {
  points: readonly ChartPoint[];
  ticks: readonly number[];
  width: number;
  height: number;
  /** Right to left: time runs to the left, and the axis is on the right. */
  isMirrored: boolean;
  /** Bars are centred in a band; lines start and end at the edges. */
  hasBands: boolean;
};

/** Lays out a chart: value axis at the start, names below, the rest for the plot. */
export const layoutChart = ({ points, ticks, width, height, isMirrored, hasBands }: Space): ChartLayout => {
  const axisWidth = Math.max(...ticks.map((tick) => textWidth(abbreviate(tick)))) + 14;
  const [left, right] = isMirrored ? [8, width - axisWidth] : [axisWidth, width - 8];
  const [top, bottom] = [18, height - 28];
  const highest = ticks.at(-1) ?? 1;
  const count = Math.max(1, points.length);
  const band = hasBands ? (right - left) / count : (right - left) / Math.max(1, count - 1);
  const offsetOf = (i: number): number => {
    if (hasBands) return (i + 0.5) * band;
    return points.length < 2 ? (right - left) / 2 : i * band;
  };
  const x = (i: number): number => (isMirrored ? right - offsetOf(i) : left + offsetOf(i));
  return {
    left,
    right,
    top,
    bottom,
    band,
    x,
    y: (value) => bottom - (value / highest) * (bottom - top),
    nameX: (i, textWidthPx) => Math.min(width - textWidthPx / 2, Math.max(textWidthPx / 2, x(i))),
    axis: isMirrored ? width - axisWidth + 8 : axisWidth - 8,
    axisAnchor: isMirrored ? 'start' : 'end',
    nearest: (at) => {
      const offset = (isMirrored ? right - at : at - left) / band - (hasBands ? 0.5 : 0);
      return Math.min(points.length - 1, Math.max(0, Math.round(offset)));
    },
  };
};
