import type { AccountKey, EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import { podcastStats, type PodcastVerdict } from '#contract/api/podcast-stats.ts';
import type { Range } from '#contract/rules/analytics-period.ts';
import { call } from '#web/lib/call.ts';
import { endpointQuery, keepPreviousOf } from '#web/lib/endpoint-query.ts';

const fresh = { staleTime: 15_000, refetchInterval: 30_000 } as const;
type Days = Pick<Range, 'from_date' | 'to_date'>;
export type Audit = Days & { episodeKey?: EpisodeKey | undefined; verdict?: PodcastVerdict | undefined };

const daysAndFrequency = ({ from_date, to_date, type }: Range) => ({
  from_date,
  to_date,
  frequency: type === 'day' ? ('hour' as const) : ('day' as const),
  include: ['previous' as const],
});

/** Downloads of all podcasts of an account, or of one. */
export const accountDownloadsQuery = (id: AccountKey, range: Range, podcastKey: PodcastKey | undefined) =>
  endpointQuery(
    podcastStats.account,
    { params: { id }, query: { ...daysAndFrequency(range), podcastKey } },
    {
      ...fresh,
      ...keepPreviousOf(id),
    },
  );

/** Downloads of a podcast, or of one of its episodes. */
export const podcastDownloadsQuery = (key: PodcastKey, range: Range, episodeKey: EpisodeKey | undefined) =>
  endpointQuery(
    podcastStats.podcast,
    { params: { key }, query: { ...daysAndFrequency(range), episodeKey } },
    {
      ...fresh,
      ...keepPreviousOf(key),
    },
  );

/** A page of the requests for a podcast's episodes. */
export const requestsQuery = (key: PodcastKey, audit: Audit, page: { limit: number; offset: number }) =>
  endpointQuery(
    podcastStats.requests,
    { params: { key }, query: { ...audit, ...page } },
    { staleTime: 15_000, ...keepPreviousOf(key) },
  );

/** All requests as a CSV file. */
export const requestsFile = async (key: PodcastKey, audit: Audit): Promise<Blob> =>
  await (await call(podcastStats.requestsFile, { params: { key }, query: audit })).blob();
