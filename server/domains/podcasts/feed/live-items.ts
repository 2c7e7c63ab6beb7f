import type { PodcastKey } from '#contract/rules/keys.ts';
import { streamUrls } from '#server/domains/stations/stations.service.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { upcomingRecordings } from '../recording/recording.service.ts';
import type { LiveItem } from './feed-source.ts';

/** How many broadcasts a feed lists, and how far ahead. */
const maxItems = 3;
const horizonMs = 14 * 24 * 3600_000;

/** The current and next broadcasts that are recorded for a podcast, and can be heard live. */
export const liveItemsOf = async (
  { db, config }: Pick<Kernel, 'db' | 'config'>,
  key: PodcastKey,
  now: Date,
): Promise<LiveItem[]> => {
  const broadcasts = (await upcomingRecordings(db, key, now))
    .filter(({ begin, end }) => end > now && begin.getTime() - now.getTime() < horizonMs)
    .slice(0, maxItems);
  if (broadcasts.length === 0) return [];
  const stations = await db
    .selectFrom('stations')
    .select(['key', 'streamname', 'settings', 'codec', 'bitrate'])
    .where('key', 'in', [...new Set(broadcasts.map(({ station }) => station))])
    .execute();
  const urls = new Map(stations.map((row) => [row.key, streamUrls(row, config).stream_url]));
  return broadcasts.flatMap(({ id, title, station, begin, end }) => {
    const streamUrl = urls.get(station);
    return streamUrl === undefined ? [] : [{ id, title, begin, end, streamUrl }];
  });
};
