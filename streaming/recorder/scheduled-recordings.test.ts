import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { detectTones, longestGap, sequence, type ToneSpan } from '#streaming/ingest/testing/audio.ts';
import { createScheduledRecordingCalls } from './scheduled-recording-calls.ts';
import { createScheduledRecordings, type ScheduledRecordings } from './scheduled-recordings.ts';
import { aac, startLogRig, toneSequence, type LogRig } from './testing/log-rig.ts';

/* Scheduled recordings, checked by their decoded audio. */

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
  const open = (): { scheduled: ScheduledRecordings; calls: ReturnType<typeof createScheduledRecordingCalls> } => {
    const now = (): number => rig.now;
    const log = { info: () => undefined, warn: () => undefined };
    const scheduled = createScheduledRecordings({ bus: rig.bus, folder, isFull: () => false, log, now, ...options });
    closing.push(() => scheduled.stop());
    return { scheduled, calls: createScheduledRecordingCalls(scheduled, now) };
  };
  return { rig, folder, open, ...open() };
};
const schedule = (rig: LogRig, from: number, to: number): Promise<void> =>
  rig.publishHead(station, { recordings: [{ id, begin: rig.now + from, end: rig.now + to }] });
const audioOf = async (calls: ReturnType<typeof createScheduledRecordingCalls>): Promise<Buffer> => {
  const { pieces } = (await calls.find(id))!;
  const parts = [];
  for (const segment of pieces) {
    const found = (await calls.segment(id, segment.start))!;
    const sound = await buffer(found.sound);
    expect(sound.length).toBe(found.bytes);
    parts.push(sound);
  }
  return Buffer.concat(parts);
};
const durationOf = (spans: ToneSpan[], hertz: number): number =>
  spans.filter((one) => one.hertz === hertz).reduce((sum, { from, to }) => sum + to - from, 0);

