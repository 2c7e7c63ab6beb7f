import type { BusMessage, FrameBatch, StationHead } from '#streaming/bus/batch.ts';
import { isSoundless } from './channel.ts';
import type { Title } from './channel-titles.ts';
import type { Hls } from './hls.ts';
import type { Mounts } from './mounts.ts';

export type RecentSound = {
  /** The station's format and the audio of its burst; undefined for one that is not here. */
  recent(station: string): { head: StationHead; batches: FrameBatch[] } | undefined;
  /** The latest sound of a station for an edge that begins with it, or continues after batch `after`. */
  latest(station: string, after: number | undefined): BusMessage[];
};

/**
 * The sound that an edge has of the last seconds: the burst, or what HLS has in its playlist, with a little from before: by that another edge knows
 * that nothing is missing of the first segment.
 */
export const createRecentSound = (mounts: Pick<Mounts, 'byStation'>, hls: Pick<Hls, 'recentAudio'>): RecentSound => ({
  recent(station) {
    const channel = mounts.byStation(station)?.channel;
    return channel && { head: channel.head, batches: channel.recentAudio() };
  },
  latest(station, after) {
    const channel = mounts.byStation(station)?.channel;
    if (!channel || isSoundless(channel)) return [];
    const burst = channel.recentAudio();
    if (after !== undefined)
      return withTitles(
        burst.filter(({ seq }) => seq > after),
        channel.titles(),
      );
    const listed = hls.recentAudio(station);
    const isLonger = (listed[0]?.seq ?? Infinity) < (burst[0]?.seq ?? Infinity);
    return withTitles(isLonger ? listed : burst, channel.titles());
  },
});

/**
 * Consecutive batches as another edge begins with them: each says how long ago it was emitted, and titles come before the
 * first batch that has them, so that each is shown with its own sound; the current one comes last at the latest.
 */
const withTitles = (batches: readonly FrameBatch[], titles: ReadonlyMap<number, Title>): BusMessage[] => {
  const end = batches.at(-1)?.at ?? 0;
  const current = [...titles.values()].at(-1);
  const messages: BusMessage[] = [];
  let number: number | undefined;
  for (const batch of batches) {
    const title = batch.title === number ? undefined : titles.get(batch.title);
    if (title) messages.push(title);
    number = batch.title;
    messages.push({ type: 'batch', batch: { ...batch, ago: (end - batch.at) / 1000 } });
  }
  return current && current.number !== number ? [...messages, current] : messages;
};
