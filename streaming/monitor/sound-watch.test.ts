import { describe, expect, it } from 'vitest';
import { createSoundWatch } from './sound-watch.ts';

const started = () => createSoundWatch(() => ({ below_lufs: -50, after_ms: 30_000 }));

describe('the watch of a sound', () => {
  it('calls silence dead air once it has lasted, since it began', () => {
    const watch = started();
    expect(watch.note(0, -18)).toBe(true);
    expect(watch.note(15_000, -Infinity)).toBe(false);
    expect(watch.isInDoubt).toBe(true);
    expect(watch.note(30_000, -70)).toBe(false);
    expect(watch.note(45_000, -71.26)).toBe(true);
    expect(watch.state).toEqual({ loudness: -71.3, dead_air: 15_000, sound_since: null });
    expect(watch.note(50_000, -72)).toBe(false);
  });

  it('takes a pause between songs for none', () => {
    const watch = started();
    const told = [-18, -60, -17, -60, -60, -19].map((lufs, i) => watch.note(i * 10_000, lufs));
    expect(told).toEqual([true, false, false, false, false, false]);
    expect(watch.state).toMatchObject({ dead_air: null, sound_since: 50_000 });
  });

  it('tells the end of dead air at once, and what then comes and goes', () => {
    const watch = started();
    watch.note(0, -Infinity);
    watch.note(30_000, -Infinity);
    expect(watch.note(35_000, -20)).toBe(true);
    expect(watch.state).toEqual({ loudness: -20, dead_air: null, sound_since: 35_000 });
    expect(watch.note(40_000, -60)).toBe(true);
    expect(watch.state).toMatchObject({ dead_air: null, sound_since: null });
    expect(watch.note(45_000, -20)).toBe(true);
    expect(watch.state.sound_since).toBe(45_000);
  });

  it('knows nothing before it has heard anything', () => {
    expect(started().state).toEqual({ loudness: null, dead_air: null, sound_since: null });
  });
});
