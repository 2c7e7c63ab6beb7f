import type { AccountKey, PodcastKey, StationKey } from '#contract/keys.ts';
import { canCreatePodcast } from '#contract/plans.ts';
import type { ImportTask } from '#contract/podcast-import.ts';
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
import { checkUnlocked, forgetProof } from './proof.ts';
import type { ReadFeed } from './read/read-feed.ts';

type StartDeps = Pick<Kernel, 'db' | 'config' | 'clock' | 'events' | 'outbound' | 'storage'> & {
  images: ImageEngine;
};

/** `podcast` receives the feed; without one it becomes a new podcast of the account, or of the station. */
type Wanted = {
  account: AccountKey;
  station: StationKey | null;
  podcast: PodcastKey | undefined;
  feedUrl: string;
  code: string | undefined;
};

/**
 * Reads a feed and takes it in: the podcast itself is there when this returns, its episodes are a task that outlives
 * processes. Into a podcast that is there only what it lacks is taken, and nothing of it is changed. Refuses at once what
 * the feed tells: that it is none, is locked and the code of its owner is missing, or that the plan has no room.
 */
export const startImport = async (deps: StartDeps, wanted: Wanted, who: Person): Promise<ImportTask> => {
  const before = wanted.podcast === undefined ? undefined : await getPodcast(deps, wanted.podcast);
  if (before) await checkReceiver(deps, before, wanted);
  else await checkPlan(deps, wanted.account, who);
  const feed = await fetchFeed(deps, who.id, wanted.feedUrl);
  await checkUnlocked(deps, who, wanted, feed.podcast);
  const notes = [...feed.podcast.notes];
  const podcast = before ?? (await enterPodcast(deps, wanted, feed, notes, who));
  const row = await enterImport(deps, podcast, { ...wanted, feed, notes }, who);
  await forgetProof(deps, who, wanted.feedUrl);
  return await presentImport(deps.db, row);
};

const checkReceiver = async (
  deps: StartDeps,
  podcast: PodcastRow,
  { account, station, feedUrl: url }: Wanted,
): Promise<void> => {
  const isElsewhere = podcast.account_key !== account || (station !== null && podcast.station_key !== station);
  if (isElsewhere) refuse('podcast.notFound');
  if (url.replace(/\/+$/, '') === feedUrl(deps.config, podcast)) refuse('import.isOwn');
  if (await isRunning(deps.db, podcast.key)) refuse('import.running');
};

/** Before anything is fetched; `createPodcast` holds it for good. */
const checkPlan = async ({ db }: StartDeps, account: AccountKey, who: Person): Promise<void> => {
  const [plan, podcasts] = await Promise.all([featuresOfAccount(db, account), countPodcasts(db, { account })]);
  if (!canCreatePodcast({ isPortalAdmin: who.isPortalAdmin, podcasts, plan })) refuse('plan.podcastLimit');
};

const enterPodcast = async (
  deps: StartDeps,
  { account, station, feedUrl: url }: Wanted,
  { podcast }: ReadFeed,
  notes: string[],
  who: Person,
): Promise<PodcastRow> =>
  await withWorkFile(deps, async (path) => {
    const logo = podcast.art === '' ? undefined : await fetchLogo(deps, podcast.art, path, (text) => notes.push(text));
    if (podcast.art === '') notes.push('The feed names no picture.');
    const isGuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(podcast.guid);
    const guid = isGuid ? podcast.guid : podcastGuid(url);
    return await createPodcast(deps, { account, station, body: podcast.values, logo, anyLogo: true, guid }, who);
  });

const enterImport = async (
  { db, events, clock }: StartDeps,
  podcast: PodcastRow,
  { feedUrl: url, feed, notes }: Wanted & { feed: ReadFeed; notes: string[] },
  who: Person,
): Promise<ImportRow> =>
  await db.transaction().execute(async (tx) => {
    const there = await guidsWithAudio(tx, podcast.key);
    const items = feed.episodes.map((episode) => ({
      guid: episode.guid,
      title: episode.values.title,
      published: episode.values.publish_date ?? null,
      notes: there.has(episode.guid) ? [] : episode.notes,
      // A picture that is the podcast's own needs no copy.
      item: { ...episode, art: episode.art === feed.podcast.art ? '' : episode.art },
      state: there.has(episode.guid) ? ('skipped' as const) : ('waiting' as const),
    }));
    const id = randomLetters(22);
    const given = { id, podcast: podcast.key, user: who.id, feedUrl: url, notes, now: clock.now() };
    const row = (await insertImport(tx, given, items)) ?? refuse('import.running');
    await events.emit(tx, importStarted, { id });
    return row;
  });
