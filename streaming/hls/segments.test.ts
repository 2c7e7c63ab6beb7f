import { expect, it } from 'vitest';
import type { FrameBatch } from '#streaming/bus/batch.ts';
import { playlist } from './playlist.ts';
import { createSegmenter, type Segmenter } from './segments.ts';
import { timestampTag } from './timestamp.ts';

const began = 1_800_000_000_000;
const firstSequence = began / 1000;

/** Pushes batches of 500 ms and one byte each, with advancing `at`. */
const feed = (segmenter: Segmenter, batches: number, from = 0, codec: 'mp3' | 'aac' = 'mp3'): void => {
  for (let n = 0; n < batches; n++) {
    const at = (from + n) * 500_000;
    const [seq, offsets, data] = [from + n, [0], Buffer.from([from + n])];
    segmenter.push({ station: 's', seq, at, duration: 500_000, offsets, data, title: 0 } satisfies FrameBatch, codec);
  }
};

const shown = (segmenter: Segmenter): string[] =>
  segmenter
    .listed()
    .map(({ sequence, duration, isCut }) => `${sequence - firstSequence} ${duration}${isCut ? ' cut' : ''}`);

it('cuts segments of at most six seconds, the first ones short, and loses no byte', () => {
  const segmenter = createSegmenter(() => began);
  feed(segmenter, 3);
  expect(segmenter.listed()).toEqual([]);
  feed(segmenter, 34, 3);
  expect(shown(segmenter)).toEqual(['0 2 cut', '1 2', '2 2', '3 6', '4 6']);
  const payload = segmenter.listed().flatMap(({ bytes }) => [...bytes.subarray(timestampTag(0).length)]);
  expect(payload).toEqual(Array.from({ length: 36 }, (_, n) => n));
});

