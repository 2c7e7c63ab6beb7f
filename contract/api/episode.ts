import * as z from 'zod/mini';
import { Moment } from '../rules/dates.ts';
import { EpisodeKey, PodcastKey } from '../rules/keys.ts';
import { text } from '../rules/listing.ts';
import { StoredPersons, PodcastPerson } from './podcast.ts';
import { webAddress } from '../rules/web-address.ts';

export const episodeTypes = ['full', 'trailer', 'bonus'] as const;
/** State of an episode's audio: none, being prepared, ready, or refused (`upload_error` says why). */
export const uploadStatuses = ['none', 'processing', 'ready', 'error'] as const;

/** Seconds from the beginning of the delivered audio. */
const Seconds = z.number().check(z.gte(0), z.lte(12 * 3600));

export const Chapter = z.object({
  start: Seconds,
  title: text(200).check(z.minLength(1, 'This field is required')),
  url: webAddress('link'),
});
export type Chapter = z.infer<typeof Chapter>;

/** A part of the uploaded file that is cut out, s. */
export const AudioCut = z.object({ from: Seconds, to: Seconds });

/** How the delivered audio is made from the uploaded file: its cuts, and whether it is levelled to −16 LUFS. */
export const AudioEdit = z.object({
  cuts: z.array(AudioCut).check(z.maxLength(200)),
  level: z.boolean(),
});
export type AudioEdit = z.infer<typeof AudioEdit>;

const fields = {
  title: text(255).check(z.minLength(1, 'This field is required')),
  subtitle: text(255),
  /** Plain text; generated from the rich description if only that is given. */
  description: text(4000),
  /** HTML, sanitized on the server. */
  rich_description: text(20_000),
  summary: text(4000),
  author: text(255),
  tags: z.array(text(60).check(z.minLength(1))).check(z.maxLength(20)),
  season: z.nullable(z.number().check(z.int(), z.gte(1), z.lte(9999))),
  episode: z.nullable(z.number().check(z.int(), z.gte(1), z.lte(99_999))),
  episode_type: z.enum(episodeTypes),
  explicit: z.boolean(),
  block: z.boolean(),
  /** Published from `publish_date` on; without a date as soon as it is set. */
  published: z.boolean(),
  publish_date: z.nullable(Moment),
  link: webAddress('link'),
  persons: z.array(PodcastPerson).check(z.maxLength(20)),
  chapters: z.array(Chapter).check(z.maxLength(500)),
};

/** Spec §3 "Episode". */
export const Episode = z.object({
  key: EpisodeKey,
  podcast: PodcastKey,
  ...fields,
  link: z.string(),
  persons: StoredPersons,
  chapters: z.array(z.object({ start: Seconds, title: z.string(), url: z.string() })),
  /** What the public sees now. */
  state: z.enum(['draft', 'scheduled', 'published']),
  /** The delivered audio: its URL, bytes, seconds, and the duration as 1:02:03. */
  file_url: z.nullable(z.string()),
  size: z.number(),
  duration: z.number(),
  duration_hms: z.string(),
  guid: z.string(),
  image: z.nullable(z.string()),
  image_key: z.nullable(z.string()),
  upload_status: z.enum(uploadStatuses),
  upload_error: z.nullable(z.object({ code: z.string(), message: z.string() })),
  /** The uploaded file: its name, bytes, seconds; null before the first upload. */
  original: z.nullable(z.object({ filename: z.string(), size: z.number(), duration: z.number() })),
  edit: AudioEdit,
  transcript: z.nullable(z.object({ type: z.enum(['text/vtt', 'application/x-subrip']), url: z.string() })),
  page_url: z.string(),
  /** HTML that shows its player in a website. */
  embed_code: z.string(),
  created: z.string(),
  updated: z.string(),
});
export type Episode = z.infer<typeof Episode>;

const optional = Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, z.optional(schema)])) as {
  [K in keyof typeof fields]: z.ZodMiniOptional<(typeof fields)[K]>;
};
export const NewEpisode = z.object({ ...optional, title: fields.title });
export const ChangedEpisode = z.object(optional);
export type NewEpisode = z.infer<typeof NewEpisode>;
export type ChangedEpisode = z.infer<typeof ChangedEpisode>;
