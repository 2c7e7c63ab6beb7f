import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { listen, longestGap, sequence, type Heard } from '#streaming/ingest/testing/sound.ts';
import { createProgrammeCalls } from './programme-calls.ts';
import { createProgrammes, type Programmes } from './programmes.ts';
import { aac, startLogRig, toneSequence, type LogRig } from './testing/log-rig.ts';

/* What is recorded of a programme, as decoded sound. */

const station = 's-1111111111111111111111';
const id = '11111111-1111-4111-8111-111111111111';
const tones = [440, 880, 1760];
/** One MP3 frame at 44.1 kHz, ms. */
const frameMs = 1152 / 44.1;

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const start = async (options: { isFull?: () => boolean } = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'programmes-'));
  const rig = await startLogRig();
  closing.push(async () => {
    await rig.close();
    await rm(folder, { recursive: true, force: true });
  });
  const open = (): { programmes: Programmes; calls: ReturnType<typeof createProgrammeCalls> } => {
    const now = (): number => rig.now;
    const log = { info: () => undefined, warn: () => undefined };
    const programmes = createProgrammes({ bus: rig.bus, folder, isFull: () => false, log, now, ...options });
    closing.push(() => programmes.stop());
    return { programmes, calls: createProgrammeCalls(programmes, now) };
  };
  return { rig, folder, open, ...open() };
};
const tell = (rig: LogRig, from: number, to: number): Promise<void> =>
  rig.tell(station, { recordings: [{ id, begin: rig.now + from, end: rig.now + to }] });
const soundOf = async (calls: ReturnType<typeof createProgrammeCalls>): Promise<Buffer> => {
  const { pieces } = (await calls.find(id))!;
  const parts = [];
  for (const piece of pieces) {
    const found = (await calls.piece(id, piece.start))!;
    const sound = await buffer(found.sound);
    expect(sound.length).toBe(found.bytes);
    parts.push(sound);
  }
  return Buffer.concat(parts);
};
const lasting = (heard: Heard[], hertz: number): number =>
  heard.filter((one) => one.hertz === hertz).reduce((sum, { from, to }) => sum + to - from, 0);

