import type { PodcastKey } from '#contract/keys.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { feedUrl, getPodcast } from '../podcasts.service.ts';
import { changePlatform, findDistribution, holdPlatform, type DistributionRow } from './distribution.repo.ts';
import { appleIdIn, isSearchable, lookForListing, platformOf, type Finding } from './look-for-listing.ts';

export type CheckDeps = Pick<Kernel, 'db' | 'clock' | 'config' | 'outbound'>;

/** For so long a listing that was seen is one although it can't be looked at. */
const trustedMs = 14 * 86_400_000;

/**
 * Looks for a podcast's listing and keeps what was found, unless its owner named another address meanwhile. False where
 * the platform can only be asked for an address and has none.
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
  const sought = { feed: feedUrl(config, podcast), title: podcast.title, appleId };
  const found = await lookForListing(outbound, platform, sought, url);
  if (!found) return false;
  await db.transaction().execute(async (tx) => {
    const row = await holdPlatform(tx, key, platformId);
    if (row.url === url) await changePlatform(tx, row, changeBy(found, row, clock.now()), clock.now());
  });
  return true;
};

const changeBy = ({ result, url, finding }: Finding, row: DistributionRow, now: Date) => {
  const looked = { finding, checked: now };
  if (result === 'seen') return { ...looked, state: 'listed' as const, url, seen: now };
  if (result === 'refuted') return { ...looked, state: 'refuted' as const };
  if (row.url === '') return looked;
  const isTrusted = row.state === 'listed' && row.seen !== null && now.getTime() - row.seen.getTime() < trustedMs;
  return isTrusted ? looked : { ...looked, state: 'unchecked' as const };
};
