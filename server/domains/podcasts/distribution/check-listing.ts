import type { PodcastKey } from '#contract/rules/keys.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { feedUrl, getPodcast } from '../podcasts.service.ts';
import { changePlatform, findDistribution, lockPlatform, type DistributionRow } from './distribution.repo.ts';
import { appleIdIn, isSearchable, findListing, platformOf, type Finding } from './find-listing.ts';

export type CheckDeps = Pick<Kernel, 'db' | 'clock' | 'config' | 'outbound'>;

/** How long a confirmed listing stays listed although later checks are inconclusive. */
const trustedMs = 14 * 86_400_000;

/**
 * Checks a podcast's listing on a platform and stores the finding, unless the owner changed the URL in the meantime.
 * False if the platform can only be checked by URL and none is set.
 */
export const checkListing = async (deps: CheckDeps, key: PodcastKey, platformId: string): Promise<boolean> => {
  const { db, clock, config, outbound } = deps;
  const platform = platformOf(platformId);
  if (!platform) return false;
  const podcast = await getPodcast(deps, key);
  const rows = await findDistribution(db, key);
  const url = rows.find((row) => row.platform === platformId)?.url ?? '';
  const apple = rows.find((row) => row.platform === 'apple' && row.state === 'listed');
  const appleId = apple && appleIdIn(apple.url);
  if (url === '' && !isSearchable(platform, appleId)) return false;
  const target = { feed: feedUrl(config, podcast), title: podcast.title, appleId };
  const finding = await findListing(outbound, platform, target, url);
  if (!finding) return false;
  await db.transaction().execute(async (tx) => {
    const row = await lockPlatform(tx, key, platformId);
    if (row.url === url) await changePlatform(tx, row, changeAfter(finding, row, clock.now()), clock.now());
  });
  return true;
};

const changeAfter = ({ result, url, finding }: Finding, row: DistributionRow, now: Date) => {
  const outcome = { finding, checked: now };
  if (result === 'seen') return { ...outcome, state: 'listed' as const, url, seen: now };
  if (result === 'refuted') return { ...outcome, state: 'refuted' as const };
  if (row.url === '') return outcome;
  const isTrusted = row.state === 'listed' && row.seen !== null && now.getTime() - row.seen.getTime() < trustedMs;
  return isTrusted ? outcome : { ...outcome, state: 'unchecked' as const };
};
