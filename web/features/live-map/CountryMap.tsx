import { geoPath } from 'd3-geo';
import { useMemo } from 'react';
import type { Audience } from '#contract/api/audience.ts';
import { count } from '#web/lib/format.ts';
import type { Shape } from './shared/map-shapes.ts';
import { countryProjection, type Size } from './shared/projections.ts';
import classes from './shared/WorldMap.module.css';

type City = Audience['cities'][number];
type CountryMapProps = {
  iso: string;
  name: string;
  shapes: readonly Shape[];
  cities: readonly City[];
  size: Size;
  onPoint: (text: string) => void;
};

const maxNames = 8;
const labelSpace = { x: 90, y: 18 };

/** The map of one country: each city is a circle sized by its listeners. The table beside it lists the same cities. */
export const CountryMap = ({ iso, name, shapes, cities, size, onPoint }: CountryMapProps) => {
  const { width, height } = size;
  // Recompute the projection only when the set of cities changes.
  const places = cities.map(({ latitude, longitude }) => `${latitude},${longitude}`).join(';');
  const rendered = useMemo(() => {
    const own = shapes.filter((shape) => shape.iso === iso);
    const projection = countryProjection(
      own.map(({ geometry }) => geometry),
      cities,
      { width, height },
    );
    const path = geoPath(projection).digits(1);
    return {
      projection,
      near: shapes.map((shape) => path(shape.geometry) ?? '').filter((d) => d !== ''),
      own: own.map((shape) => path(shape.geometry) ?? ''),
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- depends on the cities' locations, not their listeners
  }, [shapes, iso, width, height, places]);
  const maxListeners = Math.max(1, ...cities.map(({ listeners }) => listeners));
  const placed = cities.flatMap((city) => {
    const { latitude, longitude } = city;
    const point = latitude === null || longitude === null ? null : rendered.projection([longitude, latitude]);
    return point ? [{ city, x: point[0], y: point[1], r: 4 + 16 * Math.sqrt(city.listeners / maxListeners) }] : [];
  });
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className={classes.map}
      role="img"
      aria-label={`Map of ${name}: ${count(cities.length, 'place')} with listeners, also listed in the table.`}
      onPointerLeave={() => onPoint('')}
    >
      {rendered.near.map((d, i) => (
        <path key={i} d={d} className={`${classes.land} ${classes.near}`} />
      ))}
      {rendered.own.map((d, i) => (
        <path key={i} d={d} className={classes.land} />
      ))}
      {placed.map(({ city, x, y, r }) => (
        <circle
          key={`${city.region}.${city.city}`}
          {...{ cx: x, cy: y, r }}
          className={classes.city}
          onPointerEnter={() => onPoint(`${city.city || 'Other'}: ${count(city.listeners, 'listener')}`)}
        />
      ))}
      {labelled(placed, width).map(({ city, x, y, r }) => (
        <text key={`${city.region}.${city.city}`} x={x} y={y - r - 4} textAnchor="middle" className={classes.name}>
          {city.city}
        </text>
      ))}
    </svg>
  );
};

type Placed = { city: City; x: number; y: number; r: number };

/** The largest cities whose labels neither overlap nor leave the map. */
const labelled = (placed: readonly Placed[], width: number): Placed[] => {
  const picked: Placed[] = [];
  for (const one of placed) {
    if (picked.length === maxNames) break;
    const half = one.city.city.length * 3.5;
    const isOutside = one.x < half || one.x > width - half || one.y - one.r < labelSpace.y;
    const isClose = picked.some(
      ({ x, y }) => Math.abs(x - one.x) < labelSpace.x && Math.abs(y - one.y) < labelSpace.y + one.r,
    );
    if (one.city.city !== '' && !isOutside && !isClose) picked.push(one);
  }
  return picked;
};
