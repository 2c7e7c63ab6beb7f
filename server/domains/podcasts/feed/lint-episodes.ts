import { descriptionBytes } from './feed-channel.ts';
import type { Found, LintedEpisode, LintedFeed } from './lint-feed.ts';

/** Of one rule no more episodes are named; the rest are counted. */
const mostOfOne = 20;
const chaptersFromMs = 20 * 60_000;
const shortMs = 5000;
const earliest = Date.UTC(1995, 0, 1);

/** What directories would say of the episodes that are in the feed, or that their people think are. */
export const lintEpisodes = (feed: LintedFeed): Found[] => {
  const meant = feed.episodes.filter(({ published }) => published);
  const inFeed = meant.filter(({ audio, publish_date }) => audio !== null && publish_date && publish_date <= feed.now);
  const twins = twinsOf(inFeed);
  return [
    ...together(feed, inFeed, meant),
    ...rules.flatMap((rule) =>
      name(
        rule,
        meant.filter((episode) => rule.applies(episode, feed, twins)),
      ),
    ),
  ];
};

/** What several episodes of the feed have in common. */
type Twins = { titles: ReadonlySet<string>; numbers: ReadonlySet<string> };

const twinsOf = (inFeed: readonly LintedEpisode[]): Twins => ({
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

const together = ({ podcast, wording }: LintedFeed, inFeed: LintedEpisode[], meant: LintedEpisode[]): Found[] => {
  const found: Found[] = [];
  if (inFeed.length === 0)
    found.push({
      severity: 'refused',
      code: 'feed.empty',
      field: null,
      what: 'There is no episode in the feed.',
      fix: `Publish one; a short trailer will do for a ${wording.podcast} that is about to begin.`,
    });
  if (podcast.complete && meant.length > inFeed.length)
    found.push({
      severity: 'warning',
      code: 'feed.completeButMore',
      field: 'complete',
      what: 'It is said to be complete, but more episodes are to come: apps stop asking.',
      fix: 'Switch off “complete” until the last one is out.',
    });
  if (inFeed.length > 0 && !inFeed.some(({ transcript_type }) => transcript_type !== null))
    found.push({
      severity: 'advice',
      code: 'feed.transcripts',
      field: null,
      what: 'No episode has a transcript.',
      fix: 'Add one where you have it: it is shown by apps, found by search, and read by those who can’t hear.',
    });
  if (inFeed.length > 2 && !inFeed.some(({ episode_type }) => episode_type === 'trailer'))
    found.push({
      severity: 'advice',
      code: 'feed.trailer',
      field: null,
      what: 'There is no trailer.',
      fix: 'Publish a minute of type “trailer”; apps play it first.',
    });
  return found;
};

type Rule = Omit<Found, 'episode'> & {
  applies(episode: LintedEpisode, feed: LintedFeed, twins: Twins): boolean;
};

const rules: readonly Rule[] = [
  {
    severity: 'refused',
    code: 'episode.title',
    field: 'title',
    what: 'The episode has no title.',
    fix: 'Give it one.',
    applies: ({ title }) => title.trim() === '',
  },
  {
    severity: 'warning',
    code: 'episode.audio',
    field: 'audio',
    what: 'It is published, but has no audio, so it isn’t in the feed.',
    fix: 'Upload its audio.',
    applies: ({ audio, upload_status }) => audio === null && upload_status !== 'processing',
  },
  {
    severity: 'refused',
    code: 'episode.number',
    field: 'episode',
    what: 'A serial needs a number on each full episode.',
    fix: 'Number it.',
    applies: ({ episode, episode_type }, { podcast }) =>
      podcast.show_type === 'serial' && episode_type === 'full' && episode === null,
  },
  {
    severity: 'warning',
    code: 'episode.numberTwice',
    field: 'episode',
    what: 'Another episode of the season has the same number.',
    fix: 'Give each a number of its own.',
    applies: (one, _feed, { numbers }) => numbers.has(numberOf(one) ?? ''),
  },
  {
    severity: 'warning',
    code: 'episode.titleTwice',
    field: 'title',
    what: 'Another episode has the same title.',
    fix: 'Give each a title of its own.',
    applies: (one, _feed, { titles }) => titles.has(titleOf(one)),
  },
  {
    severity: 'warning',
    code: 'episode.description',
    field: 'description',
    what: 'The episode has no description.',
    fix: 'Say what is in it.',
    applies: ({ description, summary, subtitle }) => `${description}${summary}${subtitle}`.trim() === '',
  },
  {
    severity: 'warning',
    code: 'episode.descriptionLong',
    field: 'description',
    what: 'The description is longer than 4000 bytes, so the feed carries its beginning only.',
    fix: 'Shorten it.',
    applies: ({ description }) => Buffer.byteLength(description) > descriptionBytes,
  },
  {
    severity: 'warning',
    code: 'episode.date',
    field: 'publish_date',
    what: 'Its date is before there were podcasts.',
    fix: 'Give the date it was first published.',
    applies: ({ publish_date }) => publish_date !== null && publish_date.getTime() < earliest,
  },
  {
    severity: 'warning',
    code: 'episode.short',
    field: 'audio',
    what: 'It is shorter than five seconds.',
    fix: 'Look whether the right file was uploaded.',
    applies: ({ audio, audio_ms }) => audio !== null && audio_ms < shortMs,
  },
  {
    severity: 'advice',
    code: 'episode.titleNumbered',
    field: 'title',
    what: 'The title repeats its number; apps show it beside the title.',
    fix: 'Leave the number to its own field.',
    applies: ({ title, episode }) => episode !== null && /^\s*(episode|ep\.?|#)?\s*\d+\s*[:.\-–—]/i.test(title),
  },
  {
    severity: 'advice',
    code: 'episode.chapters',
    field: 'chapters',
    what: 'It is long and has no chapters.',
    fix: 'Mark where its parts begin.',
    applies: ({ chapters, audio, audio_ms }) => audio !== null && chapters === 0 && audio_ms >= chaptersFromMs,
  },
];

const name = ({ applies: _applies, ...rule }: Rule, found: readonly LintedEpisode[]): Found[] => {
  const named = found.slice(0, mostOfOne).map(({ key, title }) => ({ ...rule, episode: { key, title } }));
  const more = found.length - named.length;
  return more === 0 ? named : [...named, { ...rule, what: `${rule.what} (${String(more)} more episodes)` }];
};
