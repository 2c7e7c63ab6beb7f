import { mp3Bitrates } from '#contract/rules/limits.ts';
import { refuse } from '#server/kernel/http/refuse.ts';

/** The requested bit rate, or the highest one up to `fallback`, in bit/s; refuses one above the plan's `highest`. */
export const plannedBitRate = (requested: number | undefined, fallback: number, highest: number): number => {
  const rate = requested ?? mp3Bitrates.findLast((candidate) => candidate <= Math.min(fallback, highest));
  if (rate !== undefined && rate <= highest) return rate;
  return refuse('request.invalid', {}, { bitrate: 'The bit rate is higher than the plan allows.' });
};
