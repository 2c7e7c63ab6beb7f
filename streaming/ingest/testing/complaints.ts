import { spawnSync } from 'node:child_process';
import { createFrameParser, type ParsedFrame } from '#streaming/frames/frame-parser.ts';
import { mainDataBegin, mainDataLength, sideInfo } from '#streaming/frames/mpeg.ts';

/** What decoders have to say against an MP3 stream: ffmpeg, mpg123 where this machine has it, and one that keeps no more bytes than it must. */
export function complaintsOf(sound: Buffer): string[] {
  return [...strict(createFrameParser('mp3').push(sound)), ...ofFfmpeg(sound), ...ofMpg123(sound)];
}

/** Frames that borrow more bytes than the frames before them left. */
function strict(frames: ParsedFrame[]): string[] {
  const complaints: string[] = [];
  let left = 0;
  for (const [at, { buffer, start, end }] of frames.entries()) {
    const begin = mainDataBegin(buffer, start);
    const side = sideInfo(buffer, start);
    if (begin > left) complaints.push(`frame ${at} borrows ${begin} of ${left} bytes`);
    left = Math.max(Math.min(begin, left) + end - side.at - side.length - mainDataLength(buffer, start), 0);
  }
  return complaints;
}

function ofFfmpeg(sound: Buffer): string[] {
  const { stderr } = spawnSync('ffmpeg', ['-v', 'error', '-f', 'mp3', '-i', '-', '-f', 'null', '-'], { input: sound });
  return lines(stderr);
}

function ofMpg123(sound: Buffer): string[] {
  const found = spawnSync('mpg123', ['-v', '-t', '-'], { input: sound });
  if (found.error) return [];
  return lines(found.stderr).filter((line) => /missing|error|illegal|warning/i.test(line));
}

function lines(said: Buffer): string[] {
  return said
    .toString()
    .split(/[\r\n]+/)
    .filter((line) => line !== '');
}
