import { descriptionBytes } from './feed-channel.ts';
import type { LintFinding, LintedEpisode, LintedFeed } from './lint-feed.ts';

/** Most findings listed per rule; further episodes are only counted. */
const maxPerRule = 20;
const chaptersFromMs = 20 * 60_000;
const shortMs = 5000;
const earliest = Date.UTC(1995, 0, 1);

/** Lint findings about episodes: those in the feed, and those set to published that aren't in it. */
export const lintEpisodes = (feed: LintedFeed): LintFinding[] => {
  const published = feed.episodes.filter((episode) => episode.published);
  const inFeed = published.filter(
    ({ audio, publish_date }) => audio !== null && publish_date && publish_date <= feed.now,
  );
  const duplicates = duplicatesIn(inFeed);
  return [
    ...lintWhole(feed, inFeed, published),
    ...rules.flatMap((rule) =>
      findings(
        rule,
        published.filter((episode) => rule.applies(episode, feed, duplicates)),
      ),
    ),
  ];
};

/** Titles and numbers that several episodes of the feed share. */
type Duplicates = { titles: ReadonlySet<string>; numbers: ReadonlySet<string> };

const duplicatesIn = (inFeed: readonly LintedEpisode[]): Duplicates => ({
  titles: repeated(inFeed.map(titleOf)),
  numbers: repeated(inFeed.flatMap((one) => numberOf(one) ?? [])),
});

const repeated = (words: readonly string[]): ReadonlySet<string> => {
  const seen = new Set<string>();
  return new Set(words.filter((word) => seen.has(word) || !seen.add(word)));
};

const titleOf = ({ title }: LintedEpisode): string => title.trim().toLowerCase();
const numberOf = ({ season, episode, episode_type }: LintedEpisode): string | undefined =>
  episode === null || episode_type !== 'full' ? undefined : `${String(season ?? 1)}/${String(episode)}`;

const lintWhole = (
  { podcast, wording }: LintedFeed,
  inFeed: LintedEpisode[],
  published: LintedEpisode[],
): LintFinding[] => {
  const found: LintFinding[] = [];
  if (inFeed.length === 0)
    found.push({
      severity: 'refused',
      code: 'feed.empty',
      field: null,
      what: 'The feed has no episodes.',
      fix: `Publish one; for a new ${wording.podcast} a short trailer is enough.`,
    });
  if (podcast.complete && published.length > inFeed.length)
    found.push({
      severity: 'warning',
      code: 'feed.completeButMore',
      field: 'complete',
      what: 'It is marked as complete, but more episodes are to come, and apps stop checking for them.',
      fix: 'Turn off “complete” until the last one is published.',
    });
  if (inFeed.length > 0 && !inFeed.some(({ transcript_type }) => transcript_type !== null))
    found.push({
      severity: 'advice',
      code: 'feed.transcripts',
      field: null,
      what: 'No episode has a transcript.',
      fix: 'Add transcripts: apps show them, search finds them, and people who can’t hear read them.',
    });
  if (inFeed.length > 2 && !inFeed.some(({ episode_type }) => episode_type === 'trailer'))
    found.push({
      severity: 'advice',
      code: 'feed.trailer',
      field: null,
      what: 'There is no trailer.',
      fix: 'Publish a one-minute episode of type “trailer”; apps play it first.',
    });
  return found;
};

type Rule = Omit<LintFinding, 'episode'> & {
  applies(episode: LintedEpisode, feed: LintedFeed, duplicates: Duplicates): boolean;
};

const rules: readonly Rule[] = [
  {
    severity: 'refused',
    code: 'episode.title',
    field: 'title',
    what: 'The episode has no title.',
    fix: 'Enter a title.',
    applies: ({ title }) => title.trim() === '',
  },
  {
    severity: 'warning',
    code: 'episode.audio',
    field: 'audio',
    what: 'It is published but has no audio, so it isn’t in the feed.',
    fix: 'Upload the audio.',
    applies: ({ audio, upload_status }) => audio === null && upload_status !== 'processing',
  },
  {
    severity: 'refused',
    code: 'episode.number',
    field: 'episode',
    what: 'Full episodes of a serial need a number.',
    fix: 'Enter a number.',
    applies: ({ episode, episode_type }, { podcast }) =>
      podcast.show_type === 'serial' && episode_type === 'full' && episode === null,
  },
  {
    severity: 'warning',
    code: 'episode.numberTwice',
    field: 'episode',
    what: 'Another episode of this season has the same number.',
    fix: 'Give each episode a unique number.',
    applies: (one, _feed, { numbers }) => numbers.has(numberOf(one) ?? ''),
  },
  {
    severity: 'warning',
    code: 'episode.titleTwice',
    field: 'title',
    what: 'Another episode has the same title.',
    fix: 'Give each episode a unique title.',
    applies: (one, _feed, { titles }) => titles.has(titleOf(one)),
  },
  {
    severity: 'warning',
    code: 'episode.description',
    field: 'description',
    what: 'The episode has no description.',
    fix: 'Describe what it is about.',
    applies: ({ description, summary, subtitle }) => `${description}${summary}${subtitle}`.trim() === '',
  },
  {
    severity: 'warning',
    code: 'episode.descriptionLong',
    field: 'description',
    what: 'The description is longer than 4000 bytes, so the feed contains only its beginning.',
    fix: 'Shorten it.',
    applies: ({ description }) => Buffer.byteLength(description) > descriptionBytes,
  },
  {
    severity: 'warning',
    code: 'episode.date',
    field: 'publish_date',
    what: 'Its date is before the first feeds with audio.',
    fix: 'Enter the date it was first published.',
    applies: ({ publish_date }) => publish_date !== null && publish_date.getTime() < earliest,
  },
  {
    severity: 'warning',
    code: 'episode.short',
    field: 'audio',
    what: 'It is shorter than five seconds.',
    fix: 'Check that the right file was uploaded.',
    applies: ({ audio, audio_ms }) => audio !== null && audio_ms < shortMs,
  },
  {
    severity: 'advice',
    code: 'episode.titleNumbered',
    field: 'title',
    what: 'The title repeats the episode number, which apps show next to it.',
    fix: 'Put the number in its own field only.',
    applies: ({ title, episode }) => episode !== null && /^\s*(episode|ep\.?|#)?\s*\d+\s*[:.\-–—]/i.test(title),
  },
  {
    severity: 'advice',
    code: 'episode.chapters',
    field: 'chapters',
    what: 'It is long and has no chapters.',
    fix: 'Add chapters.',
    applies: ({ chapters, audio, audio_ms }) => audio !== null && chapters === 0 && audio_ms >= chaptersFromMs,
  },
];

const findings = ({ applies: _applies, ...rule }: Rule, episodes: readonly LintedEpisode[]): LintFinding[] => {
  const listed = episodes.slice(0, maxPerRule).map(({ key, title }) => ({ ...rule, episode: { key, title } }));
  const more = episodes.length - listed.length;
  return more === 0 ? listed : [...listed, { ...rule, what: `${rule.what} (${String(more)} more episodes)` }];
};
