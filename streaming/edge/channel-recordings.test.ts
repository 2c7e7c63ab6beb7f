import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import type { FrameBatch, StationHead } from '#streaming/bus/batch.ts';
import { createChannel } from './channel.ts';
import type { ChannelAds, Pod } from './pods.ts';
import type { Session } from './sessions.ts';
import { plannedCampaign, station } from './testing/spot-rig.ts';

const format = { codec: 'aac', sample_rate: 44_100, channels: 2, bitrate: 64_000 } as const;
const frameUs = (1024 * 1e6) / format.sample_rate;
const perBatch = 5;
const offsets = Array.from({ length: perBatch }, (_, at) => at * 2);
const batchAt = (number: number): FrameBatch => ({
  ...{ station, seq: number, at: Math.round(number * perBatch * frameUs), duration: Math.round(perBatch * frameUs) },
  ...{ title: 0, offsets, data: Buffer.from(Array.from({ length: perBatch }, (_, at) => `${number}${at}`).join('')) },
});
const spotOf = (name: string, frames: number): Pod[number] => ({
  ...{ campaign: plannedCampaign(name, '', { id: name, files: [] }), spot: name, lease: name, ms: frames },
  rendition: {
    data: Buffer.from(Array.from({ length: frames }, (_, at) => `${name}${at}`).join('')),
    offsets: Array.from({ length: frames }, (_, at) => at * 2),
    ms: frames,
  },
});

it('records all of a batch in which spots end, as the listener was sent it', () => {
  const recorded: string[] = [];
  const sent: string[] = [];
  const pod = [spotOf('a', 7), spotOf('b', 1), spotOf('c', 4)];
  const tap = { sent: (frames: Buffer) => recorded.push(frames.toString()) > 0, end: () => false };
  const ads: ChannelAds = {
    ...{ choose: () => pod, preRoll: () => [], left() {}, giveBack() {}, refused() {}, report() {}, chosen() {} },
    proofs: { tap: () => tap },
  };
  const head = { station, format, burst_ms: 1000 } as StationHead;
  const channel = createChannel({ head, ads, left() {}, dropped() {} });
  channel.push(batchAt(0));
  const socket = Object.assign(new EventEmitter(), {
    ...{ write: (bytes: Buffer) => sent.push(bytes.toString()), cork() {}, uncork() {}, writableLength: 0 },
  });
  channel.addListener(
    socket as unknown as Socket,
    { station, session: 's', bytes: 0 } as Session,
    Buffer.alloc(0),
    false,
  );
  sent.length = 0;
  channel.startBreak({ type: 'break', station, id: 'b', at: batchAt(1).at, ms: 1000, kind: 'hand' });
  for (const number of [1, 2, 3, 4]) channel.push(batchAt(number));
  expect(recorded).toEqual(['a0a1a2a3a4', 'a5a6b0c0c1', 'c2c3323334', '4041424344']);
  expect(sent.join('')).toBe(recorded.join(''));
});
