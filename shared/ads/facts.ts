import type { PlannedStation } from '#contract/engine/engine-ads.ts';
import type { Facts } from './rules.ts';

/** What is known of one connection to a stream; `place` is undefined while places aren't known. */
export type StreamListener = {
  output: string;
  device: string;
  player: string;
  os: string;
  place: readonly string[] | undefined;
  position: 'pre' | 'mid';
};

/** What rules compare of a listener of a station's stream. */
export const streamFacts = (
  station: Pick<PlannedStation, 'key' | 'category' | 'language'>,
  { output, device, player, os, place, position }: StreamListener,
): Facts => ({
  location: place,
  station: [station.key],
  podcast: [],
  category: [String(station.category)],
  language: [station.language],
  device: os === '' ? [device] : [device, os],
  player: [player],
  output: [output],
  position: [position],
});

const notListeners = new Set(['bot', 'relay']);

/** Whether spots play: what relays pass on is heard by listeners who are counted elsewhere, and bots hear nothing. */
export const isListener = ({ output, device }: Pick<StreamListener, 'output' | 'device'>): boolean =>
  output !== 'relay' && !notListeners.has(device);
