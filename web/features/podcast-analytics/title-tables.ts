import { brand } from '#brand/brand.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { PodcastStatsReply } from '#contract/api/podcast-stats.ts';
import { podcastsPath } from '#web/parts/podcast-scope.ts';
import type { Titled } from './DownloadsTables.tsx';

/** The tables of podcasts and episodes in an account's analytics, with a link for each row. */
export const titleTables = ({ podcasts, episodeDateStats }: PodcastStatsReply, accountKey: AccountKey) => {
  const path = podcastsPath({ accountKey });
  const podcastOf = new Map<string, string>(episodeDateStats.map(({ key, podcast }) => [key, podcast]));
  const tables: { title: string; rows: Titled[]; pathOf: (row: Titled) => string }[] = [
    {
      title: brand.wording.Podcasts,
      rows: podcasts,
      pathOf: ({ key }) => `${path}/${key}/analytics`,
    },
    {
      title: 'Episodes',
      rows: episodeDateStats,
      pathOf: ({ key }) => `${path}/${podcastOf.get(key) ?? ''}/episodes/${key}`,
    },
  ];
  return tables.filter(({ rows }) => rows.length > 0);
};
