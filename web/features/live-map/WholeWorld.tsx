import { geoPath } from 'd3-geo';
import { useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { Audience } from '#contract/audience.ts';
import { count } from '#web/lib/format.ts';
import type { Shape } from './map-shapes.ts';
import { worldProjection, type Size } from './projections.ts';
import classes from './WorldMap.module.css';

type Country = Audience['countries'][number];
type WholeWorldProps = {
  shapes: readonly Shape[];
  countries: readonly Country[];
  size: Size;
  onCountry: (iso: string) => void;
  /** What the pointer or the focus is on, in words; '' for nothing. */
  onPoint: (words: string) => void;
};

/** Countries are darker the more listeners they have; arrow keys go from one to the next, Enter and a click into it. */
export const WholeWorld = ({ shapes, countries, size, onCountry, onPoint }: WholeWorldProps) => {
  const { width, height } = size;
  const drawn = useMemo(() => {
    const projection = worldProjection({ width, height });
    const path = geoPath(projection).digits(1);
    return { projection, paths: shapes.map(({ iso, name, geometry }) => ({ iso, name, d: path(geometry) ?? '' })) };
  }, [shapes, width, height]);
  const heard = countries.filter(({ iso }) => iso !== '');
  const most = Math.max(1, ...heard.map(({ listeners }) => listeners));
  const root = useRef<SVGSVGElement>(null);
  const walk = useWalk(heard, root, onCountry);
  const paths = new Map<string, string>();
  for (const { iso, d } of drawn.paths) if (iso !== '') paths.set(iso, (paths.get(iso) ?? '') + d);
  return (
    <svg
      ref={root}
      viewBox={`0 0 ${width} ${height}`}
      className={classes.map}
      role="group"
      aria-label="World map of listeners. Arrow keys go from country to country, Enter shows its cities."
      onPointerLeave={() => onPoint('')}
    >
      {drawn.paths.map(
        ({ iso, name, d }) =>
          // Its ice would be the largest thing on the map.
          iso !== 'AQ' && <path key={`${iso}.${name}`} d={d} className={classes.land} aria-hidden />,
      )}
      {heard.map((country, i) => {
        const words = `${country.name}: ${count(country.listeners, 'listener')}`;
        const place = placeOf(country, drawn.projection);
        return (
          <g
            key={country.iso}
            data-iso={country.iso}
            role="button"
            tabIndex={i === walk.active ? 0 : -1}
            aria-label={`${words}. Show its cities`}
            className={classes.heard}
            style={{ '--share': `${Math.round(22 + 68 * Math.sqrt(country.listeners / most))}%` } as object}
            onClick={() => onCountry(country.iso)}
            onKeyDown={walk.onKeyDown}
            onFocus={() => (walk.enter(i), onPoint(words))}
            onBlur={() => onPoint('')}
            onPointerEnter={() => onPoint(words)}
          >
            {paths.has(country.iso) ? (
              <path d={paths.get(country.iso)} />
            ) : (
              place && <circle cx={place[0]} cy={place[1]} r={6} />
            )}
          </g>
        );
      })}
      {heard.map((country) => {
        const place = placeOf(country, drawn.projection);
        const r = 2.5 + 9 * Math.sqrt(country.listeners / most);
        return (
          place && <circle key={country.iso} cx={place[0]} cy={place[1]} r={r} className={classes.bubble} aria-hidden />
        );
      })}
    </svg>
  );
};

const placeOf = (
  { latitude, longitude }: Country,
  projection: ReturnType<typeof worldProjection>,
): [number, number] | null => (latitude === null || longitude === null ? null : projection([longitude, latitude]));

/** One stop of the tab key for all countries, the most heard first. */
const useWalk = (
  heard: readonly Country[],
  root: RefObject<SVGSVGElement | null>,
  onCountry: (iso: string) => void,
) => {
  const [at, setAt] = useState('');
  const active = Math.max(
    0,
    heard.findIndex(({ iso }) => iso === at),
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event;
    if (key === 'Enter' || key === ' ') {
      event.preventDefault();
      const country = heard[active];
      return country && onCountry(country.iso);
    }
    const to = stepOf(key, active, heard.length);
    if (to === undefined) return;
    event.preventDefault();
    const iso = heard[to]?.iso ?? '';
    root.current?.querySelector<SVGGElement>(`[data-iso="${iso}"]`)?.focus();
  };
  return { active, onKeyDown, enter: (i: number) => setAt(heard[i]?.iso ?? '') };
};

const stepOf = (key: string, at: number, length: number): number | undefined => {
  if (key === 'ArrowRight' || key === 'ArrowDown') return (at + 1) % length;
  if (key === 'ArrowLeft' || key === 'ArrowUp') return (at + length - 1) % length;
  if (key === 'Home') return 0;
  return key === 'End' ? length - 1 : undefined;
};
