import { expect, it } from 'vitest';
import type { FrameBatch, OnAir } from '#streaming/bus/batch.ts';
import { playlist } from './playlist.ts';
import { createSegmenter, type Segmenter } from './segments.ts';
import { timestampTag } from './timestamp.ts';

const began = 1_800_000_000_000;
const firstSequence = began / 1000;
const tagBytes = timestampTag(0).length;
/** A station's first time on the air. */
const first: OnAir = { at: 0, since: began, segment: firstSequence, cuts: 7 };

/** A batch of 500 ms and one byte, number `n` of the clock. */
const batchAt = (n: number): FrameBatch => ({
  ...{ station: 's', seq: n, at: n * 500_000, duration: 500_000, offsets: [0], data: Buffer.from([n]), title: 0 },
});
const feed = (segmenter: Segmenter, batches: number, from = 0, codec: 'mp3' | 'aac' = 'mp3'): void => {
  for (let n = 0; n < batches; n++) segmenter.push(batchAt(from + n), codec);
};
const onAir = (on: OnAir = first): Segmenter => {
  const segmenter = createSegmenter(() => began);
  segmenter.begin(on);
  return segmenter;
};

const shown = (segmenter: Segmenter): string[] =>
  segmenter
    .listed()
    .map(({ sequence, duration, isCut }) => `${sequence - firstSequence} ${duration}${isCut ? ' cut' : ''}`);
const tagsOf = (segmenter: Segmenter): string[] =>
  playlist(segmenter).match(/DISCONTINUITY-SEQUENCE:\d+|DISCONTINUITY(?=\n)|^\d+-/gm) ?? [];

it('cuts segments of six seconds, the first ones short, and loses no byte', () => {
  const segmenter = onAir();
  feed(segmenter, 3);
  expect(segmenter.listed()).toEqual([]);
  feed(segmenter, 34, 3);
  expect(shown(segmenter)).toEqual(['0 2 cut', '1 2', '2 2', '3 6', '4 6']);
  const payload = segmenter.listed().flatMap(({ bytes }) => [...bytes.subarray(tagBytes)]);
  expect(payload).toEqual(Array.from({ length: 36 }, (_, n) => n));
});

it('cuts within a batch, after the last frame that begins before the line', () => {
  const [frameUs, frames] = [26_122, 17];
  const segmenter = onAir();
  for (let n = 0; n < 60; n++) {
    const at = n * frames * frameUs;
    const [offsets, data] = [Array.from({ length: frames }, (_, frame) => frame), Buffer.alloc(frames, n)];
    segmenter.push({ station: 's', seq: n, at, duration: frames * frameUs, offsets, data, title: 0 }, 'mp3');
  }
  const begins = segmenter.listed().map(({ at }) => at / frameUs);
  expect(begins).toEqual([0, 2e6, 4e6, 6e6, 12e6, 18e6].map((line) => Math.ceil(line / frameUs)));
  const sent = segmenter.listed().map(({ bytes }) => bytes.length - tagBytes);
  expect(sent.slice(0, -1)).toEqual(begins.slice(1).map((begin, at) => begin - begins[at]!));
  const recent = segmenter.recent();
  expect(recent.map(({ seq }) => seq)).toEqual(Array.from({ length: 60 }, (_, n) => n));
  expect(
    recent.every(
      ({ offsets, data, duration }) =>
        offsets.length === frames && data.length === frames && duration === frames * frameUs,
    ),
  ).toBe(true);
});

