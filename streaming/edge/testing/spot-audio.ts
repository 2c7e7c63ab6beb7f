import { expect } from 'vitest';
import type { Spot } from '#contract/engine/engine-ads.ts';
import { createFrameParser, type ParsedFrame } from '#streaming/frames/frame-parser.ts';
import { decode, detectTones, ffmpeg, longestGap, sequence } from '#streaming/ingest/testing/audio.ts';
import { decoderErrors } from '#streaming/ingest/testing/decoder-errors.ts';

/** Encodes a source of ffmpeg's, in stereo at 44.1 kHz without anything but frames. */
export const encoded = (source: string, codec: 'mp3' | 'aac', own: readonly string[]): Promise<Buffer> =>
  ffmpeg([
    ...['-f', 'lavfi', '-i', source, '-ac', '2', '-ar', '44100'],
    ...(codec === 'mp3' ? ['-c:a', 'libmp3lame', '-write_xing', '0', '-id3v2_version', '0'] : ['-c:a', 'aac']),
    ...[...own, '-f', codec === 'mp3' ? 'mp3' : 'adts', 'pipe:1'],
  ]);

/** A tone as the portal renders spots: no frame needs another. */
export const spotOf = (hertz: number, seconds: number, codec: 'mp3' | 'aac'): Promise<Buffer> =>
  encoded(`sine=${hertz}:d=${seconds}`, codec, ['-b:a', '128k', ...(codec === 'mp3' ? ['-reservoir', '0'] : [])]);

export const framesOf = (data: Buffer, codec: 'mp3' | 'aac'): ParsedFrame[] => createFrameParser(codec).push(data);

/** A tone that rises and falls, so that an MP3 encoder uses its bit reservoir. */
export const swell = (seconds: number): string => `sine=440:d=${seconds},volume=0.6+0.4*sin(9*t):eval=frame`;

const frameMs = { mp3: 1152 / 44.1, aac: 1024 / 44.1 };
/** A millisecond. */
const fineStep = 44;

/** Checks what a listener hears around a break: only the programme's tone until it, and its own one until its end, to a frame. */
const expectOwnTone = async (
  audio: Buffer,
  codec: 'mp3' | 'aac',
  { hertz, from, to }: { hertz: number; from: number; to: number },
): Promise<void> => {
  const spans = await detectTones(audio, codec, [440, 1300, 2100], fineStep);
  const own = spans.filter((span) => span.hertz === hertz);
  expect(Math.abs(own[0]!.from - from)).toBeLessThanOrEqual(frameMs[codec]);
  expect(Math.abs(own.at(-1)!.to - to)).toBeLessThanOrEqual(frameMs[codec]);
  const others = spans.filter((span) => span.hertz !== hertz && span.from > own[0]!.from && span.to < own.at(-1)!.to);
  expect(others).toEqual([]);
};

/**
 * Checks what three listeners received around a break, over a programme of 440 Hz: a spot of 1300 Hz, one of 2100 Hz
 * and none, each from the break (ms) to its end, without a gap and of the same length in all.
 */
export const expectOwnSpots = async (
  received: readonly Buffer[],
  codec: 'mp3' | 'aac',
  { breakMs, spots }: { breakMs: number; spots: readonly Spot[] },
): Promise<void> => {
  const heard = await Promise.all(received.map((audio) => detectTones(audio, codec, [440, 1300, 2100])));
  expect(heard.map(sequence)).toEqual([[440, 1300, 440], [440, 2100, 440], [440]]);
  for (const [i, hertz] of [1300, 2100].entries())
    await expectOwnTone(received[i]!, codec, {
      ...{ hertz, from: breakMs, to: breakMs + spots[i]!.files[0]!.duration / 1000 },
    });
  for (const spans of heard) expect(longestGap(spans)).toBeLessThanOrEqual(30);
  const samples = await Promise.all(received.map(async (audio) => (await decode(audio, codec)).length));
  expect(new Set(samples).size).toBe(1);
  if (codec === 'mp3') for (const audio of received) expect(decoderErrors(audio)).toEqual([]);
};