it('slides, counts the cuts that left, and still serves segments that just left the playlist', () => {
  const segmenter = createSegmenter(() => began);
  feed(segmenter, 12 + 12 * 6 + 1);
  expect(shown(segmenter)[0]).toBe('3 6');
  expect(segmenter.listed()).toHaveLength(6);
  expect(segmenter.cutsBefore()).toBe(1);
  expect(segmenter.find(firstSequence + 1)).toBeDefined();
  expect(segmenter.find(firstSequence)).toBeUndefined();
  const text = playlist(segmenter);
  expect(text).toContain(`#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:${firstSequence + 3}\n`);
  expect(text).not.toContain('#EXT-X-DISCONTINUITY\n');
  expect(text).toContain(`#EXT-X-PROGRAM-DATE-TIME:${new Date(began).toISOString()}\n#EXTINF:`);
  expect(text.match(/#EXTINF:6.00000,\n\d+\.mp3/g)).toHaveLength(6);
});

it('marks discontinuities: another format, a clock jump, a restart', () => {
  const segmenter = createSegmenter(() => began);
  feed(segmenter, 6);
  feed(segmenter, 6, 6, 'aac');
  feed(segmenter, 6, 100, 'aac');
  segmenter.cut();
  feed(segmenter, 13, 106, 'aac');
  expect(shown(segmenter)).toEqual(['0 2 cut', '1 1', '2 2 cut', '3 1', '4 3 cut', '5 6 cut']);
  expect(playlist(segmenter)).toContain(
    `#EXT-X-DISCONTINUITY\n#EXT-X-PROGRAM-DATE-TIME:${new Date(began).toISOString()}\n#EXTINF:2.00000,\n${firstSequence + 2}.aac`,
  );
  segmenter.clear();
  expect(segmenter.listed()).toEqual([]);
  expect(segmenter.cutsBefore()).toBe(4);
  feed(segmenter, 5, 200);
  expect(shown(segmenter)).toEqual(['6 2 cut']);
});

it('begins a segment where it is told to, without a discontinuity, unless there were too many short ones', () => {
  const segmenter = createSegmenter(() => began);
  feed(segmenter, 26);
  expect(segmenter.split()).toBe(true);
  // Nothing to complete.
  expect(segmenter.split()).toBe(true);
  feed(segmenter, 3, 26);
  expect(segmenter.next()).toBe(firstSequence + 5);
  expect(segmenter.split()).toBe(true);
  feed(segmenter, 13, 29);
  expect(shown(segmenter)).toEqual(['1 2', '2 2', '3 6', '4 1', '5 1.5', '6 6']);
  for (let at = 42; at < 60; at++) {
    segmenter.split();
    feed(segmenter, 1, at);
  }
  expect(segmenter.next() - firstSequence).toBeLessThanOrEqual(60 / 2);
});

it('can begin a segment where it is told to as soon as there is one', () => {
  for (let batches = 4; batches < 30; batches++) {
    const segmenter = createSegmenter(() => began);
    feed(segmenter, batches + 1);
    expect(segmenter.split()).toBe(true);
    feed(segmenter, 1, batches + 1);
    expect(segmenter.split()).toBe(true);
  }
});

it('keeps the batches of segments within their bytes, with some from before', () => {
  const segmenter = createSegmenter(() => began);
  feed(segmenter, 24 + 26 + 13);
  for (const { bytes, batches } of segmenter.kept()) {
    const { buffer } = bytes;
    expect(batches.own.every(({ data }) => data.buffer === buffer)).toBe(true);
    expect(Buffer.concat(batches.own.map(({ data }) => data))).toEqual(bytes.subarray(timestampTag(0).length));
    const last = batches.before.at(-1);
    if (last) expect(last.seq).toBe(batches.own[0]!.seq - 1);
  }
  expect(segmenter.kept().map(({ batches }) => batches.before.length)).toEqual([0, 4, 8, 12, 24, 24, 24]);
});

it('never decreases across a restart', () => {
  let now = began;
  const segmenter = createSegmenter(() => now);
  feed(segmenter, 2 * 3600);
  now += 3600_000;
  const restarted = createSegmenter(() => now);
  feed(restarted, 5);
  expect(restarted.listed()[0]!.sequence).toBeGreaterThan(segmenter.listed().at(-1)!.sequence);
  expect(restarted.cutsBefore()).toBeGreaterThanOrEqual(segmenter.cutsBefore());
});

it('stamps packed audio with its clock, 33 bits at 90 kHz', () => {
  const tag = timestampTag(1_000_000);
  expect(tag.subarray(0, 10)).toEqual(Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 63]));
  expect(tag).toHaveLength(73);
  expect(tag.toString('latin1', 20, 64)).toBe('com.apple.streaming.transportStreamTimestamp');
  expect(tag.readBigUInt64BE(65)).toBe(90_000n);
  expect(timestampTag(2 ** 33 * (1e6 / 90_000)).readBigUInt64BE(65)).toBe(0n);
});

it('another process continues its numbers, and cuts the same audio at the same places', () => {
  const former = createSegmenter(() => began);
  feed(former, 100);
  const next = createSegmenter(() => began + 3_600_000);
  feed(next, 40, 65);
  next.continue(former.marks());
  feed(former, 60, 100);
  feed(next, 55, 105);
  expect(shown(next)).toEqual(shown(former));
  expect(next.listed().map(({ bytes }) => bytes)).toEqual(former.listed().map(({ bytes }) => bytes));
  expect([next.cutsBefore(), next.next()]).toEqual([former.cutsBefore(), former.next()]);
});

it('one that has just begun is continued with its first segments, and one with other audio is not', () => {
  const former = createSegmenter(() => began);
  feed(former, 14);
  const next = createSegmenter(() => began + 60_000);
  feed(next, 14);
  next.continue(former.marks());
  feed(former, 20, 14);
  feed(next, 20, 14);
  expect(shown(next)).toEqual(shown(former));
  expect([next.cutsBefore(), next.next()]).toEqual([former.cutsBefore(), former.next()]);
  const other = createSegmenter(() => began + 60_000);
  feed(other, 20, 500);
  other.continue(former.marks());
  expect(shown(other)[0]).toBe('60 2 cut');
});
