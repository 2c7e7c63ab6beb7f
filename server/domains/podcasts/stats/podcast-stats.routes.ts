import type { ClickHouseClient } from '@clickhouse/client';
import type { PodcastKey } from '#contract/rules/keys.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { zoneOfPodcast } from './podcast-stats.repo.ts';
import { auditOf, podcastStatsOf, podcastStatsOfAccount } from './podcast-stats.service.ts';

const maxFileRows = 100_000;

/**
 * Handlers of download statistics: an account's in the time zone of its oldest station, a podcast's in its station's.
 */
export const podcastStatsRoutes = (
  kernel: Kernel,
  { clickhouse }: { clickhouse: ClickHouseClient },
): Handlers<'podcastStats'> => {
  const deps = { ...kernel, clickhouse };
  const ofPodcast = async (key: PodcastKey) => ({ podcasts: [key], zone: await zoneOfPodcast(kernel.db, key) });
  return {
    account: async ({ params, query: { podcastKey, episodeKey, ...query } }) =>
      await podcastStatsOfAccount(deps, params.id, { ...query, podcastKey, episodeKey }),
    podcast: async ({ params, query: { episodeKey, ...query } }) =>
      await podcastStatsOf(deps, { ...(await ofPodcast(params.key)), episode: episodeKey }, query),
    requests: async ({ params, query: { episodeKey, verdict, ...query } }) =>
      await auditOf(deps, { ...(await ofPodcast(params.key)), episode: episodeKey, verdict }, query),
    requestsFile: async ({ params, query: { episodeKey, verdict, ...query } }) => {
      const which = { ...(await ofPodcast(params.key)), episode: episodeKey, verdict };
      const { entities } = await auditOf(deps, which, { ...query, limit: maxFileRows, offset: 0 });
      return { filename: `requests ${query.from_date} ${query.to_date}.csv`, rows: csvRows(entities) };
    },
  };
};

const columns = [
  'at',
  'title',
  'episode',
  'listener',
  'country',
  'app',
  'device',
  'status',
  'from',
  'bytes',
  'size',
  'verdict',
  'reason',
] as const;

async function* csvRows(
  entities: Awaited<ReturnType<typeof auditOf>>['entities'],
): AsyncGenerator<readonly (string | number)[]> {
  yield columns;
  for (const row of entities) yield columns.map((name) => row[name]);
}
