import { useEffect, useRef } from 'react';
import type { Observable } from './observable.ts';
import type { Levels } from './sound/mix.ts';
import classes from './Studio.module.css';

type LevelMeterProps = { label: string; levels: Observable<Levels>; of: 'mic' | 'out' };

const lowestDb = -60;
const heldMs = 1500;
/** How often its value is changed for screen readers, ms. */
const spokenMs = 1000;

const toDb = (peak: number): number => Math.max(lowestDb, 20 * Math.log10(Math.max(peak, 1e-6)));
const share = (db: number): string => `${((1 - db / lowestDb) * 100).toFixed(1)}%`;

/**
 * A meter in dBFS with a mark at the highest peak of the last second and a half. It moves twenty times a second, so it
 * changes its own elements, past React.
 */
export const LevelMeter = ({ label, levels, of }: LevelMeterProps) => {
  const [meter, level, held] = [
    useRef<HTMLDivElement>(null),
    useRef<HTMLSpanElement>(null),
    useRef<HTMLSpanElement>(null),
  ];
  useEffect(() => {
    let [heldDb, heldAt, spokenAt] = [lowestDb, 0, 0];
    const show = (): void => {
      const db = toDb(levels.value[of]);
      const now = performance.now();
      if (db >= heldDb || now - heldAt > heldMs) [heldDb, heldAt] = [db, now];
      level.current?.style.setProperty('clip-path', `inset(0 calc(100% - ${share(db)}) 0 0)`);
      held.current?.style.setProperty('inset-inline-start', share(heldDb));
      if (now - spokenAt < spokenMs) return;
      spokenAt = now;
      meter.current?.setAttribute('aria-valuenow', String(Math.round(db)));
      meter.current?.setAttribute('aria-valuetext', db <= lowestDb ? 'Silent' : `${Math.round(db)} dB`);
    };
    show();
    return levels.subscribe(show);
  }, [levels, of, meter, level, held]);
  return (
    <div
      ref={meter}
      className={classes.meter}
      role="meter"
      aria-label={label}
      aria-valuemin={lowestDb}
      aria-valuemax={0}
      aria-valuenow={lowestDb}
    >
      <span ref={level} className={classes.level} />
      <span ref={held} className={classes.held} />
    </div>
  );
};
