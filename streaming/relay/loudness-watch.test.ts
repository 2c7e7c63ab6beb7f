import { describe, expect, it } from 'vitest';
import { mp3Stereo } from '#streaming/ingest/testing/air-rig.ts';
import { createLoudnessWatch } from './loudness-watch.ts';

const frame = { buffer: Buffer.alloc(417), start: 0, end: 417, samples: 1152 };
const frameMs = (1152 * 1000) / 44_100;

const startWatch = (measured: { lufs: number | 'fails' }) => {
  const changes: { isSilent: boolean; atMs: number }[] = [];
  let pushed = 0;
  let measurements = 0;
  const watch = createLoudnessWatch({
    format: mp3Stereo,
    settings: () => ({ below_lufs: -50, after_ms: 4000 }),
    measure: () => {
      measurements++;
      return measured.lufs === 'fails' ? Promise.reject(new Error('no decoder')) : Promise.resolve(measured.lufs);
    },
    changed: (isSilent) => changes.push({ isSilent, atMs: Math.round(pushed * frameMs) }),
  });
  const send = async (ms: number): Promise<void> => {
    for (const end = pushed + ms / frameMs; pushed < end; pushed++) {
      watch.push(frame);
      await Promise.resolve();
      await Promise.resolve();
    }
  };
  return { watch, changes, send, measurements: () => measurements };
};

describe('a monitored stream', () => {
  it('is silent after enough quiet, and audible again at the first audio', async () => {
    const measured = { lufs: -20 };
    const { watch, changes, send } = startWatch(measured);
    await send(5000);
    expect([watch.isAudible, watch.isSilent]).toEqual([true, false]);
    measured.lufs = -70;
    await send(2500);
    expect(watch.isSilent).toBe(false);
    await send(4000);
    expect(watch.isSilent).toBe(true);
    measured.lufs = -20;
    await send(3500);
    expect(watch.isSilent).toBe(false);
    expect(changes.map(({ isSilent }) => isSilent)).toEqual([true, false]);
    expect(changes[0]!.atMs).toBeLessThan(5000 + 4000 + 3100);
  });

  it('is not silent during a pause between tracks', async () => {
    const measured = { lufs: -20 };
    const { changes, send } = startWatch(measured);
    await send(3000);
    measured.lufs = -Infinity;
    await send(2500);
    measured.lufs = -20;
    await send(3000);
    measured.lufs = -Infinity;
    await send(2500);
    expect(changes).toEqual([]);
  });

  it('stays silent across a reconnect until it has audio', async () => {
    const measured = { lufs: -70 };
    const { watch, send } = startWatch(measured);
    await send(5000);
    watch.restart();
    await send(500);
    expect([watch.isAudible, watch.isSilent]).toEqual([false, true]);
    measured.lufs = -20;
    await send(3500);
    expect([watch.isAudible, watch.isSilent]).toEqual([true, false]);
  });

  it('counts as audible when measuring fails', async () => {
    const { watch, changes, send } = startWatch({ lufs: 'fails' });
    await send(9000);
    expect([watch.isAudible, watch.isSilent, changes.length]).toEqual([true, false, 0]);
  });

  it('is measured only at intervals while it is audible', async () => {
    const { send, measurements } = startWatch({ lufs: -20 });
    await send(20_000);
    expect(measurements()).toBeLessThanOrEqual(11);
  });
});
