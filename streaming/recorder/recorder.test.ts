import { appendFile, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { detectTones, longestGap, sequence, type Container, type ToneSpan } from '#streaming/ingest/testing/audio.ts';
import { aac, startLogRig, toneSequence, type LogRig } from './testing/log-rig.ts';

const station = 's-1111111111111111111111';
const other = 's-2222222222222222222222';
const tones = [440, 880, 1760];
/** One MP3 frame at 44.1 kHz, ms; tones are detected in steps of 10 ms. */
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

const durationOf = (spans: ToneSpan[], hertz: number): number =>
  spans.filter((one) => one.hertz === hertz).reduce((sum, { from, to }) => sum + to - from, 0);
const tonesIn = async (rig: LogRig, from: number, to: number, codec: Container = 'mp3'): Promise<ToneSpan[]> =>
  detectTones(await rig.audio(station, from, to), codec, tones);

describe('the recording', () => {
  it.each(['mp3', 'aac'] as const)('returns the audio of a time range to the frame, %s', async (codec) => {
    const rig = await rigOf();
    await rig.publishHead(station, codec === 'aac' ? { format: aac } : {});
    const start = rig.now;
    rig.send(station, await toneSequence(tones, 20, codec));
    await rig.flush();
    const span = await rig.calls.range(station, start + 19_500, start + 41_000);
    expect(span).toMatchObject({ codec });
    if (!span || span === 'otherFormat') return;
    expect(Math.abs(span.from - (start + 19_500))).toBeLessThanOrEqual(frameMs);
    expect(Math.abs(span.to - (start + 41_000))).toBeLessThanOrEqual(frameMs);
    const spans = await tonesIn(rig, start + 19_500, start + 41_000, codec);
    expect(sequence(spans)).toEqual(tones);
    // An encoder starts with a frame or two of lead-in, and a decoder skips its own.
    expect(Math.abs(durationOf(spans, 440) - 500)).toBeLessThanOrEqual(3 * frameMs);
    expect(Math.abs(durationOf(spans, 880) - 20_000)).toBeLessThanOrEqual(3 * frameMs);
    expect(Math.abs(durationOf(spans, 1760) - 1000)).toBeLessThanOrEqual(3 * frameMs);
  });

  it('continues from one segment to the next without a gap, even with a bit reservoir', async () => {
    const rig = await rigOf({ segmentMs: 5000 });
    await rig.publishHead(station);
    const start = rig.now;
    rig.send(station, await toneSequence([440], 20, 'mp3', true));
    await rig.flush();
    const { pieces } = await rig.calls.timeline(station, start, rig.now);
    expect(pieces.length).toBeGreaterThanOrEqual(4);
    for (const [i, segment] of pieces.entries())
      if (i > 0) expect(segment.start - pieces[i - 1]!.end).toBeLessThanOrEqual(1);
    const spans = await tonesIn(rig, start + 1000, start + 19_000);
    expect(longestGap(spans)).toBe(0);
    expect(Math.abs(durationOf(spans, 440) - 18_000)).toBeLessThanOrEqual(2 * frameMs);
  });

  it('reports a gap, and plays across it without noise', async () => {
    const rig = await rigOf();
    await rig.publishHead(station);
    const start = rig.now;
    rig.send(station, await toneSequence([440], 5, 'mp3', true));
    rig.skip(station, 30_000);
    rig.send(station, (await toneSequence([880], 5, 'mp3', true)).subarray(8000));
    await rig.flush();
    const { pieces } = await rig.calls.timeline(station, start, rig.now);
    expect(pieces.map((segment) => Math.round((segment.start - start) / 1000))).toEqual([0, 35]);
    const span = await rig.calls.range(station, start, rig.now);
    expect(span).toMatchObject({ duration_ms: expect.closeTo(9600, -3) as number });
    const spans = await tonesIn(rig, start, rig.now);
    expect(sequence(spans)).toEqual([440, 880]);
    // The audio still in the first encoder, and the lead-in of the second.
    expect(longestGap(spans)).toBeLessThanOrEqual(4 * frameMs);
  });

  it('reports titles and sources with their times, including those current at the start', async () => {
    const rig = await rigOf({ segmentMs: 10_000 });
    await rig.publishHead(station);
    rig.title(station, 'First');
    rig.recorder.source(station, 'autodj');
    const start = rig.now;
    const sound = await toneSequence([440], 4);
    rig.send(station, sound);
    rig.title(station, 'Second');
    rig.recorder.source(station, 'live');
    rig.send(station, sound);
    rig.send(station, sound);
    await rig.flush();
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

  it('refuses a range across a format change, and returns either side', async () => {
    const rig = await rigOf();
    await rig.publishHead(station);
    const start = rig.now;
    rig.send(station, await toneSequence([440], 5));
    await rig.publishHead(station, { format: aac });
    const middle = rig.now;
    rig.send(station, await toneSequence([880], 5, 'aac'));
    await rig.flush();
    expect(await rig.calls.range(station, start, rig.now)).toBe('otherFormat');
    expect(sequence(await tonesIn(rig, start, middle - frameMs))).toEqual([440]);
    expect(sequence(await tonesIn(rig, middle + frameMs, rig.now, 'aac'))).toEqual([880]);
  });

  it('records nothing while it is off, and keeps existing recordings', async () => {
    const rig = await rigOf();
    await rig.publishHead(station);
    rig.send(station, await toneSequence([440], 2));
    await rig.flush();
    const { bytes } = await rig.calls.overview(station);
    await rig.publishHead(station, { log: { recording: false, days: 7, max_bytes: 1e12 } });
    rig.send(station, await toneSequence([440], 2));
    await rig.flush();
    expect(await rig.calls.overview(station)).toMatchObject({ state: 'off', bytes });
    expect(bytes).toBeGreaterThan(30_000);
  });

  it('is removed at once on request, and then continues', async () => {
    const rig = await rigOf();
    await rig.publishHead(station);
    rig.send(station, await toneSequence([440], 2));
    await rig.flush();
    await rig.calls.clear(station);
    expect(await rig.calls.overview(station)).toMatchObject({ bytes: 0, pieces: [] });
    rig.send(station, await toneSequence([440], 2));
    await rig.flush();
    expect((await rig.calls.overview(station)).bytes).toBeGreaterThan(30_000);
  });
});

describe('the recording after a crash', () => {
  it('is repaired: a truncated frame is cut off, the rest stays and is followed by a new segment', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'log-crash-'));
    const rig = await rigOf({ folder });
    await rig.publishHead(station);
    const start = rig.now;
    rig.send(station, await toneSequence([440], 25));
    await rig.flush();
    await rig.close();
    // As after a kill: the name of an open segment, and half a frame at its end.
    const day = join(folder, station, '20261121');
    const name = (await readdir(day)).find((one) => one.endsWith('.mp3'))!;
    const open = join(day, `${name.slice(0, 9)}.open.mp3`);
    await rename(join(day, name), open);
    await appendFile(open, (await toneSequence([880], 1)).subarray(0, 300));

    const restarted = await rigOf({ folder });
    restarted.now = rig.now + 10_000;
    await restarted.publishHead(station);
    restarted.send(station, await toneSequence([1760], 5));
    await restarted.flush();
    const bytes = name.split('_')[2]!;
    expect((await readdir(day)).some((one) => one.startsWith('120000000_') && one.endsWith(bytes))).toBe(true);
    const spans = await detectTones(await restarted.audio(station, start, restarted.now), 'mp3', tones);
    expect(sequence(spans)).toEqual([440, 1760]);
    expect(Math.abs(durationOf(spans, 440) - 25_000)).toBeLessThanOrEqual(3 * frameMs);
    await rm(folder, { recursive: true });
  });
});

