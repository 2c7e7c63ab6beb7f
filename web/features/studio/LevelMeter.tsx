import { useEffect, useState } from 'react';
import classes from './Studio.module.css';

type LevelMeterProps = {
  label: string;
  /** The peak now, 0 to 1. */
  peak: number;
};

const lowestDb = -60;
const heldMs = 1500;

const toDb = (peak: number): number => Math.max(lowestDb, 20 * Math.log10(Math.max(peak, 1e-6)));
const share = (db: number): string => `${(1 - db / lowestDb) * 100}%`;

/** A meter in dBFS with a mark at the highest peak of the last second and a half. */
export const LevelMeter = ({ label, peak }: LevelMeterProps) => {
  const db = toDb(peak);
  const held = useHeldPeak(db);
  return (
    <div
      className={classes.meter}
      role="meter"
      aria-label={label}
      aria-valuemin={lowestDb}
      aria-valuemax={0}
      aria-valuenow={Math.round(db)}
      aria-valuetext={db <= lowestDb ? 'Silent' : `${Math.round(db)} dB`}
    >
      <span className={classes.level} style={{ clipPath: `inset(0 calc(100% - ${share(db)}) 0 0)` }} />
      <span className={classes.held} style={{ insetInlineStart: share(held) }} hidden={held <= lowestDb} />
    </div>
  );
};

const useHeldPeak = (db: number): number => {
  const [held, setHeld] = useState(lowestDb);
  useEffect(() => {
    if (db >= held) setHeld(db);
  }, [db, held]);
  useEffect(() => {
    const timer = setTimeout(() => setHeld(lowestDb), heldMs);
    return () => clearTimeout(timer);
  }, [held]);
  return held;
};
