import { appendFile, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { listen, longestGap, sequence, type Container, type Heard } from '#streaming/ingest/testing/sound.ts';
import { aac, startLogRig, toneSequence, type LogRig } from './testing/log-rig.ts';

const station = 's-1111111111111111111111';
const other = 's-2222222222222222222222';
const tones = [440, 880, 1760];
/** One MP3 frame at 44.1 kHz, ms; what is heard is told in steps of 10 ms. */
const frameMs = 1152 / 44.1;

const rigs: LogRig[] = [];
const rigOf = async (...options: Parameters<typeof startLogRig>): Promise<LogRig> => {
  const rig = await startLogRig(...options);
  rigs.push(rig);
  return rig;
};
afterEach(async () => {
  for (const rig of rigs.splice(0)) await rig.close();
});

const lasting = (heard: Heard[], hertz: number): number =>
  heard.filter((one) => one.hertz === hertz).reduce((sum, { from, to }) => sum + to - from, 0);
const hear = async (rig: LogRig, from: number, to: number, codec: Container = 'mp3'): Promise<Heard[]> =>
  listen(await rig.sound(station, from, to), codec, tones);

describe('what is recorded', () => {
  it.each(['mp3', 'aac'] as const)('gives the sound of a time to the frame, %s', async (codec) => {
    const rig = await rigOf();
    await rig.tell(station, codec === 'aac' ? { format: aac } : {});
    const start = rig.now;
    rig.send(station, await toneSequence(tones, 20, codec));
    await rig.settle();
    const span = await rig.calls.span(station, start + 19_500, start + 41_000);
    expect(span).toMatchObject({ codec });
    if (!span || span === 'otherFormat') return;
    expect(Math.abs(span.from - (start + 19_500))).toBeLessThanOrEqual(frameMs);
    expect(Math.abs(span.to - (start + 41_000))).toBeLessThanOrEqual(frameMs);
    const heard = await hear(rig, start + 19_500, start + 41_000, codec);
    expect(sequence(heard)).toEqual(tones);
    // An encoder begins with a frame or two of lead-in, a decoder leaves out its own.
    expect(Math.abs(lasting(heard, 440) - 500)).toBeLessThanOrEqual(3 * frameMs);
    expect(Math.abs(lasting(heard, 880) - 20_000)).toBeLessThanOrEqual(3 * frameMs);
    expect(Math.abs(lasting(heard, 1760) - 1000)).toBeLessThanOrEqual(3 * frameMs);
  });

  it('goes on from one piece to the next without a gap, also where frames borrow from those before', async () => {
    const rig = await rigOf({ pieceMs: 5000 });
    await rig.tell(station);
    const start = rig.now;
    rig.send(station, await toneSequence([440], 20, 'mp3', true));
    await rig.settle();
    const { pieces } = await rig.calls.timeline(station, start, rig.now);
    expect(pieces.length).toBeGreaterThanOrEqual(4);
    for (const [i, piece] of pieces.entries())
      if (i > 0) expect(piece.start - pieces[i - 1]!.end).toBeLessThanOrEqual(1);
    const heard = await hear(rig, start + 1000, start + 19_000);
    expect(longestGap(heard)).toBe(0);
    expect(Math.abs(lasting(heard, 440) - 18_000)).toBeLessThanOrEqual(2 * frameMs);
  });

  it('tells a gap, and plays over it without noise', async () => {
    const rig = await rigOf();
    await rig.tell(station);
    const start = rig.now;
    rig.send(station, await toneSequence([440], 5, 'mp3', true));
    rig.skip(station, 30_000);
    rig.send(station, (await toneSequence([880], 5, 'mp3', true)).subarray(8000));
    await rig.settle();
    const { pieces } = await rig.calls.timeline(station, start, rig.now);
    expect(pieces.map((piece) => Math.round((piece.start - start) / 1000))).toEqual([0, 35]);
    const span = await rig.calls.span(station, start, rig.now);
    expect(span).toMatchObject({ duration_ms: expect.closeTo(9600, -3) as number });
    const heard = await hear(rig, start, rig.now);
    expect(sequence(heard)).toEqual([440, 880]);
    // What the first encoder still held, and the lead-in of the second.
    expect(longestGap(heard)).toBeLessThanOrEqual(4 * frameMs);
  });

  it('tells titles and sources with their times, those that hold at the beginning too', async () => {
    const rig = await rigOf({ pieceMs: 10_000 });
    await rig.tell(station);
    rig.title(station, 'First');
    rig.recorder.source(station, 'autodj');
    const start = rig.now;
    const sound = await toneSequence([440], 4);
    rig.send(station, sound);
    rig.title(station, 'Second');
    rig.recorder.source(station, 'live');
    rig.send(station, sound);
    rig.send(station, sound);
    await rig.settle();
    const { titles, sources } = await rig.calls.timeline(station, start, rig.now);
    const seconds = (at: number): number => Math.round((at - start) / 1000);
    expect(titles.map(({ at, title }) => [seconds(at), title])).toEqual([
      [0, 'First'],
      [4, 'Second'],
      [10, 'Second'],
    ]);
    expect(sources.map(({ at, source }) => [seconds(at), source])).toEqual([
      [0, 'autodj'],
      [4, 'live'],
      [10, 'live'],
    ]);
  });

  it('refuses a time within which the format changed, and gives either side', async () => {
    const rig = await rigOf();
    await rig.tell(station);
    const start = rig.now;
    rig.send(station, await toneSequence([440], 5));
    await rig.tell(station, { format: aac });
    const middle = rig.now;
    rig.send(station, await toneSequence([880], 5, 'aac'));
    await rig.settle();
    expect(await rig.calls.span(station, start, rig.now)).toBe('otherFormat');
    expect(sequence(await hear(rig, start, middle - frameMs))).toEqual([440]);
    expect(sequence(await hear(rig, middle + frameMs, rig.now, 'aac'))).toEqual([880]);
  });

  it('records nothing while it is off, and keeps what there is', async () => {
    const rig = await rigOf();
    await rig.tell(station);
    rig.send(station, await toneSequence([440], 2));
    await rig.settle();
    const { bytes } = await rig.calls.overview(station);
    await rig.tell(station, { log: { recording: false, days: 7, max_bytes: 1e12 } });
    rig.send(station, await toneSequence([440], 2));
    await rig.settle();
    expect(await rig.calls.overview(station)).toMatchObject({ state: 'off', bytes });
    expect(bytes).toBeGreaterThan(30_000);
  });

  it('is removed at once where that is asked for, and goes on anew', async () => {
    const rig = await rigOf();
    await rig.tell(station);
    rig.send(station, await toneSequence([440], 2));
    await rig.settle();
    await rig.calls.clear(station);
    expect(await rig.calls.overview(station)).toMatchObject({ bytes: 0, pieces: [] });
    rig.send(station, await toneSequence([440], 2));
    await rig.settle();
    expect((await rig.calls.overview(station)).bytes).toBeGreaterThan(30_000);
  });
});

describe('what a crash leaves', () => {
  it('is made whole: a torn frame is cut off, the rest is there and is followed by a new piece', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'log-crash-'));
    const rig = await rigOf({ folder });
    await rig.tell(station);
    const start = rig.now;
    rig.send(station, await toneSequence([440], 25));
    await rig.settle();
    await rig.close();
    // As if it had been killed: the name of an open piece, and half a frame at its end.
    const day = join(folder, station, '20261121');
    const name = (await readdir(day)).find((one) => one.endsWith('.mp3'))!;
    const open = join(day, `${name.slice(0, 9)}.open.mp3`);
    await rename(join(day, name), open);
    await appendFile(open, (await toneSequence([880], 1)).subarray(0, 300));

    const again = await rigOf({ folder });
    again.now = rig.now + 10_000;
    await again.tell(station);
    again.send(station, await toneSequence([1760], 5));
    await again.settle();
    const bytes = name.split('_')[2]!;
    expect((await readdir(day)).some((one) => one.startsWith('120000000_') && one.endsWith(bytes))).toBe(true);
    const heard = await listen(await again.sound(station, start, again.now), 'mp3', tones);
    expect(sequence(heard)).toEqual([440, 1760]);
    expect(Math.abs(lasting(heard, 440) - 25_000)).toBeLessThanOrEqual(3 * frameMs);
    await rm(folder, { recursive: true });
  });
});

