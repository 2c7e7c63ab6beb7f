import { setTimeout as pause } from 'node:timers/promises';
import { distributionPlatforms, type ListingCheck } from '#contract/distribution-platforms.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { checkListing, type CheckDeps } from './check-listing.ts';
import { dueListings } from './distribution.repo.ts';

const everyHour = '29 * * * *';
const dayMs = 86_400_000;
/** So many in an hour, so far apart: Apple lets about 20 look-ups a minute through. */
const mostAtOnce = 150;
const apartMs = 4000;

const ids = (isWanted: (check: ListingCheck) => boolean): string[] =>
  distributionPlatforms.filter(({ check }) => isWanted(check)).map(({ id }) => id);
const searchable = {
  always: ids((check) => check.by === 'search' || (check.by === 'page' && check.byFeed !== undefined)),
  byApple: ids((check) => check.by === 'page' && check.byApple !== undefined),
};

/** Looks for every listing once a day, a few every hour; for the process that does the jobs. */
export const workDistribution = async (deps: CheckDeps & Pick<Kernel, 'jobs'>): Promise<void> =>
  await deps.jobs.every('distribution.recheck', everyHour, () => recheckListings(deps));

/** Looks for the listings that weren't looked for within a day, one after the other. */
export const recheckListings = async (deps: CheckDeps, betweenMs = apartMs): Promise<void> => {
  const before = new Date(deps.clock.now().getTime() - dayMs);
  const due = await dueListings(deps.db, { before, most: mostAtOnce, searchable });
  for (const { podcast_key, platform } of due)
    if (await checkListing(deps, podcast_key, platform)) await pause(betweenMs);
};