describe('a programme', () => {
  it.each(['mp3', 'aac'] as const)('is the frames from its beginning to its end, %s', async (codec) => {
    const { rig, programmes, calls } = await start();
    await rig.tell(station, codec === 'aac' ? { format: aac } : {});
    await tell(rig, 7000, 25_000);
    await programmes.settle();
    const begin = rig.now + 7000;
    expect(await calls.list()).toMatchObject([{ id, state: 'waiting' }]);
    // 440 Hz to 10 s, 880 Hz to 20 s, 1760 Hz to 30 s.
    rig.send(station, await toneSequence(tones, 10, codec));
    await programmes.settle();
    const told = (await calls.find(id))!;
    expect(told).toMatchObject({ state: 'over', reason: null });
    expect(told.pieces).toHaveLength(1);
    expect(Math.abs(told.pieces[0]!.start - begin)).toBeLessThanOrEqual(frameMs);
    expect(Math.abs(told.pieces[0]!.end - (begin + 18_000))).toBeLessThanOrEqual(frameMs);
    const heard = await listen(await soundOf(calls), codec, tones);
    expect(sequence(heard)).toEqual(tones);
    expect(Math.abs(lasting(heard, 440) - 3000)).toBeLessThanOrEqual(3 * frameMs);
    expect(Math.abs(lasting(heard, 880) - 10_000)).toBeLessThanOrEqual(3 * frameMs);
    expect(Math.abs(lasting(heard, 1760) - 5000)).toBeLessThanOrEqual(3 * frameMs);
  });

  it('has the titles of its time, the one that was on when it began too', async () => {
    const { rig, programmes, calls } = await start();
    await tell(rig, 2000, 8000);
    await programmes.settle();
    const begin = rig.now + 2000;
    rig.title(station, 'Before');
    programmes.source(station, 'silence');
    rig.send(station, await toneSequence([440], 5));
    rig.title(station, 'Within');
    expect(await calls.list()).toMatchObject([{ state: 'silent' }]);
    programmes.source(station, 'live');
    expect(await calls.list()).toMatchObject([{ state: 'recording' }]);
    rig.send(station, await toneSequence([880], 5));
    await programmes.settle();
    const { titles, sources } = (await calls.find(id))!;
    expect(sources.map(({ at, source }) => [Math.round((at - begin) / 1000), source])).toEqual([
      [0, 'silence'],
      [3, 'live'],
    ]);
    expect(titles.map(({ at, title }) => [Math.round((at - begin) / 1000), title])).toEqual([
      [0, 'Before'],
      [3, 'Within'],
    ]);
  });

  it('goes on after the station was silent, and ends by the clock where it stays so', async () => {
    const { rig, programmes, calls } = await start();
    await tell(rig, 0, 30_000);
    await programmes.settle();
    rig.send(station, await toneSequence([440], 5, 'mp3', true));
    rig.skip(station, 10_000);
    await programmes.settle();
    expect(await calls.list()).toMatchObject([{ state: 'silent' }]);
    rig.send(station, (await toneSequence([880], 5, 'mp3', true)).subarray(8000));
    await programmes.settle();
    expect(await calls.list()).toMatchObject([{ state: 'recording' }]);
    rig.skip(station, 14_000);
    await programmes.settle();
    expect(await calls.find(id)).toMatchObject({ state: 'over' });
    const heard = await listen(await soundOf(calls), 'mp3', tones);
    expect(sequence(heard)).toEqual([440, 880]);
    expect(longestGap(heard)).toBeLessThanOrEqual(4 * frameMs);
  });

  it('is in pieces where the format changed within', async () => {
    const { rig, programmes, calls } = await start();
    await tell(rig, 0, 10_000);
    await programmes.settle();
    rig.send(station, await toneSequence([440], 5));
    await rig.tell(station, { format: aac });
    rig.send(station, await toneSequence([880], 6, 'aac'));
    await programmes.settle();
    const { pieces } = (await calls.find(id))!;
    expect(pieces.map(({ format }) => format.codec)).toEqual(['mp3', 'aac']);
    const second = await buffer((await calls.piece(id, pieces[1]!.start))!.sound);
    expect(sequence(await listen(second, 'aac', tones))).toEqual([880]);
  });

  it('has nothing where the station had no sound, or the disk no room', async () => {
    const silent = await start();
    await tell(silent.rig, 0, 5000);
    await silent.programmes.settle();
    silent.rig.now += 9000;
    await silent.programmes.settle();
    expect(await silent.calls.find(id)).toMatchObject({ state: 'over', pieces: [], reason: null });
    const full = await start({ isFull: () => true });
    await tell(full.rig, 0, 5000);
    await full.programmes.settle();
    full.rig.send(station, await toneSequence([440], 9));
    await full.programmes.settle();
    expect(await full.calls.find(id)).toMatchObject({ state: 'over', pieces: [], reason: 'disk' });
  });

  it('is dropped where it is no longer wanted, unless it is over; then it is kept until it is deleted', async () => {
    const { rig, programmes, calls, folder } = await start();
    await tell(rig, 0, 60_000);
    await programmes.settle();
    rig.send(station, await toneSequence([440], 3));
    await rig.tell(station, { recordings: [] });
    await programmes.settle();
    expect(await calls.list()).toEqual([]);
    expect(await readdir(folder)).toEqual([]);

    await tell(rig, 0, 3000);
    await programmes.settle();
    rig.send(station, await toneSequence([440], 5));
    await programmes.settle();
    await rig.tell(station, { recordings: [] });
    await programmes.settle();
    expect(await calls.list()).toMatchObject([{ id, state: 'over' }]);
    await calls.remove(id);
    expect(await calls.list()).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is over after a restart where it ended meanwhile, with what there was of it', async () => {
    const { rig, programmes, open } = await start();
    await tell(rig, 0, 10_000);
    await programmes.settle();
    rig.send(station, await toneSequence([440], 5));
    await programmes.stop();
    rig.now += 60_000;
    const again = open();
    await again.programmes.settle();
    expect(await again.calls.find(id)).toMatchObject({ state: 'over' });
    expect(lasting(await listen(await soundOf(again.calls), 'mp3', tones), 440)).toBeGreaterThan(4900);
  });
});
