import { spawnSync } from 'node:child_process';
import { createFrameParser, type ParsedFrame } from '#streaming/frames/frame-parser.ts';
import { mainDataBegin, mainDataLength, sideInfo } from '#streaming/frames/mpeg.ts';

/**
 * Decoder errors in a stream: those of ffmpeg, and for MP3 of mpg123 where installed, and of a decoder with the smallest
 * allowed reservoir.
 */
export const decoderErrors = (sound: Buffer, codec: 'mp3' | 'aac' = 'mp3'): string[] => {
  if (codec === 'aac') return ffmpegErrors(sound, codec);
  return [
    ...reservoirErrors(createFrameParser('mp3').push(sound)),
    ...ffmpegErrors(sound, codec),
    ...mpg123Errors(sound),
  ];
};

/** Frames that borrow more bytes than the frames before them left. */
const reservoirErrors = (frames: ParsedFrame[]): string[] => {
  const errors: string[] = [];
  let available = 0;
  for (const [at, { buffer, start, end }] of frames.entries()) {
    const begin = mainDataBegin(buffer, start);
    const side = sideInfo(buffer, start);
    if (begin > available) errors.push(`frame ${at} borrows ${begin} of ${available} bytes`);
    available = Math.max(Math.min(begin, available) + end - side.at - side.length - mainDataLength(buffer, start), 0);
  }
  return errors;
};

const ffmpegErrors = (sound: Buffer, codec: 'mp3' | 'aac'): string[] => {
  const { stderr } = spawnSync('ffmpeg', ['-v', 'error', '-f', codec, '-i', '-', '-f', 'null', '-'], { input: sound });
  return lines(stderr);
};

const mpg123Errors = (sound: Buffer): string[] => {
  const result = spawnSync('mpg123', ['-v', '-t', '-'], { input: sound });
  if (result.error) return [];
  return lines(result.stderr).filter((line) => /missing|error|illegal|warning/i.test(line));
};

const lines = (output: Buffer): string[] =>
  output
    .toString()
    .split(/[\r\n]+/)
    .filter((line) => line !== '');
