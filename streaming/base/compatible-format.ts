import type { StreamFormat } from '#contract/engine/engine.ts';

/**
 * Whether players keep playing when a station changes to this format: another bit rate is fine, another codec, sample
 * rate or number of channels stops them for good.
 */
export const isCompatibleFormat = (before: StreamFormat, after: StreamFormat): boolean =>
  before.codec === after.codec && before.sample_rate === after.sample_rate && before.channels === after.channels;
