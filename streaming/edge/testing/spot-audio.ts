import { expect } from 'vitest';
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

/**
 * Checks what three listeners received around one break, over a programme of 440 Hz: a spot of 1300 Hz, one of 2100 Hz
 * and none, each for as many seconds as given, without a gap and of the same length in all.
 */
export async function expectOwnSpots(
  received: readonly Buffer[],
  codec: 'mp3' | 'aac',
  [long, short]: readonly [number, number],
): Promise<void> {
  const heard = await Promise.all(received.map((audio) => detectTones(audio, codec, [440, 1300, 2100])));
  expect(heard.map(sequence)).toEqual([[440, 1300, 440], [440, 2100, 440], [440]]);
  const seconds = (spans: (typeof heard)[0], hertz: number): number =>
    spans.reduce((sum, span) => sum + (span.hertz === hertz ? span.to - span.from : 0), 0) / 1000;
  expect(Math.abs(seconds(heard[0]!, 1300) - long)).toBeLessThan(0.08);
  expect(Math.abs(seconds(heard[1]!, 2100) - short)).toBeLessThan(0.08);
  for (const spans of heard) expect(longestGap(spans)).toBeLessThanOrEqual(30);
  const samples = await Promise.all(received.map(async (audio) => (await decode(audio, codec)).length));
  expect(new Set(samples).size).toBe(1);
  if (codec === 'mp3') for (const audio of received) expect(decoderErrors(audio)).toEqual([]);
}
