import type { AccountKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import { canCreatePodcast } from '#contract/rules/plans.ts';
import type { ImportTask } from '#contract/api/podcast-import.ts';
import { featuresOfAccount } from '#server/domains/billing/billing.service.ts';
import type { ImageEngine } from '#server/engines/images/port.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { randomLetters } from '#server/kernel/keys.ts';
import { withWorkFile } from '#server/platform/work-files.ts';
import { podcastGuid } from '../feed/podcast-guid.ts';
import { countPodcasts, createPodcast, feedUrl, getPodcast, type PodcastRow } from '../podcasts.service.ts';
import { fetchFeed } from './fetch-feed.ts';
import { fetchLogo } from './fetch-logo.ts';
import { guidsWithAudio, insertImport, isRunning, type ImportRow } from './import.repo.ts';
import { presentImport } from './import.presenter.ts';
import { importStarted } from './podcast-import.events.ts';
import { checkUnlocked, discardProof } from './proof.ts';
import type { ReadFeed } from './read/read-feed.ts';

type StartDeps = Pick<Kernel, 'db' | 'config' | 'clock' | 'events' | 'outbound' | 'storage'> & {
  images: ImageEngine;
};

/** The feed is imported into `podcast`, or else into a new podcast of the account or station. */
type Wanted = {
  account: AccountKey;
  station: StationKey | null;
  podcast: PodcastKey | undefined;
  feedUrl: string;
  code: string | undefined;
};

/**
 * Fetches a feed and starts its import: the podcast exists when this returns, its episodes are imported by a durable
 * task. An existing podcast only gets missing episodes and is not changed otherwise. Refuses at once if it is not a
 * feed, if it is locked and the owner's code is missing, or if the plan's limit is reached.
 */
export const startImport = async (deps: StartDeps, wanted: Wanted, who: Person): Promise<ImportTask> => {
  const before = wanted.podcast === undefined ? undefined : await getPodcast(deps, wanted.podcast);
  if (before) await checkTarget(deps, before, wanted);
  else await checkPlan(deps, wanted.account, who);
  const feed = await fetchFeed(deps, who.id, wanted.feedUrl);
  await checkUnlocked(deps, who, wanted, feed.podcast);
  const notes = [...feed.podcast.notes];
  const podcast = before ?? (await createFromFeed(deps, wanted, feed, notes, who));
  const row = await createImport(deps, podcast, { ...wanted, feed, notes }, who);
  await discardProof(deps, who, wanted.feedUrl);
  return await presentImport(deps.db, row);
};

const checkTarget = async (
  deps: StartDeps,
  podcast: PodcastRow,
  { account, station, feedUrl: url }: Wanted,
): Promise<void> => {
  const isElsewhere = podcast.account_key !== account || (station !== null && podcast.station_key !== station);
  if (isElsewhere) refuse('podcast.notFound');
  if (url.replace(/\/+$/, '') === feedUrl(deps.config, podcast)) refuse('import.isOwn');
  if (await isRunning(deps.db, podcast.key)) refuse('import.running');
};

/** An early check before anything is fetched; `createPodcast` checks again under a lock. */
const checkPlan = async ({ db }: StartDeps, account: AccountKey, who: Person): Promise<void> => {
  const [plan, podcasts] = await Promise.all([featuresOfAccount(db, account), countPodcasts(db, { account })]);
  if (!canCreatePodcast({ isPortalAdmin: who.isPortalAdmin, podcasts, plan })) refuse('plan.podcastLimit');
};

const createFromFeed = async (
  deps: StartDeps,
  { account, station, feedUrl: url }: Wanted,
  { podcast }: ReadFeed,
  notes: string[],
  who: Person,
): Promise<PodcastRow> =>
  await withWorkFile(deps, async (path) => {
    const logo = podcast.art === '' ? undefined : await fetchLogo(deps, podcast.art, path, (text) => notes.push(text));
    if (podcast.art === '') notes.push('The feed has no image.');
    const isGuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(podcast.guid);
    const guid = isGuid ? podcast.guid : podcastGuid(url);
    return await createPodcast(deps, { account, station, body: podcast.values, logo, anyLogo: true, guid }, who);
  });

const createImport = async (
  { db, events, clock }: StartDeps,
  podcast: PodcastRow,
  { feedUrl: url, feed, notes }: Wanted & { feed: ReadFeed; notes: string[] },
  who: Person,
): Promise<ImportRow> =>
  await db.transaction().execute(async (tx) => {
    const existing = await guidsWithAudio(tx, podcast.key);
    const items = feed.episodes.map((episode) => ({
      guid: episode.guid,
      title: episode.values.title,
      published: episode.values.publish_date ?? null,
      notes: existing.has(episode.guid) ? [] : episode.notes,
      // An episode that repeats the podcast's image needs no copy of it.
      item: { ...episode, art: episode.art === feed.podcast.art ? '' : episode.art },
      state: existing.has(episode.guid) ? ('skipped' as const) : ('waiting' as const),
    }));
    const id = randomLetters(22);
    const given = { id, podcast: podcast.key, user: who.id, feedUrl: url, notes, now: clock.now() };
    const row = (await insertImport(tx, given, items)) ?? refuse('import.running');
    await events.emit(tx, importStarted, { id });
    return row;
  });
