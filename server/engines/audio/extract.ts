import { readFile, rm, stat } from 'node:fs/promises';
import { limits } from '#contract/rules/limits.ts';
import type { AudioKind } from './port.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

/* Extracts data from a file without decoding it. */

const bounds = { limitMs: 600_000, stallMs: 60_000, memoryBytes: 1024 ** 3 };

const source = (path: string, kind: AudioKind): string[] => [
  ...['-protocol_whitelist', 'file', '-f', kind, '-i', `file:${path}`],
];

/**
 * The SHA-256 of a file's encoded audio without tags and pictures: the same for copies that differ only in tags.
 * `out` is a temporary path. Undefined if the file can't be read.
 */
export const audioHash = async (path: string, kind: AudioKind, out: string): Promise<string | undefined> => {
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

/** Writes the first embedded picture within the size limit to `out`; returns whether there was one. */
export const extractPicture = async (path: string, kind: AudioKind, out: string): Promise<boolean> => {
  const firstPicture = ['-map', '0:v:0', '-frames:v', '1', '-c', 'copy', '-fs', String(limits.imageMaxBytes + 1)];
  const output = ['-f', 'image2pipe', '-y', `file:${out}`];
  const { code } = await runFfmpeg([...source(path, kind), ...firstPicture, ...output], bounds);
  const size = code === 0 ? (await stat(out).catch(() => undefined))?.size : undefined;
  if (size !== undefined && size > 0 && size <= limits.imageMaxBytes) return true;
  await rm(out, { force: true });
  return false;
};