describe('a scheduled recording', () => {
  it.each(['mp3', 'aac'] as const)('has the frames from its beginning to its end, %s', async (codec) => {
    const { rig, scheduled, calls } = await start();
    await rig.publishHead(station, codec === 'aac' ? { format: aac } : {});
    await schedule(rig, 7000, 25_000);
    await scheduled.flush();
    const begin = rig.now + 7000;
    expect(await calls.list()).toMatchObject([{ id, state: 'waiting' }]);
    // 440 Hz to 10 s, 880 Hz to 20 s, 1760 Hz to 30 s.
    rig.send(station, await toneSequence(tones, 10, codec));
    await scheduled.flush();
    const details = (await calls.find(id))!;
    expect(details).toMatchObject({ state: 'over', reason: null });
    expect(details.pieces).toHaveLength(1);
    expect(Math.abs(details.pieces[0]!.start - begin)).toBeLessThanOrEqual(frameMs);
    expect(Math.abs(details.pieces[0]!.end - (begin + 18_000))).toBeLessThanOrEqual(frameMs);
    const spans = await detectTones(await audioOf(calls), codec, tones);
    expect(sequence(spans)).toEqual(tones);
    expect(Math.abs(durationOf(spans, 440) - 3000)).toBeLessThanOrEqual(3 * frameMs);
    expect(Math.abs(durationOf(spans, 880) - 10_000)).toBeLessThanOrEqual(3 * frameMs);
    expect(Math.abs(durationOf(spans, 1760) - 5000)).toBeLessThanOrEqual(3 * frameMs);
  });

  it('has the titles of its time, including the one current at its start', async () => {
    const { rig, scheduled, calls } = await start();
    await schedule(rig, 2000, 8000);
    await scheduled.flush();
    const begin = rig.now + 2000;
    rig.title(station, 'Before');
    scheduled.source(station, 'silence');
    rig.send(station, await toneSequence([440], 5));
    rig.title(station, 'Within');
    expect(await calls.list()).toMatchObject([{ state: 'silent' }]);
    scheduled.source(station, 'live');
    expect(await calls.list()).toMatchObject([{ state: 'recording' }]);
    rig.send(station, await toneSequence([880], 5));
    await scheduled.flush();
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

  it('continues after the station was silent, and ends by the clock if it stays silent', async () => {
    const { rig, scheduled, calls } = await start();
    await schedule(rig, 0, 30_000);
    await scheduled.flush();
    rig.send(station, await toneSequence([440], 5, 'mp3', true));
    rig.skip(station, 10_000);
    await scheduled.flush();
    expect(await calls.list()).toMatchObject([{ state: 'silent' }]);
    rig.send(station, (await toneSequence([880], 5, 'mp3', true)).subarray(8000));
    await scheduled.flush();
    expect(await calls.list()).toMatchObject([{ state: 'recording' }]);
    rig.skip(station, 14_000);
    await scheduled.flush();
    expect(await calls.find(id)).toMatchObject({ state: 'over' });
    const spans = await detectTones(await audioOf(calls), 'mp3', tones);
    expect(sequence(spans)).toEqual([440, 880]);
    expect(longestGap(spans)).toBeLessThanOrEqual(4 * frameMs);
  });

  it('is split into segments where the format changes', async () => {
    const { rig, scheduled, calls } = await start();
    await schedule(rig, 0, 10_000);
    await scheduled.flush();
    rig.send(station, await toneSequence([440], 5));
    await rig.publishHead(station, { format: aac });
    rig.send(station, await toneSequence([880], 6, 'aac'));
    await scheduled.flush();
    const { pieces } = (await calls.find(id))!;
    expect(pieces.map(({ format }) => format.codec)).toEqual(['mp3', 'aac']);
    const second = await buffer((await calls.segment(id, pieces[1]!.start))!.sound);
    expect(sequence(await detectTones(second, 'aac', tones))).toEqual([880]);
  });

  it('is empty if the station had no audio, or the disk no space', async () => {
    const silent = await start();
    await schedule(silent.rig, 0, 5000);
    await silent.scheduled.flush();
    silent.rig.now += 9000;
    await silent.scheduled.flush();
    expect(await silent.calls.find(id)).toMatchObject({ state: 'over', pieces: [], reason: null });
    const full = await start({ isFull: () => true });
    await schedule(full.rig, 0, 5000);
    await full.scheduled.flush();
    full.rig.send(station, await toneSequence([440], 9));
    await full.scheduled.flush();
    expect(await full.calls.find(id)).toMatchObject({ state: 'over', pieces: [], reason: 'disk' });
  });

  it('is dropped when it is no longer wanted, unless it is over; then it stays until deleted', async () => {
    const { rig, scheduled, calls, folder } = await start();
    await schedule(rig, 0, 60_000);
    await scheduled.flush();
    rig.send(station, await toneSequence([440], 3));
    await rig.publishHead(station, { recordings: [] });
    await scheduled.flush();
    expect(await calls.list()).toEqual([]);
    expect(await readdir(folder)).toEqual([]);

    await schedule(rig, 0, 3000);
    await scheduled.flush();
    rig.send(station, await toneSequence([440], 5));
    await scheduled.flush();
    await rig.publishHead(station, { recordings: [] });
    await scheduled.flush();
    expect(await calls.list()).toMatchObject([{ id, state: 'over' }]);
    await calls.remove(id);
    expect(await calls.list()).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is over after a restart past its end, with what was recorded before', async () => {
    const { rig, scheduled, open } = await start();
    await schedule(rig, 0, 10_000);
    await scheduled.flush();
    rig.send(station, await toneSequence([440], 5));
    await scheduled.stop();
    rig.now += 60_000;
    const restarted = open();
    await restarted.scheduled.flush();
    expect(await restarted.calls.find(id)).toMatchObject({ state: 'over' });
    expect(durationOf(await detectTones(await audioOf(restarted.calls), 'mp3', tones), 440)).toBeGreaterThan(4900);
  });
});
