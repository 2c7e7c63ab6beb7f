import {
  addressFor,
  distributionPlatforms,
  isListingOf,
  type DistributionPlatform,
} from '#contract/distribution-platforms.ts';
import { Refusal } from '#server/kernel/http/refuse.ts';
import type { Outbound, OutboundReply } from '#server/kernel/kernel.ts';
import { isFeedNamed, isNamed, isSameFeed, namesOfPage } from './read-listing.ts';

/** What is looked for: the feed, its title, and the number Apple lists it under, where that is known. */
type Sought = { feed: string; title: string; appleId?: string | undefined };

/** What was found: this podcast, something else or nothing, or an answer that tells neither. */
export type Finding = { result: 'seen' | 'refuted' | 'unclear'; url: string; finding: string };

const bounds = { maxBytes: 6_000_000, timeoutMs: 8000 };

/**
 * Looks whether a platform's address is the listing of this podcast; without an address, whether the platform has one.
 * Undefined where it can only be asked for an address. Nothing is thrown: what can't be looked at is `unclear`.
 */
export const lookForListing = async (
  outbound: Outbound,
  platform: DistributionPlatform,
  sought: Sought,
  url: string,
): Promise<Finding | undefined> => {
  try {
    return url === '' ? await search(outbound, platform, sought) : await verify(outbound, platform, sought, url);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const reason = String(error.details['reason'] ?? 'it could not be reached');
    return { result: 'unclear', url, finding: `${platform.name} could not be asked: ${reason}.` };
  }
};

/** Whether a platform can be asked for a listing whose address isn't known. */
export const isSearchable = ({ check }: DistributionPlatform, appleId: string | undefined): boolean => {
  if (check.by === 'search') return true;
  return check.by === 'page' && (check.byFeed !== undefined || (check.byApple !== undefined && appleId !== undefined));
};

/** The number in an address of Apple's. */
export const appleIdIn = (url: string): string | undefined => /\/id(\d+)/.exec(url)?.[1];

const search = async (
  outbound: Outbound,
  platform: DistributionPlatform,
  sought: Sought,
): Promise<Finding | undefined> => {
  const { check } = platform;
  if (check.by === 'search') return await searchApple(outbound, platform, check, sought);
  if (check.by !== 'page' || !isSearchable(platform, sought.appleId)) return undefined;
  const address =
    check.byFeed === undefined
      ? addressFor(check.byApple ?? '', { id: sought.appleId ?? '' })
      : addressFor(check.byFeed, { feed: sought.feed });
  const found = await verifyPage(outbound, platform, sought, address);
  // An address that we made proves nothing by not being there.
  return found.result === 'seen'
    ? found
    : { result: 'unclear', url: '', finding: `${platform.name} has no listing yet.` };
};

const verify = async (
  outbound: Outbound,
  platform: DistributionPlatform,
  sought: Sought,
  url: string,
): Promise<Finding> => {
  const { check } = platform;
  if (check.by === 'search') return await lookUpApple(outbound, platform, check.lookup, sought, url);
  if (check.by === 'oembed') return await verifyOembed(outbound, platform, check.address, sought, url);
  return await verifyPage(outbound, platform, sought, url);
};

type AppleSearch = Extract<DistributionPlatform['check'], { by: 'search' }>;

const searchApple = async (
  outbound: Outbound,
  { name }: DistributionPlatform,
  { search: address, listing }: AppleSearch,
  { feed, title }: Sought,
): Promise<Finding> => {
  const reply = await outbound.get(addressFor(address, { title }), { ...bounds, accept: 'application/json' });
  if (reply.status !== 200) return unclear(name, '', reply);
  const found = resultsIn(reply).find(({ feedUrl }) => feedUrl !== undefined && isSameFeed(feedUrl, feed));
  if (!found) return { result: 'unclear', url: '', finding: `${name} does not list the feed yet.` };
  const url = addressFor(listing, { id: String(found.collectionId) });
  return { result: 'seen', url, finding: `${name} lists the feed.` };
};

