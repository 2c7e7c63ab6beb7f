import type { FfmpegResult } from './run-ffmpeg.ts';

/** The samples that the last filter `astats` of a run counted; 0 without any. */
export const samplesIn = (finished: FfmpegResult): number =>
  Number([...finished.log.matchAll(/Number of samples: (\d+)/g)].at(-1)?.[1] ?? 0);

/** A loudness (LUFS) or peak (dBTP) of the summary at the end of a run; null at or below `floor`. */
export const levelIn = (finished: FfmpegResult, name: 'I' | 'Peak', floor: number): number | null => {
  const found = [...finished.log.matchAll(new RegExp(`^\\s+${name}:\\s+(-?[\\d.]+|-?inf) `, 'gm'))].at(-1)?.[1];
  const value = Number(found);
  return Number.isFinite(value) && value > floor ? value : null;
};

/** Why ffmpeg failed, in words for users, without paths or URLs. */
export const why = (finished: FfmpegResult): string => {
  if (finished.code === null) return 'reading it took too long';
  if (/matches no streams|does not contain any stream/.test(finished.log)) return 'it contains no audio';
  if (/moov atom not found|Truncating|End of file|truncated/i.test(finished.log)) return 'it is incomplete';
  return 'it is damaged';
};
