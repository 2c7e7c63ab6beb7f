import { descriptionBytes, filled, person, type Element } from './feed-channel.ts';
import type { FeedSource } from './feed-source.ts';
import { feedText, rfc2822, withinBytes } from './feed-text.ts';
import type { FeedEpisode } from './feed.repo.ts';

/** What a feed says of one episode. Its guid is its own for good, its enclosure's length what is delivered. */
export const itemOf = ({ podcast, addresses }: FeedSource, episode: FeedEpisode): Element => {
  const at = addresses.episode(episode.key);
  const html = feedText(episode.rich_description, Infinity);
  const art = addresses.art(episode.image);
  return filled({
    title: feedText(episode.title),
    link: feedText(episode.link || at.page, 2000),
    guid: { '@isPermaLink': 'false', '#text': feedText(episode.guid, 2000) },
    pubDate: rfc2822(episode.publish_date ?? episode.created),
    description: withinBytes(episode.description || episode.summary || episode.subtitle, descriptionBytes),
    'content:encoded': html === '' ? undefined : { '#cdata': html },
    enclosure: { '@url': at.file, '@length': String(episode.audio_size), '@type': 'audio/mpeg' },
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
    'podcast:transcript': transcript(at, episode, podcast.language),
    'podcast:chapters':
      episode.chapters.length === 0 ? undefined : { '@url': at.chapters, '@type': 'application/json+chapters' },
    'podcast:person': episode.persons.map(person),
  });
};

const transcript = (
  at: { transcript(type: string): string },
  { transcript_type }: FeedEpisode,
  language: string,
): Element | undefined =>
  transcript_type === null
    ? undefined
    : {
        '@url': at.transcript(transcript_type),
        '@type': transcript_type,
        '@language': language.toLowerCase(),
        ...(transcript_type === 'text/vtt' ? { '@rel': 'captions' } : {}),
      };
