import { abbreviate } from '#web/lib/format.ts';
import { textWidth } from './text-width.ts';
import type { ChartPoint } from './chart-data.ts';

/** Where a chart's points and numbers stand in its drawing, in its own pixels. */
export type Places = {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** How much room one point has. */
  band: number;
  x: (point: number) => number;
  y: (value: number) => number;
  /** Where a point's name stands so that it stays inside. */
  nameX: (point: number, width: number) => number;
  axis: number;
  axisAnchor: 'start' | 'end';
  /** The point nearest to a place. */
  nearest: (x: number) => number;
};

type Space = {
  points: readonly ChartPoint[];
  ticks: readonly number[];
  width: number;
  height: number;
  /** Right to left: time runs to the left, and the numbers stand at the right. */
  isMirrored: boolean;
  /** Bars stand in the middle of a band; lines begin and end at the edges. */
  hasBands: boolean;
};

/** Lays a chart out: numbers at the beginning, names below, the rest for the drawing. */
export const placesOf = ({ points, ticks, width, height, isMirrored, hasBands }: Space): Places => {
  const numbers = Math.max(...ticks.map((tick) => textWidth(abbreviate(tick)))) + 14;
  const [left, right] = isMirrored ? [8, width - numbers] : [numbers, width - 8];
  const [top, bottom] = [18, height - 28];
  const highest = ticks.at(-1) ?? 1;
  const count = Math.max(1, points.length);
  const band = hasBands ? (right - left) / count : (right - left) / Math.max(1, count - 1);
  const along = (i: number): number => {
    if (hasBands) return (i + 0.5) * band;
    return points.length < 2 ? (right - left) / 2 : i * band;
  };
  const x = (i: number): number => (isMirrored ? right - along(i) : left + along(i));
  return {
    left,
    right,
    top,
    bottom,
    band,
    x,
    y: (value) => bottom - (value / highest) * (bottom - top),
    nameX: (i, wide) => Math.min(width - wide / 2, Math.max(wide / 2, x(i))),
    axis: isMirrored ? width - numbers + 8 : numbers - 8,
    axisAnchor: isMirrored ? 'start' : 'end',
    nearest: (at) => {
      const offset = (isMirrored ? right - at : at - left) / band - (hasBands ? 0.5 : 0);
      return Math.min(points.length - 1, Math.max(0, Math.round(offset)));
    },
  };
};
