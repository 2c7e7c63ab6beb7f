import { describe, expect, it } from 'vitest';
import { createDeadAirDetector } from './dead-air-detector.ts';

const started = () => createDeadAirDetector(() => ({ below_lufs: -50, after_ms: 30_000 }));

describe('dead-air detection', () => {
  it('reports dead air after its minimum time, dated to its beginning', () => {
    const watch = started();
    expect(watch.addMeasurement(0, -18)).toBe(true);
    expect(watch.addMeasurement(15_000, -Infinity)).toBe(false);
    expect(watch.isInDoubt).toBe(true);
    expect(watch.addMeasurement(30_000, -70)).toBe(false);
    expect(watch.addMeasurement(45_000, -71.26)).toBe(true);
    expect(watch.state).toEqual({ loudness: -71.3, dead_air: 15_000, sound_since: null });
    expect(watch.addMeasurement(50_000, -72)).toBe(false);
  });

  it('ignores a pause between songs', () => {
    const watch = started();
    const changes = [-18, -60, -17, -60, -60, -19].map((lufs, i) => watch.addMeasurement(i * 10_000, lufs));
    expect(changes).toEqual([true, false, false, false, false, false]);
    expect(watch.state).toMatchObject({ dead_air: null, sound_since: 50_000 });
  });

  it('reports the end of dead air at once, and further changes after it', () => {
    const watch = started();
    watch.addMeasurement(0, -Infinity);
    watch.addMeasurement(30_000, -Infinity);
    expect(watch.addMeasurement(35_000, -20)).toBe(true);
    expect(watch.state).toEqual({ loudness: -20, dead_air: null, sound_since: 35_000 });
    expect(watch.addMeasurement(40_000, -60)).toBe(true);
    expect(watch.state).toMatchObject({ dead_air: null, sound_since: null });
    expect(watch.addMeasurement(45_000, -20)).toBe(true);
    expect(watch.state.sound_since).toBe(45_000);
  });

  it('has no state before the first measurement', () => {
    expect(started().state).toEqual({ loudness: null, dead_air: null, sound_since: null });
  });
});
