import { fillUrlTemplate, distributionPlatforms, isListingOf } from '#contract/rules/distribution-platforms.ts';
import type { ChangedDistribution, Distribution, PlatformState } from '#contract/api/distribution.ts';
import type { PodcastKey } from '#contract/rules/keys.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Kernel } from '#server/kernel/kernel.ts';
import { feedUrl, getPodcast } from '../podcasts.service.ts';
import { checkListing } from './check-listing.ts';
import { changePlatform, findDistribution, lockPlatform, type DistributionRow } from './distribution.repo.ts';
import { platformOf } from './find-listing.ts';

type DistributionDeps = Pick<Kernel, 'db' | 'clock' | 'config' | 'outbound'>;

/** Every platform with the podcast's state there (field notes: not submitted → submitted → listed). */
export const distributionOf = async (deps: DistributionDeps, key: PodcastKey): Promise<Distribution> => {
  const podcast = await getPodcast(deps, key);
  const feed = feedUrl(deps.config, podcast);
  const rows = new Map((await findDistribution(deps.db, key)).map((row) => [row.platform, row]));
  return {
    feed_url: feed,
    platforms: distributionPlatforms.map(({ id }) => presentPlatform(id, feed, rows.get(id))),
  };
};

/**
 * Saves states and URLs of platforms, and checks new URLs before it returns. Refuses by field a URL that can't be a
 * listing of its platform; listings that can't be checked are saved as `unchecked`.
 */
export const changeDistribution = async (
  deps: DistributionDeps,
  key: PodcastKey,
  { platforms }: ChangedDistribution,
): Promise<Distribution> => {
  validateUrls(platforms);
  await getPodcast(deps, key);
  const withNewUrl = await deps.db.transaction().execute(async (tx) => {
    const changed: string[] = [];
    for (const entry of [...platforms].sort((a, b) => (a.platform < b.platform ? -1 : 1))) {
      const row = await lockPlatform(tx, key, entry.platform);
      const change = changeBy(entry, row);
      if (change) await changePlatform(tx, row, change, deps.clock.now());
      if (change?.url) changed.push(entry.platform);
    }
    return changed;
  });
  await Promise.all(withNewUrl.map((platform) => checkListing(deps, key, platform)));
  return await distributionOf(deps, key);
};

/**
 * Checks a listing now. Refuses with `distribution.addressNeeded` if the platform can only be checked by URL and has
 * none.
 */
export const checkNow = async (deps: DistributionDeps, key: PodcastKey, platform: string): Promise<PlatformState> => {
  const podcast = await getPodcast(deps, key);
  const wasChecked = await checkListing(deps, key, platform);
  if (!wasChecked) refuse('distribution.addressNeeded', { name: platformOf(platform)?.name ?? platform });
  const row = (await findDistribution(deps.db, key)).find((one) => one.platform === platform);
  return presentPlatform(platform, feedUrl(deps.config, podcast), row);
};

/** Links for listeners to other platforms: confirmed listings, and URLs from the owner that could not be checked. */
export const listedLinks = async (
  db: Db,
  podcast: PodcastKey,
): Promise<{ platform: string; name: string; url: string }[]> => {
  const rows = new Map((await findDistribution(db, podcast)).map((row) => [row.platform, row]));
  return distributionPlatforms.flatMap(({ id, name }) => {
    const row = rows.get(id);
    const isShown = row && row.url !== '' && (row.state === 'listed' || row.state === 'unchecked');
    return isShown ? [{ platform: id, name, url: row.url }] : [];
  });
};

type PlatformChange = ChangedDistribution['platforms'][number];

const validateUrls = (platforms: readonly PlatformChange[]): void => {
  platforms.forEach(({ platform: id, url }, i) => {
    const platform = platformOf(id);
    if (platforms.findIndex((other) => other.platform === id) !== i)
      refuse('request.invalid', {}, { [`platforms.${String(i)}.platform`]: 'This platform is listed twice.' });
    if (platform && url !== undefined && url !== '' && !isListingOf(platform, url))
      refuse(
        'request.invalid',
        {},
        { [`platforms.${String(i)}.url`]: `It must be a listing of ${platform.name}, such as ${platform.example}` },
      );
  });
};

type Change = Partial<Pick<DistributionRow, 'state' | 'url' | 'finding' | 'checked' | 'seen'>>;
const unverified = { finding: '', checked: null, seen: null } as const;

const changeBy = ({ submitted, url }: PlatformChange, row: DistributionRow): Change | undefined => {
  if (url !== undefined && url !== '') return url === row.url ? undefined : { ...unverified, state: 'unchecked', url };
  if (submitted === false) return { ...unverified, state: 'not_submitted', url: '' };
  if (url === '' && row.url !== '') return { ...unverified, state: 'submitted', url: '' };
  return submitted === true && row.state === 'not_submitted' ? { state: 'submitted' } : undefined;
};

const presentPlatform = (id: string, feed: string, row: DistributionRow | undefined): PlatformState => ({
  platform: id,
  state: row?.state ?? 'not_submitted',
  url: row?.url ?? '',
  checked: row?.checked?.toISOString() ?? null,
  finding: row?.finding ?? '',
  submit_url: fillUrlTemplate(platformOf(id)?.submit ?? '', { feed }),
});