it('slides, and still serves segments that just left the playlist', () => {
  const segmenter = onAir();
  feed(segmenter, 12 + 12 * 6 + 1);
  expect(shown(segmenter)[0]).toBe('3 6');
  expect(segmenter.listed()).toHaveLength(6);
  expect(segmenter.find(firstSequence + 1, began)).toBeDefined();
  expect(segmenter.find(firstSequence + 1, began + 1)).toBeUndefined();
  expect(segmenter.find(firstSequence, began)).toBeUndefined();
  const text = playlist(segmenter);
  expect(text).toContain(`#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:${firstSequence + 3}\n`);
  expect(text).toContain('#EXT-X-DISCONTINUITY-SEQUENCE:7\n');
  expect(text).not.toContain('#EXT-X-DISCONTINUITY\n');
  expect(text).toContain(`#EXT-X-PROGRAM-DATE-TIME:${new Date(began + 6000).toISOString()}\n#EXTINF:`);
  expect(text.match(/#EXTINF:6.00000,\n\d+-\d+\.mp3/g)).toHaveLength(6);
});

it('has the same segments where it begins later, by what another edge has of the last seconds', () => {
  const whole = onAir();
  feed(whole, 100);
  const middle = onAir();
  feed(middle, 100 - 51, 51);
  const late = onAir();
  for (const batch of whole.recent()) late.push(batch, 'mp3');
  for (const segmenter of [whole, late, middle]) feed(segmenter, 13, 100);
  expect(middle.listed()[0]!.sequence).toBe(whole.listed()[2]!.sequence);
  expect(late.listed().map(({ sequence }) => sequence)).toEqual(whole.listed().map(({ sequence }) => sequence));
  for (const segmenter of [late, middle])
    for (const { sequence, since, bytes, batches, begun, cuts } of segmenter.listed()) {
      const same = whole.find(sequence, since)!;
      expect(bytes.equals(same.bytes)).toBe(true);
      expect([batches.own.length, begun, cuts]).toEqual([same.batches.own.length, same.begun, same.cuts]);
    }
});

it('never lists a segment of which something is missing', () => {
  const [segmenter, other] = [onAir(), onAir()];
  feed(other, 60);
  feed(segmenter, 30);
  feed(segmenter, 11, 31);
  expect(shown(segmenter)).toEqual(['0 2 cut', '1 2', '2 2', '3 6']);
  expect(segmenter.continuous()).toEqual([]);
  feed(segmenter, 18, 42);
  expect(shown(segmenter)).toEqual(['5 6 cut', '6 6']);
  // Each segment has the same discontinuity number everywhere.
  expect(tagsOf(segmenter)).toEqual([
    ...['DISCONTINUITY-SEQUENCE:6', 'DISCONTINUITY', `${firstSequence + 5}-`, `${firstSequence + 6}-`],
  ]);
  expect(segmenter.listed()[0]!.cuts).toBe(other.listed().at(-2)!.cuts);
});

it('continues with the segments of another time on the air, where nothing is missing before', () => {
  const segmenter = onAir();
  feed(segmenter, 15);
  const second: OnAir = { at: 7_500_000, since: began + 9000, segment: firstSequence + 4, cuts: 8 };
  segmenter.cut();
  expect(segmenter.begin(second)).toBe(true);
  expect(segmenter.begin({ ...second })).toBe(false);
  feed(segmenter, 9, 15, 'aac');
  expect(shown(segmenter)).toEqual(['0 2 cut', '1 2', '2 2', '3 1.5', '4 2 cut', '5 2']);
  expect(playlist(segmenter)).toContain(
    `#EXT-X-DISCONTINUITY\n#EXT-X-PROGRAM-DATE-TIME:${new Date(began + 9000).toISOString()}\n#EXTINF:2.00000,\n${firstSequence + 4}-${began + 9000}.aac`,
  );
  expect(segmenter.continuous()).toHaveLength(2);

  // Another process of the engine: what was on its way is lost.
  const third: OnAir = { at: 0, since: began + 20_000, segment: firstSequence + 20, cuts: 3 };
  segmenter.begin(third);
  expect(segmenter.listed()).toHaveLength(6);
  feed(segmenter, 5);
  expect(tagsOf(segmenter)).toEqual(['DISCONTINUITY-SEQUENCE:2', 'DISCONTINUITY', `${firstSequence + 20}-`]);
  segmenter.clear();
  expect(segmenter.listed()).toEqual([]);
});

it('leaves out what was sent before its time on the air', () => {
  const segmenter = onAir({ ...first, at: 5_000_000 });
  feed(segmenter, 16);
  expect(shown(segmenter)).toEqual(['0 2 cut']);
  expect(segmenter.listed()[0]!.at).toBe(5_000_000);
});

it('has a time on the air of its own where the engine announces none', () => {
  const segmenter = createSegmenter(() => began);
  feed(segmenter, 6);
  segmenter.cut();
  feed(segmenter, 6, 100, 'aac');
  feed(segmenter, 6, 200, 'aac');
  expect(shown(segmenter)).toEqual(['0 2 cut', '1 1', '2 2 cut', '3 1', '4 2 cut']);
  expect(tagsOf(segmenter).filter((tag) => tag === 'DISCONTINUITY')).toHaveLength(3);
  segmenter.clear();
  feed(segmenter, 5, 300);
  expect(shown(segmenter)).toEqual(['5 2 cut']);
});

it('says in which segment a break begins, unless that is incomplete here', () => {
  const segmenter = onAir();
  expect(segmenter.coming(0)).toBeUndefined();
  feed(segmenter, 8);
  expect(segmenter.coming(4_000_000)).toBe(firstSequence + 2);
  feed(segmenter, 1, 8);
  expect(segmenter.coming(4_500_000)).toBe(firstSequence + 2);
  feed(segmenter, 1, 10);
  expect(segmenter.coming(5_500_000)).toBeUndefined();
  feed(segmenter, 1, 11);
  expect(segmenter.coming(6_000_000)).toBe(firstSequence + 3);
  expect([3, 4, 5].map((n) => segmenter.isDue(firstSequence + n, began))).toEqual([true, true, false]);
  expect(segmenter.isDue(firstSequence + 3, began + 1)).toBe(false);
});

it('keeps the batches of segments within their bytes, with some from before', () => {
  const segmenter = onAir();
  feed(segmenter, 24 + 26 + 13);
  for (const { bytes, batches } of segmenter.kept()) {
    const { buffer } = bytes;
    expect(batches.own.every(({ data }) => data.buffer === buffer)).toBe(true);
    expect(Buffer.concat(batches.own.map(({ data }) => data))).toEqual(bytes.subarray(tagBytes));
    const last = batches.before.at(-1);
    if (last) expect(last.seq).toBe(batches.own[0]!.seq - 1);
  }
  expect(segmenter.kept().map(({ batches }) => batches.before.length)).toEqual([0, 4, 8, 12, 24, 24, 24]);
});

it('stamps packed audio with its clock, 33 bits at 90 kHz', () => {
  const tag = timestampTag(1_000_000);
  expect(tag.subarray(0, 10)).toEqual(Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 63]));
  expect(tag).toHaveLength(73);
  expect(tag.toString('latin1', 20, 64)).toBe('com.apple.streaming.transportStreamTimestamp');
  expect(tag.readBigUInt64BE(65)).toBe(90_000n);
  expect(timestampTag(2 ** 33 * (1e6 / 90_000)).readBigUInt64BE(65)).toBe(0n);
});
