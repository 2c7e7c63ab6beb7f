import { readFile, rm, stat } from 'node:fs/promises';
import { limits } from '#contract/limits.ts';
import type { AudioKind } from './port.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

/* What is taken out of a file as it is, without decoding it. */

const bounds = { limitMs: 600_000, stallMs: 60_000, memoryBytes: 1024 ** 3 };

const source = (path: string, kind: AudioKind): string[] => [
  ...['-protocol_whitelist', 'file', '-f', kind, '-i', `file:${path}`],
];

/**
 * The SHA-256 of a file's encoded sound without tags and pictures: the same for copies that are only tagged in another
 * way. `out` is a path of the caller's own to work at. Undefined where the file can't be read.
 */
export const soundHash = async (path: string, kind: AudioKind, out: string): Promise<string | undefined> => {
  try {
    const { code } = await runFfmpeg(
      [...source(path, kind), '-map', '0:a:0', '-c', 'copy', '-f', 'hash', '-hash', 'sha256', '-y', `file:${out}`],
      bounds,
    );
    return code === 0 ? /^SHA256=([0-9a-f]{64})$/m.exec(await readFile(out, 'utf8'))?.[1] : undefined;
  } finally {
    await rm(out, { force: true });
  }
};

/** Writes the first picture that a file holds to `out`, at most of the size that a picture may have; says whether there was one. */
export const takePicture = async (path: string, kind: AudioKind, out: string): Promise<boolean> => {
  const one = ['-map', '0:v:0', '-frames:v', '1', '-c', 'copy', '-fs', String(limits.imageMaxBytes + 1)];
  const { code } = await runFfmpeg([...source(path, kind), ...one, '-f', 'image2pipe', '-y', `file:${out}`], bounds);
  const size = code === 0 ? (await stat(out).catch(() => undefined))?.size : undefined;
  if (size !== undefined && size > 0 && size <= limits.imageMaxBytes) return true;
  await rm(out, { force: true });
  return false;
};
