import { expect, it } from 'vitest';
import { createOggChain } from '#streaming/adapt/ogg-chain.ts';
import { sniff } from '#streaming/adapt/input-format.ts';
import { createOggOpus } from './ogg-opus.ts';

it('writes the pages that the engine expects, of any packet size, and a new stream for each connection', () => {
  const bytesOf = (serial: number): Buffer => {
    const ogg = createOggOpus(2, serial);
    const packets = [1, 254, 255, 256, 600].map((size) => ogg.page(new Uint8Array(size).fill(7), 960));
    return Buffer.concat([ogg.head(), ...packets]);
  };
  const bytes = bytesOf(1);
  expect(sniff(bytes, 'audio/ogg')).toEqual({ demuxer: 'ogg', codec: 'opus', sample_rate: 48_000, channels: 2 });
  const parts = createOggChain()(Buffer.concat([bytes, bytesOf(2)]));
  expect(parts.map(({ begins }) => begins)).toEqual([false, true]);
  expect(parts[0]!.bytes).toEqual(bytes);
});

it('computes the checksum of a page as libogg does', () => {
  // The first page of `ffmpeg -c:a libopus -serial_offset 7` with the same fields.
  const page = Buffer.from(createOggOpus(2, 7).head()).subarray(0, 47);
  const withoutSum = Buffer.from(page);
  withoutSum.fill(0, 22, 26);
  let sum = 0;
  for (const byte of withoutSum) {
    sum ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1;
  }
  expect(page.readUInt32LE(22)).toBe(sum >>> 0);
});
