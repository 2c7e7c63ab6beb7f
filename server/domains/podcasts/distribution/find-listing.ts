import {
  fillUrlTemplate,
  distributionPlatforms,
  isListingOf,
  type DistributionPlatform,
} from '#contract/rules/distribution-platforms.ts';
import { Refusal } from '#server/kernel/http/refuse.ts';
import type { Outbound, OutboundReply } from '#server/kernel/kernel.ts';
import { containsFeedUrl, containsTitle, isSameFeed, pageTitles } from './read-listing.ts';

/** What to search for: the feed URL, the title, and Apple's ID of the podcast if known. */
type Target = { feed: string; title: string; appleId?: string | undefined };

/**
 * `seen`: this podcast is listed; `refuted`: something else or nothing is there; `unclear`: the answer proves neither.
 */
export type Finding = { result: 'seen' | 'refuted' | 'unclear'; url: string; finding: string };

const bounds = { maxBytes: 6_000_000, timeoutMs: 8000 };

/**
 * Checks whether a URL is this podcast's listing on a platform; without a URL, searches the platform. Undefined if the
 * platform can't be searched. Network errors don't throw, their result is `unclear`.
 */
export const findListing = async (
  outbound: Outbound,
  platform: DistributionPlatform,
  target: Target,
  url: string,
): Promise<Finding | undefined> => {
  try {
    return url === '' ? await search(outbound, platform, target) : await verify(outbound, platform, target, url);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const reason = String(error.details['reason'] ?? 'it could not be reached');
    return { result: 'unclear', url, finding: `Could not check ${platform.name}: ${reason}.` };
  }
};

/** Whether a platform can be searched for a listing without its URL. */
export const isSearchable = ({ check }: DistributionPlatform, appleId: string | undefined): boolean => {
  if (check.by === 'search') return true;
  return check.by === 'page' && (check.byFeed !== undefined || (check.byApple !== undefined && appleId !== undefined));
};

/** The podcast ID in an Apple URL. */
export const appleIdIn = (url: string): string | undefined => /\/id(\d+)/.exec(url)?.[1];

const search = async (
  outbound: Outbound,
  platform: DistributionPlatform,
  target: Target,
): Promise<Finding | undefined> => {
  const { check } = platform;
  if (check.by === 'search') return await searchApple(outbound, platform, check, target);
  if (check.by !== 'page' || !isSearchable(platform, target.appleId)) return undefined;
  const address =
    check.byFeed === undefined
      ? fillUrlTemplate(check.byApple ?? '', { id: target.appleId ?? '' })
      : fillUrlTemplate(check.byFeed, { feed: target.feed });
  const found = await verifyPage(outbound, platform, target, address);
  // A derived URL that doesn't exist is no proof that the podcast isn't listed.
  return found.result === 'seen'
    ? found
    : { result: 'unclear', url: '', finding: `${platform.name} has no listing yet.` };
};

const verify = async (
  outbound: Outbound,
  platform: DistributionPlatform,
  target: Target,
  url: string,
): Promise<Finding> => {
  const { check } = platform;
  if (check.by === 'search') return await lookUpApple(outbound, platform, check.lookup, target, url);
  if (check.by === 'oembed') return await verifyOembed(outbound, platform, check.address, target, url);
  return await verifyPage(outbound, platform, target, url);
};

type AppleSearch = Extract<DistributionPlatform['check'], { by: 'search' }>;

const searchApple = async (
  outbound: Outbound,
  { name }: DistributionPlatform,
  { search: address, listing }: AppleSearch,
  { feed, title }: Target,
): Promise<Finding> => {
  const reply = await outbound.get(fillUrlTemplate(address, { title }), { ...bounds, accept: 'application/json' });
  if (reply.status !== 200) return unclear(name, '', reply);
  const found = resultsIn(reply).find(({ feedUrl }) => feedUrl !== undefined && isSameFeed(feedUrl, feed));
  if (!found) return { result: 'unclear', url: '', finding: `${name} does not list the feed yet.` };
  const url = fillUrlTemplate(listing, { id: String(found.collectionId) });
  return { result: 'seen', url, finding: `${name} lists the feed.` };
};

