import { expect, it } from 'vitest';
import type { AdProof } from '#contract/engine/engine-ads.ts';
import type { FrameBatch, StationHead } from '#streaming/bus/batch.ts';
import type { HeardSpot } from './spot-marks.ts';
import { createProofTaps } from './proof-taps.ts';

const head = { station: 's-1', format: { codec: 'mp3' } } as StationHead;
const second = 1_000_000;
const spot = (campaign: string, from: number, to: number): HeardSpot =>
  ({
    campaign: { key: campaign },
    spot: `v-${campaign}`,
    from: from * second,
    to: to * second,
  }) as unknown as HeardSpot;
const before = () => Array.from({ length: 8 }, () => ({ data: Buffer.from('b'), duration: second }) as FrameBatch);

const world = () => {
  const done: { proof: AdProof; sound: string }[] = [];
  let now = Date.UTC(2026, 10, 24, 12);
  const taps = createProofTaps({
    done: (proof, sound) => void done.push({ proof, sound: sound.toString() }),
    now: () => now,
  });
  return { done, taps, pass: (ms: number) => (now += ms) };
};

it('records what is sent from five seconds before a spot to five after it, once a day for each campaign', () => {
  const { done, taps, pass } = world();
  const spots = [spot('a', 0, 3), spot('b', 3, 5)];
  const tap = taps.tap(head, spots, before)!;
  const sent = Buffer.from('x');
  for (let s = 1; s < 8; s++) expect(tap.sent(sent, second)).toBe(true);
  expect(tap.sent(sent, second)).toBe(false);
  expect(done).toMatchObject([
    { sound: 'bbbbbxxxxxxxx', proof: { campaign: 'a', station: 's-1', ms: 13_000, from: 5000, to: 8000, bytes: 13 } },
  ]);
  const next = taps.tap(head, spots, before)!;
  for (let s = 0; next.sent(sent, second); s++) if (s > 60) throw new Error('It does not end.');
  // Three seconds of the spot before it, and two of what was sent before the break.
  expect(done[1]).toMatchObject({ sound: `bb${'x'.repeat(10)}`, proof: { campaign: 'b', from: 5000, to: 7000 } });
  expect(taps.tap(head, spots, before)).toBeUndefined();
  pass(86_400_000);
  expect(taps.tap(head, spots, before)).toBeDefined();
});

it('records another listener where one leaves or the spot is cut short, and at most four at a time', () => {
  const { done, taps } = world();
  const first = taps.tap(head, [spot('a', 0, 3)], before)!;
  first.sent(Buffer.from('x'), second);
  expect(first.end(false)).toBe(true);
  const again = taps.tap(head, [spot('a', 0, 3)], before)!;
  for (let s = 0; s < 3; s++) again.sent(Buffer.from('x'), second);
  expect(again.end(false)).toBe(false);
  expect(again.end()).toBe(true);
  const all = ['a', 'b', 'c', 'd', 'e'].map((key) => taps.tap(head, [spot(key, 0, 3)], before));
  expect(all.map((one) => one !== undefined)).toEqual([true, true, true, true, false]);
  expect(done).toEqual([]);
});
