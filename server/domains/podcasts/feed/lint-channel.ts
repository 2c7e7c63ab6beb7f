import { isIP } from 'node:net';
import { limits } from '#contract/limits.ts';
import { appleCategory } from '#contract/podcast-categories.ts';
import { isPublicAddress } from '#contract/public-addresses.ts';
import { descriptionBytes } from './feed-channel.ts';
import type { Found, LintedFeed } from './lint-feed.ts';

type Rule = { found: boolean } & Found;

/** What directories would say of the podcast itself. */
export const lintChannel = (feed: LintedFeed): Found[] =>
  [...access(feed), ...identity(feed), ...picture(feed), ...words(feed), ...owner(feed)]
    .filter(({ found }) => found)
    .map(({ found: _found, ...rest }) => rest);

const access = ({ podcast, feedUrl, wording: { podcast: noun } }: LintedFeed): Rule[] => {
  const url = new URL(feedUrl);
  const isReachable = isPublicName(url.hostname);
  const isHere = podcast.new_feed_url.replace(/(\.xml)?\/*$/, '') === feedUrl;
  return [
    rule(
      !podcast.published,
      'refused',
      'channel.published',
      'published',
      `The ${noun} isn’t published, so nobody can have its feed.`,
      'Publish it in its settings.',
    ),
    rule(
      !isReachable,
      'refused',
      'channel.unreachable',
      null,
      `Directories can’t reach ${url.host}: it is an address of this machine or network only.`,
      'Run the installation under a public address (PUBLIC_URL).',
    ),
    rule(
      isReachable && url.protocol === 'http:',
      'warning',
      'channel.insecure',
      null,
      'The feed is served without encryption, which some directories and apps refuse.',
      'Serve the installation by https.',
    ),
    rule(
      isHere,
      'warning',
      'channel.movedToItself',
      'new_feed_url',
      'The new address of the feed is the one it has; nobody is sent there.',
      'Take the new address away, or give the one it moved to.',
    ),
    rule(
      podcast.block,
      'warning',
      'channel.block',
      'block',
      'Directories are asked to leave it out.',
      'Switch off “block” to be listed.',
    ),
  ];
};

const identity = ({ podcast }: LintedFeed): Rule[] => {
  const [first] = podcast.categories;
  return [
    rule(
      blank(podcast.title),
      'refused',
      'channel.title',
      'title',
      'There is no title.',
      'Give it the name it is known by.',
    ),
    rule(
      !/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(podcast.language),
      'refused',
      'channel.language',
      'language',
      'There is no language.',
      'Choose the language that is spoken.',
    ),
    rule(
      first === undefined || !appleCategory(first),
      'refused',
      'channel.category',
      'categories',
      'There is no category that directories know.',
      'Choose one; the first is where it is listed.',
    ),
    rule(
      !podcast.content_rights,
      'warning',
      'channel.rights',
      'content_rights',
      'Nobody has said that everything in it may be published.',
      'Confirm the content rights.',
    ),
  ];
};

const picture = ({ podcast, art }: LintedFeed): Rule[] => {
  const [least, most] = [limits.podcastLogoMinPx, limits.podcastLogoMaxPx];
  const size = art && `${String(art.width)}×${String(art.height)}`;
  const isOff = art !== undefined && (art.width < least || art.width > most);
  return [
    rule(
      podcast.image === null,
      'refused',
      'channel.image',
      'logo',
      'There is no logo.',
      `Upload a square picture of ${String(least)} to ${String(most)} pixels.`,
    ),
    rule(
      art !== undefined && art.width !== art.height,
      'refused',
      'channel.imageShape',
      'logo',
      `The logo isn’t square (${size}).`,
      'Upload one of equal width and height.',
    ),
    rule(
      isOff,
      'refused',
      'channel.imageSize',
      'logo',
      `The logo is ${size} pixels.`,
      `Upload one of ${String(least)} to ${String(most)} pixels.`,
    ),
  ];
};

const words = ({ podcast }: LintedFeed): Rule[] => [
  rule(
    blank(podcast.description) && blank(podcast.summary),
    'refused',
    'channel.description',
    'description',
    'There is no description.',
    'Say in a few sentences what it is about.',
  ),
  rule(
    Buffer.byteLength(podcast.description) > descriptionBytes,
    'warning',
    'channel.descriptionLong',
    'description',
    'The description is longer than 4000 bytes, so the feed carries its beginning only.',
    'Shorten it.',
  ),
  rule(
    /<\/?[a-z][^>]*>/i.test(podcast.title + podcast.description),
    'warning',
    'channel.markup',
    'description',
    'There is HTML in the title or the description; apps show it as it is written.',
    'Write plain text.',
  ),
  rule(
    blank(podcast.author),
    'warning',
    'channel.author',
    'author',
    'There is no author; directories show one below the title.',
    'Name who makes it.',
  ),
  rule(
    /\b(podcast|show)\b.*\b(podcast|show)\b/i.test(podcast.title) || podcast.title.split(/[|,]/).length > 3,
    'advice',
    'channel.titleStuffed',
    'title',
    'The title reads like a list of keywords, for which Apple takes listings down.',
    'Keep to the name; keywords have a field of their own.',
  ),
];

const owner = ({ podcast }: LintedFeed): Rule[] => [
  rule(
    blank(podcast.owner_email),
    'refused',
    'channel.ownerEmail',
    'owner_email',
    'There is no owner’s e-mail address; directories prove by it whose feed this is.',
    'Give an address that you read.',
  ),
  rule(
    blank(podcast.owner_name),
    'warning',
    'channel.ownerName',
    'owner_name',
    'The owner has no name.',
    'Give the name of a person or an organisation.',
  ),
];

const rule = (
  found: boolean,
  severity: Found['severity'],
  code: string,
  field: string | null,
  what: string,
  fix: string,
): Rule => ({ found, severity, code, field, what, fix });
const blank = (text: string): boolean => text.trim() === '';

/** Whether the world can look a host up: not an address of a machine or network, nor a name that only these know. */
const isPublicName = (host: string): boolean => {
  const bare = host.replace(/^\[|\]$/g, '');
  if (isIP(bare) !== 0) return isPublicAddress(bare);
  return bare.includes('.') && !/\.(local|localhost|internal|lan|home|test|invalid)$/i.test(bare);
};