const lookUpApple = async (
  outbound: Outbound,
  { name }: DistributionPlatform,
  address: string,
  { feed }: Target,
  url: string,
): Promise<Finding> => {
  const id = appleIdIn(url) ?? '';
  const reply = await outbound.get(fillUrlTemplate(address, { id }), { ...bounds, accept: 'application/json' });
  if (reply.status !== 200) return unclear(name, url, reply);
  const [found] = resultsIn(reply);
  if (!found) return { result: 'refuted', url, finding: `${name} lists nothing with the ID ${id}.` };
  if (found.feedUrl !== undefined && isSameFeed(found.feedUrl, feed))
    return { result: 'seen', url, finding: `${name} lists the feed.` };
  const other = found.feedUrl ?? 'unknown';
  return { result: 'refuted', url, finding: `This listing uses another feed: ${other}` };
};

type AppleResult = { collectionId?: number; feedUrl?: string };
const resultsIn = ({ body }: OutboundReply): AppleResult[] =>
  (readJson<{ results?: AppleResult[] }>(body)?.results ?? []).filter(({ collectionId }) => collectionId !== undefined);

const verifyOembed = async (
  outbound: Outbound,
  { name }: DistributionPlatform,
  address: string,
  { title }: Target,
  url: string,
): Promise<Finding> => {
  const reply = await outbound.get(fillUrlTemplate(address, { url }), { ...bounds, accept: 'application/json' });
  if ([400, 401, 404, 410].includes(reply.status)) return { result: 'refuted', url, finding: `Not found on ${name}.` };
  const found = reply.status === 200 ? readJson<{ title?: unknown }>(reply.body)?.title : undefined;
  if (typeof found !== 'string') return unclear(name, url, reply);
  return findingByTitle(name, url, title, [found]);
};

const verifyPage = async (
  outbound: Outbound,
  platform: DistributionPlatform,
  { feed, title }: Target,
  url: string,
): Promise<Finding> => {
  const { name, check } = platform;
  const reply = await outbound.get(url, { ...bounds, accept: 'text/html' });
  if (reply.status === 404 || reply.status === 410)
    return { result: 'refuted', url, finding: `Not found on ${name} (${String(reply.status)}).` };
  if (reply.status !== 200) return unclear(name, url, reply);
  if (!isListingOf(platform, reply.url))
    return { result: 'refuted', url, finding: `The URL redirects to another page: ${reply.url}` };
  const page = reply.body.toString('utf8');
  if (containsFeedUrl(page, feed))
    return { result: 'seen', url: reply.url, finding: `The feed URL was found on ${name}.` };
  const names = pageTitles(page);
  if (containsTitle(title, names))
    return { result: 'seen', url: reply.url, finding: `The title was found on ${name}.` };
  const isUnreadable = names.length === 0 || (check.by === 'page' && check.needsScript === true);
  if (isUnreadable) return { result: 'unclear', url, finding: `The page exists, but its content could not be read.` };
  return findingByTitle(name, url, title, names);
};

const findingByTitle = (name: string, url: string, title: string, names: readonly string[]): Finding =>
  containsTitle(title, names)
    ? { result: 'seen', url, finding: `The title was found on ${name}.` }
    : { result: 'refuted', url, finding: `That page is titled “${(names[0] ?? '').slice(0, 120)}”.` };

const unclear = (name: string, url: string, { status }: OutboundReply): Finding => ({
  result: 'unclear',
  url,
  finding: `Could not check ${name}: it responded with status ${String(status)}.`,
});

const readJson = <T>(body: Buffer): T | undefined => {
  try {
    return JSON.parse(body.toString('utf8')) as T;
  } catch {
    return undefined;
  }
};

/** The platform with this id; undefined if it is no longer offered. */
export const platformOf = (id: string): DistributionPlatform | undefined =>
  distributionPlatforms.find((platform) => platform.id === id);
