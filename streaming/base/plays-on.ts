import type { StreamFormat } from '#contract/engine.ts';

/**
 * Whether players go on when a station changes to this format: they do at another bit rate, and stop for good at another
 * codec, sample rate or number of channels.
 */
export const playsOn = (before: StreamFormat, after: StreamFormat): boolean =>
  before.codec === after.codec && before.sample_rate === after.sample_rate && before.channels === after.channels;
