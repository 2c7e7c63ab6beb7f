import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { createBus } from '#streaming/bus/bus.ts';
import type { FrameBatch, StationHead } from '#streaming/bus/batch.ts';
import { ffmpeg, tone } from '#streaming/ingest/testing/audio.ts';
import { createTelephonePreviews } from './telephone-preview.ts';
import { tonesIn } from './testing/caller.ts';

const head = { station: 's1', format: { codec: 'mp3' } } as StationHead;
const batchOf = (data: Buffer): FrameBatch => ({
  ...{ station: 's1', seq: 0, title: 0, at: 0, duration: 0, offsets: [0], data },
});
const mp3 = (hertz: number, seconds: number): Promise<Buffer> =>
  ffmpeg([...tone(hertz, seconds), '-ac', '2', '-ar', '44100', '-b:a', '128k', '-f', 'mp3', 'pipe:1']);

it('a station sounds as on a telephone: first what it has just played, then what it plays, for as long as asked', async () => {
  const [played, next] = [await mp3(600, 2), await mp3(1000, 3)];
  const bus = createBus();
  const preview = createTelephonePreviews({
    ...{ bus, ffmpeg: 'ffmpeg', seconds: 4, recent: () => ({ head, batches: [batchOf(played)] }) },
    failed(error) {
      throw error;
    },
  });
  const heard = preview('s1') as Readable;
  bus.publish({ type: 'batch', batch: batchOf(next) });
  const wav = await buffer(heard);
  expect(wav.toString('latin1', 0, 4) + wav.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ');
  expect([wav.readUInt32LE(24), wav.readUInt16LE(34), wav.readUInt32LE(40)]).toEqual([8000, 16, 64_000]);
  expect(wav.length).toBe(44 + 64_000);
  const samples = new Int16Array(wav.buffer.slice(wav.byteOffset + 44, wav.byteOffset + wav.length));
  const ms = (hertz: number): number =>
    tonesIn(samples, [600, 1000]).reduce((sum, [found, length]) => sum + (found === hertz ? length : 0), 0);
  expect(ms(600)).toBeGreaterThan(1800);
  expect(ms(1000)).toBeGreaterThan(1500);
});

it('a silent station can’t be heard, and only a few listen at a time', async () => {
  const bus = createBus();
  const silent = createTelephonePreviews({ bus, ffmpeg: 'ffmpeg', recent: () => undefined, failed: () => {} });
  expect(silent('s1')).toBe('silent');
  const recent = () => ({ head, batches: [batchOf(Buffer.from('no audio'))] });
  expect(createTelephonePreviews({ bus, ffmpeg: null, recent, failed: () => {} })('s1')).toBe('ffmpeg');
  const preview = createTelephonePreviews({ bus, ffmpeg: 'ffmpeg', recent, failed: () => {} });
  const streams = Array.from({ length: 4 }, () => preview('s1') as Readable);
  expect(preview('s1')).toBe('busy');
  await Promise.all(streams.map((stream) => once(stream.destroy(), 'close')));
  const next = preview('s1') as Readable;
  expect(next).not.toBe('busy');
  next.destroy();
});
