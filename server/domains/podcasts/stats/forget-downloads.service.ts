import type { ClickHouseClient } from '@clickhouse/client';
import type { PodcastKey } from '#contract/keys.ts';
import { ask, isMissing, literal } from '#server/platform/clickhouse/query.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { podcastTables } from './podcast-clickhouse.ts';

const atOnce = 1000;

/** Removes everything that was counted of these podcasts, and returns when it is gone from disk; again does no harm. */
export const forgetDownloads = async (clickhouse: ClickHouseClient, podcasts: readonly PodcastKey[]): Promise<void> => {
  for (let i = 0; i < podcasts.length; i += atOnce)
    for (const table of podcastTables) {
      const which = podcasts
        .slice(i, i + atOnce)
        .map(literal)
        .join(',');
      await clickhouse
        .command({
          query: `alter table ${table} delete where podcast in (${which})`,
          clickhouse_settings: { mutations_sync: '1', max_query_size: '16000000' },
        })
        .catch(unlessMissing);
    }
};

/** The same for podcasts that aren't there any more, however they went: with their station, with their account. */
export const forgetGonePodcasts = async (db: Db, clickhouse: ClickHouseClient): Promise<void> => {
  const counted = await ask<{ podcast: PodcastKey }>(clickhouse, 'select distinct podcast from podcast_days').catch(
    (error: unknown) => (unlessMissing(error), []),
  );
  const gone: PodcastKey[] = [];
  for (let i = 0; i < counted.length; i += atOnce) {
    const keys = counted.slice(i, i + atOnce).map(({ podcast }) => podcast);
    const rows = await db.selectFrom('podcasts').select('key').where('key', 'in', keys).execute();
    const there = new Set(rows.map(({ key }) => key));
    gone.push(...keys.filter((key) => !there.has(key)));
  }
  await forgetDownloads(clickhouse, gone);
};

const unlessMissing = (error: unknown): void => {
  if (!isMissing(error)) throw error;
};