const lookUpApple = async (
  outbound: Outbound,
  { name }: DistributionPlatform,
  address: string,
  { feed }: Sought,
  url: string,
): Promise<Finding> => {
  const id = appleIdIn(url) ?? '';
  const reply = await outbound.get(addressFor(address, { id }), { ...bounds, accept: 'application/json' });
  if (reply.status !== 200) return unclear(name, url, reply);
  const [found] = resultsIn(reply);
  if (!found) return { result: 'refuted', url, finding: `${name} lists nothing under the number ${id}.` };
  if (found.feedUrl !== undefined && isSameFeed(found.feedUrl, feed))
    return { result: 'seen', url, finding: `${name} lists the feed.` };
  const other = found.feedUrl ?? 'a feed that it does not name';
  return { result: 'refuted', url, finding: `That listing reads another feed: ${other}` };
};

type AppleResult = { collectionId?: number; feedUrl?: string };
const resultsIn = ({ body }: OutboundReply): AppleResult[] =>
  (readJson<{ results?: AppleResult[] }>(body)?.results ?? []).filter(({ collectionId }) => collectionId !== undefined);

const verifyOembed = async (
  outbound: Outbound,
  { name }: DistributionPlatform,
  address: string,
  { title }: Sought,
  url: string,
): Promise<Finding> => {
  const reply = await outbound.get(addressFor(address, { url }), { ...bounds, accept: 'application/json' });
  if ([400, 401, 404, 410].includes(reply.status))
    return { result: 'refuted', url, finding: `${name} has nothing at this address.` };
  const named = reply.status === 200 ? readJson<{ title?: unknown }>(reply.body)?.title : undefined;
  if (typeof named !== 'string') return unclear(name, url, reply);
  return judged(name, url, title, [named]);
};

const verifyPage = async (
  outbound: Outbound,
  platform: DistributionPlatform,
  { feed, title }: Sought,
  url: string,
): Promise<Finding> => {
  const { name, check } = platform;
  const reply = await outbound.get(url, { ...bounds, accept: 'text/html' });
  if (reply.status === 404 || reply.status === 410)
    return { result: 'refuted', url, finding: `${name} has nothing at this address (${String(reply.status)}).` };
  if (reply.status !== 200) return unclear(name, url, reply);
  if (!isListingOf(platform, reply.url))
    return { result: 'refuted', url, finding: `The address leads somewhere else: ${reply.url}` };
  const page = reply.body.toString('utf8');
  if (isFeedNamed(page, feed)) return { result: 'seen', url: reply.url, finding: `${name} names the feed.` };
  const names = namesOfPage(page);
  if (isNamed(title, names)) return { result: 'seen', url: reply.url, finding: `${name} names the title.` };
  const isMute = names.length === 0 || (check.by === 'page' && check.needsScript === true);
  if (isMute)
    return { result: 'unclear', url, finding: `The page is there; it cannot be seen from here what is on it.` };
  return judged(name, url, title, names);
};

const judged = (name: string, url: string, title: string, names: readonly string[]): Finding =>
  isNamed(title, names)
    ? { result: 'seen', url, finding: `${name} names the title.` }
    : { result: 'refuted', url, finding: `What is there is called “${(names[0] ?? '').slice(0, 120)}”.` };

const unclear = (name: string, url: string, { status }: OutboundReply): Finding => ({
  result: 'unclear',
  url,
  finding: `${name} could not be asked: it answered ${String(status)}.`,
});

const readJson = <T>(body: Buffer): T | undefined => {
  try {
    return JSON.parse(body.toString('utf8')) as T;
  } catch {
    return undefined;
  }
};

/** The platform of an id; undefined for one that is no longer offered. */
export const platformOf = (id: string): DistributionPlatform | undefined =>
  distributionPlatforms.find((platform) => platform.id === id);
