import { episodeTypes, type Chapter, type NewEpisode } from '#contract/api/episode.ts';
import {
  webUrl,
  isHtml,
  isYes,
  cleanText,
  singleLine,
  parseFeedDate,
  positiveInteger,
  plainText,
  parseSeconds,
  splitKeywords,
} from './feed-values.ts';
import { artOf } from './read-channel.ts';
import { readPeople } from './read-people.ts';
import { child, childrenOf, textOf, type Element } from '#server/platform/xml/xml-tree.ts';

/** An episode as described by its feed. */
export type FeedEpisode = {
  guid: string;
  values: NewEpisode;
  /** URLs of its audio, image, chapters and transcript, or ''. */
  audio: string;
  art: string;
  chapters: string;
  transcript: string;
  /** What could not be imported unchanged. */
  notes: string[];
};

/** Reads one item; what exceeds our fields is cut, with a note. */
export const readItem = (item: Element): FeedEpisode => {
  const notes: string[] = [];
  const enclosure = childrenOf(item, 'enclosure').find(({ attributes }) => webUrl(attributes['url'] ?? '') !== '');
  const audio = webUrl(enclosure?.attributes['url'] ?? '');
  const published = parseFeedDate(textOf(item, 'pubDate', 'dc:date'));
  if (!published) notes.push('It has no date in the feed, so it is a draft.');
  const [chapters, transcript] = [child(item, 'podcast:chapters'), bestTranscript(item)];
  if (!transcript && child(item, 'podcast:transcript'))
    notes.push('The transcript is neither WebVTT nor SubRip and was left out.');
  return {
    guid: cleanText(textOf(item, 'guid'), 1000) || audio,
    values: {
      title: titleOf(item, audio),
      subtitle: singleLine(textOf(item, 'itunes:subtitle'), 255),
      ...descriptions(item, notes),
      summary: cleanText(plainText(textOf(item, 'itunes:summary')), 4000),
      author: singleLine(textOf(item, 'itunes:author', 'dc:creator', 'author'), 255),
      tags: splitKeywords(textOf(item, 'itunes:keywords'), 20),
      season: positiveInteger(textOf(item, 'itunes:season', 'podcast:season'), 9999),
      episode: positiveInteger(textOf(item, 'itunes:episode', 'podcast:episode'), 99_999),
      episode_type: typeOf(textOf(item, 'itunes:episodeType')),
      explicit: isYes(textOf(item, 'itunes:explicit')),
      block: isYes(textOf(item, 'itunes:block')),
      published: published !== undefined,
      publish_date: published?.toISOString() ?? null,
      link: webUrl(textOf(item, 'link')),
      persons: readPeople(item),
      chapters: simpleChapters(item),
    },
    audio,
    art: artOf(item),
    chapters: webUrl(chapters?.attributes['url'] ?? ''),
    transcript,
    notes,
  };
};

const titleOf = (item: Element, audio: string): string =>
  singleLine(textOf(item, 'title', 'itunes:title'), 255) ||
  singleLine(audio.split('/').at(-1) ?? '', 255) ||
  'Untitled';

const typeOf = (text: string): NewEpisode['episode_type'] =>
  episodeTypes.find((type) => type === text.toLowerCase()) ?? 'full';

const descriptions = (item: Element, notes: string[]): Pick<NewEpisode, 'description' | 'rich_description'> => {
  const plain = textOf(item, 'description', 'itunes:summary');
  const rich = textOf(item, 'content:encoded') || (isHtml(plain) ? plain : '');
  const description = plainText(plain || rich);
  if (rich.length > 20_000 || description.length > 4000) notes.push('The description was too long and was shortened.');
  return {
    description: cleanText(description, 4000),
    rich_description: rich.length > 20_000 ? cutHtml(rich) : cleanText(rich, 20_000),
  };
};

/** Cuts too long HTML between its elements. */
const cutHtml = (html: string): string => {
  const cut = html.slice(0, 20_000);
  const end = Math.max(cut.lastIndexOf('</p>') + 4, cut.lastIndexOf('<br'));
  return cleanText(end > 10_000 ? cut.slice(0, end) : plainText(cut), 20_000);
};

/** URL of the transcript, WebVTT preferred over SubRip; other formats aren't supported. */
const bestTranscript = (item: Element): string => {
  const found = childrenOf(item, 'podcast:transcript').map(({ attributes }) => ({
    url: webUrl(attributes['url'] ?? ''),
    type: attributes['type'] ?? '',
  }));
  const match = (type: RegExp, extension: RegExp) =>
    found.find(({ url, type: mime }) => url !== '' && (type.test(mime) || extension.test(new URL(url).pathname)))?.url;
  return match(/vtt/i, /\.vtt$/i) ?? match(/x-subrip|\bsrt\b/i, /\.srt$/i) ?? '';
};

/** Podlove Simple Chapters, which are inline in the feed. */
const simpleChapters = (item: Element): Chapter[] => {
  const list = child(item, 'psc:chapters');
  if (!list) return [];
  return childrenOf(list, 'psc:chapter').flatMap(({ attributes }) => {
    const start = parseSeconds(attributes['start'] ?? '');
    const title = singleLine(attributes['title'] ?? '', 200);
    return start === undefined || title === '' ? [] : [{ start, title, url: webUrl(attributes['href'] ?? '') }];
  });
};