describe('retention', () => {
  it('keeps the last days, and no more bytes than a station’s limit', async () => {
    const rig = await rigOf({ segmentMs: 2000 });
    await rig.publishHead(station, { log: { recording: true, days: 2, max_bytes: 1e12 } });
    rig.send(station, await toneSequence([440], 4));
    rig.now += 86_400_000;
    rig.skip(station, 0);
    const second = rig.now;
    rig.send(station, await toneSequence([880], 20));
    rig.now += 86_400_000 + 60_000;
    await rig.flush();
    const { pieces, bytes } = await rig.calls.overview(station);
    expect(pieces[0]!.start).toBeGreaterThanOrEqual(second - 2000);
    expect(bytes).toBeGreaterThan(20 * 16_000 - 5000);
    expect(await readdir(join(rig.folder, station))).toEqual(['20261122', 'keeping.json']);

    await rig.publishHead(station, { log: { recording: true, days: 2, max_bytes: 100_000 } });
    const bytesLeft = async (): Promise<number> => {
      await rig.flush();
      return (await rig.calls.overview(station)).bytes;
    };
    await expect.poll(bytesLeft).toBeLessThanOrEqual(100_000);
    const less = await rig.calls.overview(station);
    expect(less.pieces.at(-1)).toEqual(pieces.at(-1));
  });

  it('also applies to a deleted station', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'log-gone-'));
    const rig = await rigOf({ folder });
    await rig.publishHead(station);
    rig.send(station, await toneSequence([440], 2));
    await rig.flush();
    await rig.close();
    const restarted = await rigOf({ folder });
    restarted.now = rig.now + 8 * 86_400_000;
    await restarted.flush();
    expect(await restarted.calls.overview(station)).toMatchObject({ bytes: 0, pieces: [] });
    await rm(folder, { recursive: true });
  });

  it('has a limit over all stations: the oldest audio is deleted first', async () => {
    const rig = await rigOf({ segmentMs: 2000, maxBytes: 200_000 });
    await rig.publishHead(station);
    await rig.publishHead(other);
    rig.send(station, await toneSequence([440], 10));
    rig.send(other, await toneSequence([880], 10));
    await rig.flush();
    const usage = await rig.calls.usage();
    expect(usage.bytes).toBeLessThanOrEqual(200_000);
    expect(usage).toMatchObject({ max_bytes: 200_000 });
    const [first, second] = [await rig.calls.overview(station), await rig.calls.overview(other)];
    expect(second.bytes).toBeGreaterThan(150_000);
    expect(first.bytes).toBeLessThan(40_000);
  });

  it('stops recording before the disk is full, reports it, and resumes with free space', async () => {
    const rig = await rigOf();
    await rig.publishHead(station);
    rig.disk = { free: 4e9, total: 100e9 };
    await rig.flush();
    rig.send(station, await toneSequence([440], 2));
    await rig.flush();
    expect(await rig.calls.overview(station)).toMatchObject({ state: 'paused', reason: 'disk', bytes: 0 });
    rig.disk = { free: 20e9, total: 100e9 };
    await rig.flush();
    rig.send(station, await toneSequence([440], 2));
    await rig.flush();
    expect((await rig.calls.overview(station)).bytes).toBeGreaterThan(30_000);
  });
});
