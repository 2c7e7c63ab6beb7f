import * as z from 'zod/mini';
import { AccountKey, PodcastKey, StationKey } from '../rules/keys.ts';
import { Email, Language, text } from '../rules/listing.ts';
import { categoryIds } from '../rules/podcast-categories.ts';
import { PrettyUrl } from './station-profile.ts';
import { webAddress } from '../rules/web-address.ts';

/** Hosts and guests of a podcast or episode (`podcast:person`). */
export const PodcastPerson = z.object({
  name: text(128).check(z.minLength(1)),
  role: text(64),
  link: webAddress('link'),
  image: webAddress('picture'),
});
export type PodcastPerson = z.infer<typeof PodcastPerson>;

/** A link to support the podcast (`podcast:funding`). */
export const PodcastFunding = z.object({
  url: webAddress('URL').check(z.minLength(1)),
  label: text(128).check(z.minLength(1)),
});

const Category = z
  .string()
  .check(z.refine((id) => categoryIds.includes(id), 'Please choose a category from the list.'));
/** `podcast:medium`: the type of content. */
export const podcastMedia = ['podcast', 'music', 'audiobook', 'newsletter'] as const;

const fields = {
  title: text(255).check(z.minLength(1, 'This field is required')),
  subtitle: text(255),
  /** Plain text, shown by directories (at most 4000 bytes). */
  description: text(4000),
  summary: text(4000),
  author: text(255),
  owner_name: text(255),
  owner_email: z.union([Email, z.literal('')]),
  copyright: text(255),
  /** The podcast's website; defaults to its public page. */
  link: webAddress('website'),
  language: Language,
  show_type: z.enum(['episodic', 'serial']),
  /** The first is the main one; `Arts` or `Arts/Design` (podcast-categories.ts). */
  categories: z.array(Category).check(z.minLength(1, 'This field is required'), z.maxLength(3)),
  keywords: z.array(text(60).check(z.minLength(1))).check(z.maxLength(12)),
  explicit: z.boolean(),
  /** The podcast is complete: no more episodes (`itunes:complete`). */
  complete: z.boolean(),
  /** Directories should not list it (`itunes:block`). */
  block: z.boolean(),
  /** Its feed and page are public. */
  published: z.boolean(),
  third_party_content: z.boolean(),
  /** The owner confirms the rights to publish all content. */
  content_rights: z.boolean(),
  pretty_url: PrettyUrl,
  /** The podcast it belongs to, e.g. as a season or spin-off. */
  parent: z.nullable(PodcastKey),
  /** Other hosts may not import the feed without the owner's consent. */
  locked: z.boolean(),
  medium: z.enum(podcastMedia),
  funding: z.array(PodcastFunding).check(z.maxLength(5)),
  persons: z.array(PodcastPerson).check(z.maxLength(20)),
  /** The feed's new URL: apps are redirected there permanently. */
  new_feed_url: webAddress('new feed URL'),
};

/** Persons in replies: URLs that were stored under older rules, or imported, are returned unchanged. */
export const StoredPersons = z.array(
  z.object({ name: z.string(), role: z.string(), link: z.string(), image: z.string() }),
);
const storedUrls = {
  link: z.string(),
  new_feed_url: z.string(),
  funding: z.array(z.object({ url: z.string(), label: z.string() })),
  persons: StoredPersons,
};

/** Spec §3 "Podcast". */
export const Podcast = z.object({
  key: PodcastKey,
  account: z.object({ key: AccountKey, name: z.string() }),
  station_key: z.nullable(StationKey),
  ...fields,
  ...storedUrls,
  /** Null until one is chosen. */
  categories: z.array(z.string()),
  parent: z.nullable(z.string()),
  /** URL and name of its logo; a new picture has a new URL. */
  image: z.nullable(z.string()),
  image_key: z.nullable(z.string()),
  /** Total bytes of its episodes as delivered. */
  total_size: z.number(),
  episodes: z.number(),
  /** `podcast:guid`, assigned once. */
  guid: z.string(),
  /** URLs of its feed and its public page. */
  feed_url: z.string(),
  page_url: z.string(),
  created: z.string(),
  updated: z.string(),
});
export type Podcast = z.infer<typeof Podcast>;

const { parent: _parent, ...plain } = fields;
const optional = Object.fromEntries(Object.entries(plain).map(([name, schema]) => [name, z.optional(schema)])) as {
  [K in keyof typeof plain]: z.ZodMiniOptional<(typeof plain)[K]>;
};

/** A new podcast: a title, and any other fields. */
export const NewPodcast = z.object({
  ...optional,
  title: fields.title,
  parent: z.optional(z.nullable(PodcastKey)),
  station_key: z.optional(z.nullable(StationKey)),
});
export const ChangedPodcast = z.object({ ...optional, parent: z.optional(z.nullable(PodcastKey)) });
export type NewPodcast = z.infer<typeof NewPodcast>;
export type ChangedPodcast = z.infer<typeof ChangedPodcast>;
