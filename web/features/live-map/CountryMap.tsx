import { geoPath } from 'd3-geo';
import { useMemo } from 'react';
import type { Audience } from '#contract/audience.ts';
import { count } from '#web/lib/format.ts';
import type { Shape } from './map-shapes.ts';
import { countryProjection, type Size } from './projections.ts';
import classes from './WorldMap.module.css';

type City = Audience['cities'][number];
type CountryMapProps = {
  iso: string;
  name: string;
  shapes: readonly Shape[];
  cities: readonly City[];
  size: Size;
  onPoint: (words: string) => void;
};

const mostNames = 8;
const nameRoom = { x: 90, y: 18 };

/** One country with its cities as circles, the larger the more listeners; the list beside it says the same in words. */
export const CountryMap = ({ iso, name, shapes, cities, size, onPoint }: CountryMapProps) => {
  const { width, height } = size;
  // A city more moves nothing but where it lies outside of what is seen.
  const places = cities.map(({ latitude, longitude }) => `${latitude},${longitude}`).join(';');
  const drawn = useMemo(() => {
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
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- where the cities are, not how many listen there
  }, [shapes, iso, width, height, places]);
  const most = Math.max(1, ...cities.map(({ listeners }) => listeners));
  const placed = cities.flatMap((city) => {
    const { latitude, longitude } = city;
    const point = latitude === null || longitude === null ? null : drawn.projection([longitude, latitude]);
    return point ? [{ city, x: point[0], y: point[1], r: 4 + 16 * Math.sqrt(city.listeners / most) }] : [];
  });
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className={classes.map}
      role="img"
      aria-label={`Map of ${name}: ${count(cities.length, 'place')} with listeners, all in the list.`}
      onPointerLeave={() => onPoint('')}
    >
      {drawn.near.map((d, i) => (
        <path key={i} d={d} className={`${classes.land} ${classes.near}`} />
      ))}
      {drawn.own.map((d, i) => (
        <path key={i} d={d} className={classes.land} />
      ))}
      {placed.map(({ city, x, y, r }) => (
        <circle
          key={`${city.region}.${city.city}`}
          {...{ cx: x, cy: y, r }}
          className={classes.city}
          onPointerEnter={() => onPoint(`${city.city || 'Elsewhere'}: ${count(city.listeners, 'listener')}`)}
        />
      ))}
      {named(placed, width).map(({ city, x, y, r }) => (
        <text key={`${city.region}.${city.city}`} x={x} y={y - r - 4} textAnchor="middle" className={classes.name}>
          {city.city}
        </text>
      ))}
    </svg>
  );
};

type Placed = { city: City; x: number; y: number; r: number };

/** The largest cities whose names don't run into each other or out of the map. */
const named = (placed: readonly Placed[], width: number): Placed[] => {
  const chosen: Placed[] = [];
  for (const one of placed) {
    if (chosen.length === mostNames) break;
    const half = one.city.city.length * 3.5;
    const isOut = one.x < half || one.x > width - half || one.y - one.r < nameRoom.y;
    const isClose = chosen.some(
      ({ x, y }) => Math.abs(x - one.x) < nameRoom.x && Math.abs(y - one.y) < nameRoom.y + one.r,
    );
    if (one.city.city !== '' && !isOut && !isClose) chosen.push(one);
  }
  return chosen;
};
