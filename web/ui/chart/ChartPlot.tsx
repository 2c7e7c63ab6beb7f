import { useDirection } from '@mantine/core';
import { useId, type Ref } from 'react';
import { abbreviate } from '#web/lib/format.ts';
import {
  namedPoints,
  ticksOf,
  type ChartKind,
  type ChartMark,
  type ChartPoint,
  type ChartSeries,
} from './chart-data.ts';
import { layoutChart, type ChartLayout } from './chart-layout.ts';
import { Bars } from './ChartBars.tsx';
import { Lines } from './ChartLines.tsx';
import { textWidth } from './text-width.ts';
import classes from './ChartPlot.module.css';

type ChartPlotProps = {
  ref?: Ref<SVGSVGElement>;
  kind: ChartKind;
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  marks: readonly ChartMark[];
  width: number;
  height: number;
  nameOf: (at: string) => string;
  /** The index of the point under the pointer or keyboard cursor. */
  cursor: number | undefined;
};

/** The SVG of a chart: axis, bars or lines, marks and cursor. Its values are accessible elsewhere. */
export const ChartPlot = ({ ref, kind, points, series, marks, width, height, nameOf, cursor }: ChartPlotProps) => {
  const gradient = useId();
  const isMirrored = useDirection().dir === 'rtl';
  const ticks = ticksOf(points, series);
  const places = layoutChart({ points, ticks, width, height, isMirrored, hasBands: kind === 'bar' });
  const names = points.map(({ at }) => nameOf(at));
  return (
    <svg ref={ref} viewBox={`0 0 ${width} ${height}`} className={classes.plot} aria-hidden>
      <Axis ticks={ticks} names={names} places={places} />
      {marks.map((mark, i) => (
        <Mark
          key={`${mark.at} ${mark.label}`}
          at={points.findIndex(({ at }) => at === mark.at)}
          n={i + 1}
          places={places}
        />
      ))}
      {kind === 'bar' ? (
        <Bars points={points} series={series} places={places} />
      ) : (
        <Lines points={points} series={series} places={places} gradient={kind === 'area' ? gradient : undefined} />
      )}
      {cursor !== undefined && (
        <line
          data-cursor
          className={classes.cursor}
          x1={places.x(cursor)}
          x2={places.x(cursor)}
          y1={places.top}
          y2={places.bottom}
        />
      )}
    </svg>
  );
};

type AxisProps = { ticks: readonly number[]; names: readonly string[]; places: ChartLayout };

const Axis = ({ ticks, names, places }: AxisProps) => {
  const longest = names.reduce((long, name) => (name.length > long.length ? name : long), '');
  const nameWidth = textWidth(longest);
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          <line className={classes.grid} x1={places.left} x2={places.right} y1={places.y(tick)} y2={places.y(tick)} />
          <text className={classes.text} x={places.axis} y={places.y(tick) + 4} textAnchor={places.axisAnchor}>
            {abbreviate(tick)}
          </text>
        </g>
      ))}
      {namedPoints(names.length, places.right - places.left, nameWidth).map((i) => (
        <text
          key={i}
          className={classes.text}
          x={places.nameX(i, textWidth(names[i] ?? ''))}
          y={places.bottom + 20}
          textAnchor="middle"
        >
          {names[i]}
        </text>
      ))}
    </>
  );
};

/** A numbered vertical line whose text is listed below the chart. */
const Mark = ({ at, n, places }: { at: number; n: number; places: ChartLayout }) =>
  at < 0 ? null : (
    <g>
      <line className={classes.mark} x1={places.x(at)} x2={places.x(at)} y1={places.top - 4} y2={places.bottom} />
      <circle className={classes.markDot} cx={places.x(at)} cy={places.top - 8} r={8} />
      <text className={classes.markText} x={places.x(at)} y={places.top - 4.5} textAnchor="middle">
        {n}
      </text>
    </g>
  );
