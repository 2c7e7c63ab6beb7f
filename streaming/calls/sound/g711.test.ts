import { expect, it } from 'vitest';
import { ffmpeg } from '#streaming/ingest/testing/audio.ts';
import { decodeG711, encodeG711, fromMuLaw, packetSamples, silence } from './g711.ts';

const samples = Int16Array.from({ length: 65_536 }, (_, at) => at - 32_768);
const pcm = Buffer.from(samples.buffer);

it.each([
  ['pcmu', 'mulaw'],
  ['pcma', 'alaw'],
] as const)('%s decodes as ffmpeg does, and encodes every sample to the nearest level', async (codec, name) => {
  const every = Buffer.from(Uint8Array.from({ length: 256 }, (_, at) => at));
  const reference = await ffmpeg(['-f', name, '-ar', '8000', '-i', 'pipe:0', '-f', 's16le', 'pipe:1'], every);
  const levels = decodeG711(codec, every);
  expect(Buffer.from(levels.buffer).equals(reference)).toBe(true);
  const heard = decodeG711(codec, encodeG711(codec, pcm));
  // Half of a step, which doubles with each of eight segments.
  const tooFar = samples.filter(
    (sample, at) => Math.abs(heard[at]! - sample) > Math.max(16, Math.abs(sample) / 31 + 4),
  );
  expect([...tooFar]).toEqual([]);
});

it('a prompt in A-law is the one in µ-law, a step at most away', () => {
  const prompt = encodeG711('pcmu', pcm);
  const [mu, a] = [decodeG711('pcmu', prompt), decodeG711('pcma', fromMuLaw('pcma', prompt))];
  expect([...a.filter((sample, at) => Math.abs(sample - mu[at]!) > Math.max(16, Math.abs(mu[at]!) / 31 + 4))]).toEqual(
    [],
  );
});

it('silence is silent', () => {
  expect(new Set(decodeG711('pcmu', silence.pcmu))).toEqual(new Set([0]));
  expect(Math.max(...decodeG711('pcma', silence.pcma))).toBeLessThanOrEqual(8);
  expect(silence.pcma).toHaveLength(packetSamples);
});
