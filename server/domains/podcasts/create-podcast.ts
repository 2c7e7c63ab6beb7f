import type { Insertable } from 'kysely';
import type { AccountKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import { canCreatePodcast } from '#contract/rules/plans.ts';
import type { NewPodcast } from '#contract/api/podcast.ts';
import { lockAccount } from '#server/domains/accounts/accounts.service.ts';
import { featuresOfAccount } from '#server/domains/billing/billing.service.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { newKey } from '#server/kernel/keys.ts';
import type { PodcastsTable } from './podcasts.tables.ts';
import { feedUrl } from './podcast-urls.ts';
import { checkParent, refuseTaken } from './check-podcast.ts';
import { podcastGuid } from './feed/podcast-guid.ts';
import { checkArt, removeArt, storeArt, type ArtDeps } from './podcast-art.ts';
import { podcastColumns } from './podcast-columns.ts';
import { podcastChanged } from './podcasts.events.ts';
import { accountOfStation, countPodcasts, findPodcast, insertPodcast, type PodcastRow } from './podcasts.repo.ts';
import { prettyUrls } from './pretty-urls.ts';

type Deps = Pick<Kernel, 'db' | 'config' | 'events'> & ArtDeps;

type Creation = {
  account: AccountKey;
  station: StationKey | null;
  body: Omit<NewPodcast, 'station_key'>;
  /** Path of an image on local disk. */
  logo?: string | undefined;
  /** The guid of an imported feed; without one it is derived from the feed URL. */
  guid?: string | undefined;
  /** Skips the size rules of the form: a logo imported with a feed only has to be an image. */
  anyLogo?: boolean;
};

/**
 * Creates a podcast in an account, or in one of its stations. The plan's limit holds under parallel calls, since each
 * one locks the account's row. Refuses with `plan.podcastLimit`, `podcast.prettyUrlTaken` and the logo's errors.
 */
export const createPodcast = async (deps: Deps, given: Creation, who: Person): Promise<PodcastRow> => {
  if (given.logo !== undefined && !given.anyLogo) await checkArt(deps, given.logo);
  // Checked twice: before the costly image work, and again under the account lock.
  await deps.db.transaction().execute((tx) => checkAllowed(tx, given, who));
  const image = given.logo === undefined ? null : await storeArt(deps, given.logo);
  try {
    return await deps.db.transaction().execute(async (tx) => {
      await checkAllowed(tx, given, who);
      const key = await write(tx, deps, given, image);
      await deps.events.emit(tx, podcastChanged, { key });
      return (await findPodcast(tx, key)) ?? refuse('podcast.notFound');
    });
  } catch (error) {
    await removeArt(deps, image);
    throw error;
  }
};

const checkAllowed = async (tx: Tx, { account, station, body }: Creation, who: Person): Promise<void> => {
  const locked = (await lockAccount(tx, account)) ?? refuse('account.notFound');
  if (locked.suspended_at !== null && !who.isPortalAdmin) refuse('account.suspended');
  if (station !== null && (await accountOfStation(tx, station)) !== account) refuse('station.notFound');
  if (body.parent) await checkParent(tx, body.parent, { account });
  const [plan, podcasts] = await Promise.all([featuresOfAccount(tx, account), countPodcasts(tx, { account })]);
  if (!canCreatePodcast({ isPortalAdmin: who.isPortalAdmin, podcasts, plan })) refuse('plan.podcastLimit');
};

const write = async (
  tx: Tx,
  { config }: Pick<Kernel, 'config'>,
  { account, station, body, guid }: Creation,
  image: string | null,
): Promise<PodcastKey> => {
  const key = newKey('podcast');
  const row = {
    ...(podcastColumns(body) as Partial<Insertable<PodcastsTable>>),
    title: body.title,
    key,
    account_key: account,
    station_key: station,
    image,
    parent: body.parent ?? null,
  };
  const rowAt = (pretty_url: string) => ({
    ...row,
    pretty_url,
    guid: guid ?? podcastGuid(feedUrl(config, { pretty_url })),
  });
  if (body.pretty_url !== undefined) {
    if (!(await insertPodcast(tx, rowAt(body.pretty_url)))) refuseTaken();
    return key;
  }
  for (const word of prettyUrls(body.title)) if (await insertPodcast(tx, rowAt(word))) return key;
  return key;
};
