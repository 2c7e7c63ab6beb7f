import { describe, expect, it } from 'vitest';
import { mp3Stereo } from '#streaming/ingest/testing/air-rig.ts';
import { createLoudnessWatch } from './loudness-watch.ts';

const frame = { buffer: Buffer.alloc(417), start: 0, end: 417, samples: 1152 };
const frameMs = (1152 * 1000) / 44_100;

function watching(measured: { lufs: number | 'fails' }) {
  const told: { isSilent: boolean; atMs: number }[] = [];
  let pushed = 0;
  let asked = 0;
  const watch = createLoudnessWatch({
    format: mp3Stereo,
    settings: () => ({ below_lufs: -50, after_ms: 4000 }),
    measure: () => {
      asked++;
      return measured.lufs === 'fails' ? Promise.reject(new Error('no decoder')) : Promise.resolve(measured.lufs);
    },
    changed: (isSilent) => told.push({ isSilent, atMs: Math.round(pushed * frameMs) }),
  });
  const send = async (ms: number): Promise<void> => {
    for (const end = pushed + ms / frameMs; pushed < end; pushed++) {
      watch.push(frame);
      await Promise.resolve();
      await Promise.resolve();
    }
  };
  return { watch, told, send, asked: () => asked };
}

describe('a stream that is listened to', () => {
  it('is silent once it is quiet for long enough, and sounds again at the first sound', async () => {
    const measured = { lufs: -20 };
    const { watch, told, send } = watching(measured);
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
    expect(told.map(({ isSilent }) => isSilent)).toEqual([true, false]);
    expect(told[0]!.atMs).toBeLessThan(5000 + 4000 + 3100);
  });

  it('is not silent for a pause between two pieces', async () => {
    const measured = { lufs: -20 };
    const { told, send } = watching(measured);
    await send(3000);
    measured.lufs = -Infinity;
    await send(2500);
    measured.lufs = -20;
    await send(3000);
    measured.lufs = -Infinity;
    await send(2500);
    expect(told).toEqual([]);
  });

  it('stays silent over a new connection until it sounds', async () => {
    const measured = { lufs: -70 };
    const { watch, send } = watching(measured);
    await send(5000);
    watch.restart();
    await send(500);
    expect([watch.isAudible, watch.isSilent]).toEqual([false, true]);
    measured.lufs = -20;
    await send(3500);
    expect([watch.isAudible, watch.isSilent]).toEqual([true, false]);
  });

  it('counts as sounding where nothing can be measured', async () => {
    const { watch, told, send } = watching({ lufs: 'fails' });
    await send(9000);
    expect([watch.isAudible, watch.isSilent, told.length]).toEqual([true, false, 0]);
  });

  it('is measured only now and then while it sounds', async () => {
    const { send, asked } = watching({ lufs: -20 });
    await send(20_000);
    expect(asked()).toBeLessThanOrEqual(11);
  });
});