describe('what is kept', () => {
  it('is the last days, and no more bytes than a station may have', async () => {
    const rig = await rigOf({ pieceMs: 2000 });
    await rig.tell(station, { log: { recording: true, days: 2, max_bytes: 1e12 } });
    rig.send(station, await toneSequence([440], 4));
    rig.now += 86_400_000;
    rig.skip(station, 0);
    const second = rig.now;
    rig.send(station, await toneSequence([880], 20));
    rig.now += 86_400_000 + 60_000;
    await rig.settle();
    const { pieces, bytes } = await rig.calls.overview(station);
    expect(pieces[0]!.start).toBeGreaterThanOrEqual(second - 2000);
    expect(bytes).toBeGreaterThan(20 * 16_000 - 5000);
    expect(await readdir(join(rig.folder, station))).toEqual(['20261122', 'keeping.json']);

    await rig.tell(station, { log: { recording: true, days: 2, max_bytes: 100_000 } });
    const bytesLeft = async (): Promise<number> => {
      await rig.settle();
      return (await rig.calls.overview(station)).bytes;
    };
    await expect.poll(bytesLeft).toBeLessThanOrEqual(100_000);
    const less = await rig.calls.overview(station);
    expect(less.pieces.at(-1)).toEqual(pieces.at(-1));
  });

  it('is aged also of a station that is gone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'log-gone-'));
    const rig = await rigOf({ folder });
    await rig.tell(station);
    rig.send(station, await toneSequence([440], 2));
    await rig.settle();
    await rig.close();
    const again = await rigOf({ folder });
    again.now = rig.now + 8 * 86_400_000;
    await again.settle();
    expect(await again.calls.overview(station)).toMatchObject({ bytes: 0, pieces: [] });
    await rm(folder, { recursive: true });
  });

  it('is bounded over all stations: the oldest sound goes first', async () => {
    const rig = await rigOf({ pieceMs: 2000, maxBytes: 200_000 });
    await rig.tell(station);
    await rig.tell(other);
    rig.send(station, await toneSequence([440], 10));
    rig.send(other, await toneSequence([880], 10));
    await rig.settle();
    const usage = await rig.calls.usage();
    expect(usage.bytes).toBeLessThanOrEqual(200_000);
    expect(usage).toMatchObject({ max_bytes: 200_000 });
    const [first, second] = [await rig.calls.overview(station), await rig.calls.overview(other)];
    expect(second.bytes).toBeGreaterThan(150_000);
    expect(first.bytes).toBeLessThan(40_000);
  });

  it('stops before the disk is full, says so, and goes on when there is room', async () => {
    const rig = await rigOf();
    await rig.tell(station);
    rig.disk = { free: 4e9, total: 100e9 };
    await rig.settle();
    rig.send(station, await toneSequence([440], 2));
    await rig.settle();
    expect(await rig.calls.overview(station)).toMatchObject({ state: 'paused', reason: 'disk', bytes: 0 });
    rig.disk = { free: 20e9, total: 100e9 };
    await rig.settle();
    rig.send(station, await toneSequence([440], 2));
    await rig.settle();
    expect((await rig.calls.overview(station)).bytes).toBeGreaterThan(30_000);
  });
});
