import { mp3Bitrates } from '#contract/limits.ts';
import { refuse } from '#server/kernel/http/refuse.ts';

/** The bit rate that is wanted, or else the highest up to `otherwise`, in bit/s; refuses one above the plan's `highest`. */
export const plannedBitRate = (wanted: number | undefined, otherwise: number, highest: number): number => {
  const rate = wanted ?? mp3Bitrates.findLast((one) => one <= Math.min(otherwise, highest));
  if (rate !== undefined && rate <= highest) return rate;
  return refuse('request.invalid', {}, { bitrate: 'The bit rate is higher than the plan allows.' });
};
