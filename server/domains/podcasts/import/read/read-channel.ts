import * as z from 'zod/mini';
import { Email } from '#contract/rules/listing.ts';
import { categoryIds } from '#contract/rules/podcast-categories.ts';
import { podcastMedia, type NewPodcast } from '#contract/api/podcast.ts';
import { matchCategory } from './feed-category.ts';
import { webUrl, isHtml, isYes, cleanText, singleLine, plainText, splitKeywords } from './feed-values.ts';
import { readPeople } from './read-people.ts';
import { child, childrenOf, textOf, type Element } from '#server/platform/xml/xml-tree.ts';

/** A podcast as described by its feed. */
export type FeedPodcast = {
  values: NewPodcast;
  guid: string;
  /** URL of its image, or ''. */
  art: string;
  /** The feed is locked; `owner` is the e-mail address that may unlock it. */
  isLocked: boolean;
  owner: string;
  /** What could not be imported unchanged. */
  notes: string[];
};

/** Reads the channel's own values; what exceeds our fields is cut, with a note. */
export const readChannel = (channel: Element): FeedPodcast => {
  const notes: string[] = [];
  const owner = child(channel, 'itunes:owner');
  const locked = child(channel, 'podcast:locked');
  const ownerEmail = email(owner ? textOf(owner, 'itunes:email') : '');
  const about = textOf(channel, 'description', 'itunes:summary', 'content:encoded');
  const description = isHtml(about) ? plainText(about) : about;
  if (description.length > 4000) notes.push('The description is longer than 4000 characters and was shortened.');
  const language = languageOf(textOf(channel, 'language'));
  const isLocked = isYes(locked?.text ?? '');
  return {
    values: {
      title: singleLine(textOf(channel, 'title', 'itunes:title'), 255),
      subtitle: singleLine(textOf(channel, 'itunes:subtitle'), 255),
      description: cleanText(description, 4000),
      summary: cleanText(plainText(textOf(channel, 'itunes:summary')), 4000),
      author: singleLine(textOf(channel, 'itunes:author', 'dc:creator', 'managingEditor'), 255),
      owner_name: singleLine(owner ? textOf(owner, 'itunes:name') : '', 255),
      owner_email: ownerEmail,
      copyright: singleLine(textOf(channel, 'copyright'), 255),
      link: webUrl(textOf(channel, 'link')),
      ...(language === undefined ? {} : { language }),
      show_type: /^serial$/i.test(textOf(channel, 'itunes:type')) ? 'serial' : 'episodic',
      ...categoriesOf(channel, notes),
      keywords: splitKeywords(textOf(channel, 'itunes:keywords'), 12),
      explicit: isYes(textOf(channel, 'itunes:explicit')),
      complete: isYes(textOf(channel, 'itunes:complete')),
      block: isYes(textOf(channel, 'itunes:block')),
      // A feed without the element stays unlocked.
      locked: isLocked,
      medium: mediumOf(textOf(channel, 'podcast:medium')),
      funding: fundingOf(channel),
      persons: readPeople(channel),
    },
    guid: cleanText(textOf(channel, 'podcast:guid'), 100),
    art: artOf(channel),
    isLocked,
    owner: email(locked?.attributes['owner'] ?? '') || ownerEmail,
    notes,
  };
};

/** URL of the image of a channel or item, or ''. */
export const artOf = (element: Element): string => {
  const itunes = child(element, 'itunes:image')?.attributes['href'] ?? '';
  const rss = child(element, 'image');
  return webUrl(itunes) || webUrl(rss ? textOf(rss, 'url') : '');
};

const email = (text: string): string => {
  const found = z.safeParse(Email, text);
  return found.success ? found.data : '';
};

/** The canonical language tag, `en-US` for `en_us`; undefined if it is invalid. */
const languageOf = (text: string): string | undefined => {
  const tag = text.replaceAll('_', '-');
  if (!/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/i.test(tag) || tag.length > 20) return undefined;
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
};

const mediumOf = (text: string): NewPodcast['medium'] =>
  podcastMedia.find((medium) => medium === text.toLowerCase()) ?? 'podcast';

const fundingOf = (channel: Element): NonNullable<NewPodcast['funding']> =>
  childrenOf(channel, 'podcast:funding')
    .map(({ attributes, text }) => ({
      url: webUrl(attributes['url'] ?? ''),
      label: singleLine(text, 128) || 'Support',
    }))
    .filter(({ url }) => url !== '')
    .slice(0, 5);

const categoriesOf = (channel: Element, notes: string[]): { categories?: string[] } => {
  // A feed from another installation also has our own categories.
  const own = childrenOf(channel, 'category').flatMap(({ text }) => categoryIds.find((id) => id === text.trim()) ?? []);
  if (own.length > 0) return { categories: [...new Set(own)].slice(0, 3) };
  const named = childrenOf(channel, 'itunes:category').flatMap(({ attributes, children }) => {
    const top = attributes['text'] ?? '';
    const subs = children.filter(({ name }) => name === 'itunes:category').map((one) => one.attributes['text'] ?? '');
    return subs.length > 0 ? subs.map((sub) => ({ top, sub })) : [{ top, sub: '' }];
  });
  const mapped = named.map((one) => {
    const own = matchCategory(one);
    const name = singleLine(one.sub ? `${one.top} / ${one.sub}` : one.top, 100);
    if (!own) notes.push(`The category “${name}” is unknown.`);
    else if (!own.isExact) notes.push(`The category “${name}” was mapped to “${own.id.replace('/', ' / ')}”.`);
    return own?.id;
  });
  const ids = [...new Set(mapped.filter((id) => id !== undefined))].slice(0, 3);
  return ids.length > 0 ? { categories: ids } : {};
};
