import { createHash, randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { extname, join } from 'node:path';

const folder = join(import.meta.dirname, '../../node_modules/.cache/test-audio');

/**
 * A file that ffmpeg makes of nothing but its own sources, by these arguments with the output last: tests of all files need the same
 * tones, so each is made once and copied from then on (a start of ffmpeg takes a tenth of a second of processor time). Undefined where
 * the audio is made of other files.
 */
export const madeAudio = (args: readonly string[]): MadeAudio | undefined => {
  const inputs = args.flatMap((arg, at) => (arg === '-i' ? [args.slice(at - 2, at).join(' ')] : []));
  if (inputs.length === 0 || inputs.some((input) => input !== '-f lavfi') || args.includes('-re')) return undefined;
  const output = args.at(-1) ?? '';
  const recipe = JSON.stringify([...args.slice(0, -1), isPiped(output) ? 'pipe:1' : extname(output)]);
  const path = join(folder, createHash('sha256').update(recipe).digest('hex'));
  return {
    path,
    isThere: existsSync(path),
    keep: (from) => {
      mkdirSync(folder, { recursive: true });
      // Renamed when complete, as other processes look for it.
      const copy = `${path}.${randomUUID()}`;
      copyFileSync(from, copy);
      renameSync(copy, path);
    },
  };
};

/** Whether ffmpeg writes to its standard output. */
export const isPiped = (output: string): boolean => output === 'pipe:1' || output === '-';

type MadeAudio = {
  /** Where it is kept; others read it as well. */
  path: string;
  isThere: boolean;
  keep(from: string): void;
};
