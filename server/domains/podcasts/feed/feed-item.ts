import { descriptionBytes, withoutEmpty, personElement, type Element } from './feed-channel.ts';
import type { FeedSource } from './feed-source.ts';
import { feedText, rfc2822, withinBytes } from './feed-text.ts';
import type { FeedEpisode } from './feed.repo.ts';

/** The feed's item for an episode. Its guid never changes, and its enclosure's length is that of the delivered file. */
export const itemOf = ({ podcast, addresses }: FeedSource, episode: FeedEpisode): Element => {
  const urls = addresses.episode(episode.key);
  const html = feedText(episode.rich_description, Infinity);
  const art = addresses.art(episode.image);
  return withoutEmpty({
    title: feedText(episode.title),
    link: feedText(episode.link || urls.page, 2000),
    guid: { '@isPermaLink': 'false', '#text': feedText(episode.guid, 2000) },
    pubDate: rfc2822(episode.publish_date ?? episode.created),
    description: withinBytes(episode.description || episode.summary || episode.subtitle, descriptionBytes),
    'content:encoded': html === '' ? undefined : { '#cdata': html },
    enclosure: { '@url': urls.file, '@length': String(episode.audio_size), '@type': 'audio/mpeg' },
    'itunes:title': feedText(episode.title),
    'itunes:author': feedText(episode.author),
    'itunes:subtitle': feedText(episode.subtitle),
    'itunes:summary': withinBytes(episode.summary, descriptionBytes),
    'itunes:duration': String(Math.max(1, Math.round(episode.audio_ms / 1000))),
    'itunes:explicit': String(episode.explicit),
    'itunes:image': art === null ? undefined : { '@href': art },
    'itunes:keywords': feedText(episode.tags.join(', '), 1500),
    'itunes:season': episode.season,
    'itunes:episode': episode.episode,
    'itunes:episodeType': episode.episode_type,
    'itunes:block': episode.block ? 'Yes' : undefined,
    'podcast:season': episode.season,
    'podcast:episode': episode.episode,
    'podcast:transcript': transcript(urls, episode, podcast.language),
    'podcast:chapters':
      episode.chapters.length === 0 ? undefined : { '@url': urls.chapters, '@type': 'application/json+chapters' },
    'podcast:person': episode.persons.map(personElement),
  });
};

const transcript = (
  urls: { transcript(type: string): string },
  { transcript_type }: FeedEpisode,
  language: string,
): Element | undefined =>
  transcript_type === null
    ? undefined
    : {
        '@url': urls.transcript(transcript_type),
        '@type': transcript_type,
        '@language': language.toLowerCase(),
        ...(transcript_type === 'text/vtt' ? { '@rel': 'captions' } : {}),
      };
