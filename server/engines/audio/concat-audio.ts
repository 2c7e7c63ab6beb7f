import { rm } from 'node:fs/promises';
import { limits } from '#contract/rules/limits.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { identify } from './identify.ts';
import type { Watch } from './port.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

const bounds = { limitMs: 2 * 3600_000, stallMs: 120_000, memoryBytes: 2 * 1024 ** 3 };

/**
 * Concatenates the audio of files in any format to `out` as MP3 (44.1 kHz, stereo, 192 kbit/s). Refuses with
 * `media.notAudio` if one of them can't be read.
 */
export const concatAudio = async (paths: readonly string[], out: string, watch: Watch = {}): Promise<void> => {
  const kinds = await Promise.all(paths.map(identify));
  const inputs = paths.flatMap((path, i) => ['-protocol_whitelist', 'file', '-f', kinds[i]!, '-i', `file:${path}`]);
  const inputFilters = paths.map((_, i) => `[${i}:a:0]aresample=44100,aformat=channel_layouts=stereo[a${i}]`).join(';');
  const joined = `${paths.map((_, i) => `[a${i}]`).join('')}concat=n=${paths.length}:v=0:a=1`;
  const finished = await runFfmpeg(
    [
      ...inputs,
      ...['-filter_complex', `${inputFilters};${joined}`, '-t', String(limits.uploadMaxS)],
      ...['-map_metadata', '-1', '-c:a', 'libmp3lame', '-b:a', '192k', '-f', 'mp3', '-y', `file:${out}`],
    ],
    bounds,
    watch.signal ? { signal: watch.signal } : {},
  );
  if (finished.code === 0) return;
  await rm(out, { force: true });
  refuse('media.notAudio', { reason: finished.log.trim().split('\n').at(-1) ?? '' });
};
