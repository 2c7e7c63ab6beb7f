import { isIP } from 'node:net';
import { limits } from '#contract/rules/limits.ts';
import { appleCategory } from '#contract/rules/podcast-categories.ts';
import { isPublicAddress } from '#contract/rules/public-addresses.ts';
import { descriptionBytes } from './feed-channel.ts';
import type { LintFinding, LintedFeed } from './lint-feed.ts';

type Rule = { found: boolean } & LintFinding;

/** Lint findings about the podcast itself. */
export const lintChannel = (feed: LintedFeed): LintFinding[] =>
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
      `The ${noun} isn’t published, so its feed isn’t available.`,
      'Publish it in the settings.',
    ),
    rule(
      !isReachable,
      'refused',
      'channel.unreachable',
      null,
      `Directories can’t reach ${url.host}: it is a local or private address.`,
      'Set up a public URL for this installation (PUBLIC_URL).',
    ),
    rule(
      isReachable && url.protocol === 'http:',
      'warning',
      'channel.insecure',
      null,
      'The feed is served over plain HTTP, which some directories and apps refuse.',
      'Serve the installation over HTTPS.',
    ),
    rule(
      isHere,
      'warning',
      'channel.movedToItself',
      'new_feed_url',
      'The new feed URL is the current one, so nobody is redirected.',
      'Remove the new feed URL, or enter the URL the feed moved to.',
    ),
    rule(
      podcast.block,
      'warning',
      'channel.block',
      'block',
      'Directories are asked not to list it.',
      'Turn off “Keep it out of directories” to be listed.',
    ),
  ];
};

const identity = ({ podcast }: LintedFeed): Rule[] => {
  const [first] = podcast.categories;
  return [
    rule(isBlank(podcast.title), 'refused', 'channel.title', 'title', 'The title is missing.', 'Enter a title.'),
    rule(
      !/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(podcast.language),
      'refused',
      'channel.language',
      'language',
      'The language is missing.',
      'Choose the spoken language.',
    ),
    rule(
      first === undefined || !appleCategory(first),
      'refused',
      'channel.category',
      'categories',
      'It has no category that directories recognize.',
      'Choose one; it is listed under the first.',
    ),
    rule(
      !podcast.content_rights,
      'warning',
      'channel.rights',
      'content_rights',
      'The content rights are not confirmed.',
      'Confirm that you own or have licensed all content.',
    ),
  ];
};

const picture = ({ podcast, art }: LintedFeed): Rule[] => {
  const [min, max] = [limits.podcastLogoMinPx, limits.podcastLogoMaxPx];
  const size = art && `${String(art.width)}×${String(art.height)}`;
  const hasWrongSize = art !== undefined && (art.width < min || art.width > max);
  return [
    rule(
      podcast.image === null,
      'refused',
      'channel.image',
      'logo',
      'The logo is missing.',
      `Upload a square image of ${String(min)} to ${String(max)} pixels.`,
    ),
    rule(
      art !== undefined && art.width !== art.height,
      'refused',
      'channel.imageShape',
      'logo',
      `The logo isn’t square (${size}).`,
      'Upload one with equal width and height.',
    ),
    rule(
      hasWrongSize,
      'refused',
      'channel.imageSize',
      'logo',
      `The logo is ${size} pixels.`,
      `Upload one of ${String(min)} to ${String(max)} pixels.`,
    ),
  ];
};

const words = ({ podcast }: LintedFeed): Rule[] => [
  rule(
    isBlank(podcast.description) && isBlank(podcast.summary),
    'refused',
    'channel.description',
    'description',
    'The description is missing.',
    'Describe it in a few sentences.',
  ),
  rule(
    Buffer.byteLength(podcast.description) > descriptionBytes,
    'warning',
    'channel.descriptionLong',
    'description',
    'The description is longer than 4000 bytes, so the feed contains only its beginning.',
    'Shorten it.',
  ),
  rule(
    /<\/?[a-z][^>]*>/i.test(podcast.title + podcast.description),
    'warning',
    'channel.markup',
    'description',
    'The title or description contains HTML, which apps show as plain text.',
    'Use plain text.',
  ),
  rule(
    isBlank(podcast.author),
    'warning',
    'channel.author',
    'author',
    'The author is missing; directories show it below the title.',
    'Enter who makes it.',
  ),
  rule(
    /\b(podcast|show)\b.*\b(podcast|show)\b/i.test(podcast.title) || podcast.title.split(/[|,]/).length > 3,
    'advice',
    'channel.titleStuffed',
    'title',
    'The title looks like a list of keywords; Apple removes such listings.',
    'Use the name only, and put keywords in their own field.',
  ),
];

const owner = ({ podcast }: LintedFeed): Rule[] => [
  rule(
    isBlank(podcast.owner_email),
    'refused',
    'channel.ownerEmail',
    'owner_email',
    'The owner’s e-mail address is missing; directories use it to verify ownership.',
    'Enter an address that you read.',
  ),
  rule(
    isBlank(podcast.owner_name),
    'warning',
    'channel.ownerName',
    'owner_name',
    'The owner’s name is missing.',
    'Enter the name of a person or an organization.',
  ),
];

const rule = (
  found: boolean,
  severity: LintFinding['severity'],
  code: string,
  field: string | null,
  what: string,
  fix: string,
): Rule => ({ found, severity, code, field, what, fix });
const isBlank = (text: string): boolean => text.trim() === '';

/** Whether a host is reachable from the internet: no private IP address, and no local name. */
const isPublicName = (host: string): boolean => {
  const bare = host.replace(/^\[|\]$/g, '');
  if (isIP(bare) !== 0) return isPublicAddress(bare);
  return bare.includes('.') && !/\.(local|localhost|internal|lan|home|test|invalid)$/i.test(bare);
};
