import { setTimeout as pause } from 'node:timers/promises';
import { distributionPlatforms, type ListingCheck } from '#contract/rules/distribution-platforms.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { dayMs } from '#contract/rules/time.ts';
import { checkListing, type CheckDeps } from './check-listing.ts';
import { dueListings } from './distribution.repo.ts';

const everyHour = '29 * * * *';
/** Limits per hourly run, and the pause between checks: Apple allows about 20 look-ups a minute. */
const maxPerRun = 150;
const apartMs = 4000;

const platformIds = (isIncluded: (check: ListingCheck) => boolean): string[] =>
  distributionPlatforms.filter(({ check }) => isIncluded(check)).map(({ id }) => id);
const searchable = {
  always: platformIds((check) => check.by === 'search' || (check.by === 'page' && check.byFeed !== undefined)),
  byApple: platformIds((check) => check.by === 'page' && check.byApple !== undefined),
};

/** Schedules the daily check of every listing, a few each hour; call in the process that works the jobs. */
export const workDistribution = async (deps: CheckDeps & Pick<Kernel, 'jobs'>): Promise<void> =>
  await deps.jobs.every('distribution.recheck', everyHour, () => recheckListings(deps));

/** Checks the listings not checked for a day, one at a time. */
export const recheckListings = async (deps: CheckDeps, betweenMs = apartMs): Promise<void> => {
  const before = new Date(deps.clock.now().getTime() - dayMs);
  const due = await dueListings(deps.db, { before, most: maxPerRun, searchable });
  for (const { podcast_key, platform } of due)
    if (await checkListing(deps, podcast_key, platform)) await pause(betweenMs);
};
