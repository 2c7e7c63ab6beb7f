import { aacGains } from './aac-gain.ts';
import type { Frame } from './frame.ts';
import { loudestGain } from './mpeg.ts';

/** About how loud a frame is, in gain steps of 1.5 dB, from its gain fields; 0 for silence. */
export const levelOf = ({ buffer, start, end }: Frame, codec: 'mp3' | 'aac'): number => {
  if (codec === 'mp3') return loudestGain(buffer, start);
  const gains = aacGains(buffer, start, end) ?? [];
  return Math.max(0, ...gains.map(({ gain, isSilent }) => (isSilent ? 0 : gain)));
};

/** Frames that are taken together, as single ones vary. */
const together = 3;
/** So many steps quieter (12 dB) than most of its surroundings a pause is. */
const clear = 8;
/** Places whose level is this near to the quietest are as quiet, steps. */
const alike = 2;

/** The middle of the quietest place among consecutive levels; undefined with too few. */
export const quietest = (levels: readonly number[]): number | undefined => {
  if (levels.length < together) return undefined;
  const means = levels.slice(together - 1).map((_, at) => Math.max(...levels.slice(at, at + together)));
  const least = Math.min(...means);
  const begin = means.indexOf(least);
  let [from, to] = [begin, begin];
  while (from > 0 && means[from - 1]! <= least + alike) from -= 1;
  while (to + 1 < means.length && means[to + 1]! <= least + alike) to += 1;
  return Math.round((from + to + together - 1) / 2);
};

/** The same where it is a pause: clearly quieter than most of the levels. */
export const clearlyQuiet = (levels: readonly number[]): number | undefined => {
  const at = quietest(levels);
  const median = levels.toSorted((a, b) => a - b)[Math.floor(levels.length / 2)];
  return at !== undefined && median !== undefined && levels[at]! <= median - clear ? at : undefined;
};
