import { geoPath } from 'd3-geo';
import { useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { Audience } from '#contract/api/audience.ts';
import { count } from '#web/lib/format.ts';
import type { Shape } from './map-shapes.ts';
import { worldProjection, type Size } from './projections.ts';
import classes from './WorldMap.module.css';

type Country = Audience['countries'][number];
type WholeWorldProps = {
  shapes: readonly Shape[];
  countries: readonly Country[];
  size: Size;
  /** What is counted: a click on listeners shows their cities, on others their places. */
  of?: 'listener' | 'impression';
  onCountry: (iso: string) => void;
  /** Describes the country under the pointer or focus; '' for none. */
  onPoint: (description: string) => void;
};

/**
 * The world map: darker countries have more listeners. Arrow keys move between countries; Enter or a click opens one.
 */
export const WholeWorld = ({ shapes, countries, size, of = 'listener', onCountry, onPoint }: WholeWorldProps) => {
  const within = of === 'listener' ? 'cities' : 'places';
  const { width, height } = size;
  const worldPaths = useMemo(() => {
    const projection = worldProjection({ width, height });
    const path = geoPath(projection).digits(1);
    return { projection, paths: shapes.map(({ iso, name, geometry }) => ({ iso, name, d: path(geometry) ?? '' })) };
  }, [shapes, width, height]);
  const withListeners = countries.filter(({ iso }) => iso !== '');
  const maxListeners = Math.max(1, ...withListeners.map(({ listeners }) => listeners));
  const root = useRef<SVGSVGElement>(null);
  const keyboard = useArrowKeys(withListeners, root, onCountry);
  const paths = new Map<string, string>();
  for (const { iso, d } of worldPaths.paths) if (iso !== '') paths.set(iso, (paths.get(iso) ?? '') + d);
  return (
    <svg
      ref={root}
      viewBox={`0 0 ${width} ${height}`}
      className={classes.map}
      role="group"
      aria-label={`World map of ${of}s. Use the arrow keys to move between countries and Enter to show ${within}.`}
      onPointerLeave={() => onPoint('')}
    >
      {worldPaths.paths.map(
        ({ iso, name, d }) =>
          // Antarctica would dominate the map.
          iso !== 'AQ' && <path key={`${iso}.${name}`} d={d} className={classes.land} aria-hidden />,
      )}
      {withListeners.map((country, i) => {
        const description = `${country.name}: ${count(country.listeners, of)}`;
        const place = placeOf(country, worldPaths.projection);
        return (
          <g
            key={country.iso}
            data-iso={country.iso}
            role="button"
            tabIndex={i === keyboard.active ? 0 : -1}
            aria-label={`${description}. Show ${within}`}
            className={classes.heard}
            style={{ '--share': `${Math.round(22 + 68 * Math.sqrt(country.listeners / maxListeners))}%` } as object}
            onClick={() => onCountry(country.iso)}
            onKeyDown={keyboard.onKeyDown}
            onFocus={() => (keyboard.enter(i), onPoint(description))}
            onBlur={() => onPoint('')}
            onPointerEnter={() => onPoint(description)}
          >
            {paths.has(country.iso) ? (
              <path d={paths.get(country.iso)} />
            ) : (
              place && <circle cx={place[0]} cy={place[1]} r={6} />
            )}
          </g>
        );
      })}
      {withListeners.map((country) => {
        const place = placeOf(country, worldPaths.projection);
        const r = 2.5 + 9 * Math.sqrt(country.listeners / maxListeners);
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

/** Makes all countries one tab stop, ordered by listeners. */
const useArrowKeys = (
  withListeners: readonly Country[],
  root: RefObject<SVGSVGElement | null>,
  onCountry: (iso: string) => void,
) => {
  const [activeIso, setActiveIso] = useState('');
  const active = Math.max(
    0,
    withListeners.findIndex(({ iso }) => iso === activeIso),
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event;
    if (key === 'Enter' || key === ' ') {
      event.preventDefault();
      const country = withListeners[active];
      return country && onCountry(country.iso);
    }
    const to = stepOf(key, active, withListeners.length);
    if (to === undefined) return;
    event.preventDefault();
    const iso = withListeners[to]?.iso ?? '';
    root.current?.querySelector<SVGGElement>(`[data-iso="${iso}"]`)?.focus();
  };
  return { active, onKeyDown, enter: (i: number) => setActiveIso(withListeners[i]?.iso ?? '') };
};

const stepOf = (key: string, index: number, length: number): number | undefined => {
  if (key === 'ArrowRight' || key === 'ArrowDown') return (index + 1) % length;
  if (key === 'ArrowLeft' || key === 'ArrowUp') return (index + length - 1) % length;
  if (key === 'Home') return 0;
  return key === 'End' ? length - 1 : undefined;
};
