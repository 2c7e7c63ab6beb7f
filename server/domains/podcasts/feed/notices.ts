import type { PodcastKey } from '#contract/rules/keys.ts';
import { runInTurn } from '#server/kernel/db/run-exclusive.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { feedUrl } from '#server/domains/podcasts/podcast-urls.ts';
import { feedNameOf } from './feed.repo.ts';
import { feedCache, type Feed } from './feed-cache.ts';
import type { FeedDeps } from './read-feed-source.ts';

export type NoticeDeps = FeedDeps & Pick<Kernel, 'outbound'>;
/** Ways to announce a changed feed: a WebSub hub, a podping gateway. */
export const noticeKinds = ['websub', 'podping'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

const bounds = { maxBytes: 64 * 1024, timeoutMs: 15_000 };

/** The notices that are configured in this installation. */
export const enabledNotices = (config: FeedDeps['config']): NoticeKind[] =>
  noticeKinds.filter((kind) => (kind === 'websub' ? config.websubHub : config.podping) !== undefined);

/**
 * Announces a changed feed, once per version of its XML; changes that don't affect the XML are not announced. Throws if
 * the receiver fails, so that the job is retried. A job that comes while another one sends waits for it.
 */
export const sendNotice = async (deps: NoticeDeps, kind: NoticeKind, key: PodcastKey): Promise<void> =>
  await runInTurn(deps.db, `notice ${kind} ${key}`, async () => await sendOnce(deps, kind, key));

const sendOnce = async (deps: NoticeDeps, kind: NoticeKind, key: PodcastKey): Promise<void> => {
  const name = await feedNameOf(deps.db, key);
  const found = name === undefined ? undefined : await feedCache(deps).get(name);
  if (name === undefined || !found || !('feed' in found) || found.movedTo !== undefined) return;
  if ((await lastNotified(deps, kind, key)) === found.feed.etag || !hasItems(found.feed)) return;
  await send(deps, kind, feedUrl(deps.config, { pretty_url: name }));
  await deps.db
    .updateTable('podcast_feeds')
    .set({ [kind]: found.feed.etag })
    .where('podcast_key', '=', key)
    .execute();
};

const lastNotified = async ({ db }: NoticeDeps, kind: NoticeKind, key: PodcastKey): Promise<string | undefined> =>
  (await db.selectFrom('podcast_feeds').select(kind).where('podcast_key', '=', key).executeTakeFirst())?.[kind];

/** Empty feeds are not announced. */
const hasItems = ({ plain }: Feed): boolean => plain.includes('<item>');

const send = async ({ config, outbound }: NoticeDeps, kind: NoticeKind, feed: string): Promise<void> => {
  const status =
    kind === 'websub' ? await sendWebsub(config, outbound, feed) : await sendPodping(config, outbound, feed);
  if (status >= 400) throw new Error(`${kind} responded with status ${String(status)} for ${feed}`);
};

/** A publisher's ping (WebSub §6, in the form that hubs accept). */
const sendWebsub = async (
  { websubHub }: NoticeDeps['config'],
  outbound: NoticeDeps['outbound'],
  feed: string,
): Promise<number> => {
  if (websubHub === undefined) return 0;
  const form = { 'hub.mode': 'publish', 'hub.url': feed, 'hub.topic': feed };
  return (await outbound.notify(websubHub, { form }, bounds)).status;
};

const sendPodping = async (
  { podping }: NoticeDeps['config'],
  outbound: NoticeDeps['outbound'],
  feed: string,
): Promise<number> => {
  if (!podping) return 0;
  const url = new URL(podping.url);
  for (const [name, value] of Object.entries({ url: feed, reason: 'update', medium: 'podcast' }))
    url.searchParams.set(name, value);
  return (await outbound.notify(url.href, { authorization: podping.token }, bounds)).status;
};
