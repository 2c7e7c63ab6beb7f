import type { PodcastKey } from '#contract/keys.ts';
import { streamAddresses } from '#server/domains/stations/stations.service.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { upcomingRecordings } from '../recording/recording.service.ts';
import type { LiveItem } from './feed-source.ts';

/** A feed tells of no more broadcasts, and of none that is further away. */
const most = 3;
const farthestMs = 14 * 24 * 3600_000;

/** What of a podcast is recorded, so can be heard live, now and next. */
export const liveItemsOf = async (
  { db, config }: Pick<Kernel, 'db' | 'config'>,
  key: PodcastKey,
  now: Date,
): Promise<LiveItem[]> => {
  const near = (await upcomingRecordings(db, key, now))
    .filter(({ begin, end }) => end > now && begin.getTime() - now.getTime() < farthestMs)
    .slice(0, most);
  if (near.length === 0) return [];
  const stations = await db
    .selectFrom('stations')
    .select(['key', 'streamname', 'settings', 'codec', 'bitrate'])
    .where('key', 'in', [...new Set(near.map(({ station }) => station))])
    .execute();
  const urls = new Map(stations.map((row) => [row.key, streamAddresses(row, config).stream_url]));
  return near.flatMap(({ id, title, station, begin, end }) => {
    const streamUrl = urls.get(station);
    return streamUrl === undefined ? [] : [{ id, title, begin, end, streamUrl }];
  });
};
