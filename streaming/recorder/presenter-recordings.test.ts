import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dayMs } from '#contract/rules/time.ts';
import type { StationKey } from '#streaming/base/station-state.ts';
import { detectTones, sequence } from '#streaming/ingest/testing/audio.ts';
import { createPresenterRecordingCalls, type PresenterRecordingCalls } from './presenter-recording-calls.ts';
import { createPresenterRecordings, type PresenterRecordings } from './presenter-recordings.ts';
import { startLogRig, toneSequence, type LogRig } from './testing/log-rig.ts';

/* Recordings of presenters, checked by their decoded audio. */

const station = 's-1111111111111111111111' as StationKey;
const other = 's-2222222222222222222222' as StationKey;

let rig: LogRig;
let folder: string;
let recordings: PresenterRecordings;
let calls: PresenterRecordingCalls;

const open = (): void => {
  const log = { info: () => undefined, warn: () => undefined };
  const now = (): number => rig.now;
  recordings = createPresenterRecordings({ bus: rig.bus, folder, isFull: () => false, log, now });
  calls = createPresenterRecordingCalls(recordings);
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'presenters-'));
  rig = await startLogRig();
  open();
  await rig.publishHead(station);
});
afterEach(async () => {
  await recordings.stop();
  await rig.close();
  await rm(folder, { recursive: true, force: true });
});

const send = async (hertz: number, seconds = 4): Promise<void> =>
  rig.send(station, await toneSequence([hertz], seconds, 'mp3'));
const change = async (presenter: string | undefined): Promise<void> => {
  recordings.onAir(station, presenter);
  await recordings.flush();
};
const heard = async (id: string, bytes: number): Promise<number[]> => {
  const sound = await buffer((await calls.sound(station, id, 0, bytes - 1))!);
  expect(sound.length).toBe(bytes);
  return sequence(await detectTones(sound, 'mp3', [440, 880, 1760]));
};

it('has what each of them sent, and nothing of the others', async () => {
  await send(440);
  await change('anna');
  await send(880);
  await change('ben');
  await send(1760);
  await change(undefined);
  await send(440);
  rig.now += 121_000;
  await recordings.flush();
  const [ben, anna] = await calls.list(station);
  expect([anna, ben]).toMatchObject([
    { presenter: 'anna', reason: null, codec: 'mp3' },
    { presenter: 'ben', reason: null },
  ]);
  for (const one of [anna!, ben!]) {
    expect(Math.abs(one.ms - 4000)).toBeLessThan(60);
    expect(one.end! - one.begin).toBeLessThan(4500);
  }
  expect(await heard(anna!.id, anna!.bytes)).toEqual([880]);
  expect(await heard(ben!.id, ben!.bytes)).toEqual([1760]);
  expect(await calls.list(other)).toEqual([]);
  expect(await calls.sound(other, anna!.id, 0, 10)).toBeUndefined();
  await calls.remove(other, anna!.id);
  await calls.remove(station, anna!.id);
  expect((await calls.list(station)).map(({ id }) => id)).toEqual([ben!.id]);
});

it('continues when a presenter returns soon, and outlives the engine for two weeks', async () => {
  await change('anna');
  await send(880);
  await change(undefined);
  await send(440);
  await change('anna');
  await send(1760);
  const [running] = await calls.list(station);
  expect(running).toMatchObject({ presenter: 'anna', end: null });
  await recordings.stop();
  open();
  const [restored] = await calls.list(station);
  expect(restored).toMatchObject({ id: running!.id, presenter: 'anna' });
  expect(restored?.end).not.toBeNull();
  expect(await heard(restored!.id, restored!.bytes)).toEqual([880, 1760]);
  rig.now += 14 * dayMs;
  await recordings.flush();
  expect(await calls.list(station)).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});
