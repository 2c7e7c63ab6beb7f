import * as z from 'zod/mini';
import { AccountKey, PodcastKey, StationKey } from './keys.ts';
import { Email, text } from './listing.ts';
import { categoryIds } from './podcast-categories.ts';
import { PrettyUrl } from './station-profile.ts';
import { webAddress } from './web-address.ts';

/** Who is heard in a podcast or an episode (`podcast:person`). */
export const PodcastPerson = z.object({
  name: text(128).check(z.minLength(1)),
  role: text(64),
  link: webAddress('link'),
  image: webAddress('picture'),
});
export type PodcastPerson = z.infer<typeof PodcastPerson>;

/** Where listeners support a podcast (`podcast:funding`). */
export const PodcastFunding = z.object({
  url: webAddress('address').check(z.minLength(1)),
  label: text(128).check(z.minLength(1)),
});

const Language = text(20).check(z.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/i, 'Please choose a language.'));
const Category = z.string().check(z.refine((id) => categoryIds.includes(id), 'Please choose a category of the list.'));
/** `podcast:medium`: what kind of thing the feed is. */
export const podcastMedia = ['podcast', 'music', 'audiobook', 'newsletter'] as const;

const fields = {
  title: text(255).check(z.minLength(1, 'This field is required')),
  subtitle: text(255),
  /** Plain text; what directories show (at most 4000 bytes). */
  description: text(4000),
  summary: text(4000),
  author: text(255),
  owner_name: text(255),
  owner_email: z.union([Email, z.literal('')]),
  copyright: text(255),
  /** The podcast's own site; without one its public page. */
  link: webAddress('website'),
  language: Language,
  show_type: z.enum(['episodic', 'serial']),
  /** The first is the one that counts; `Arts` or `Arts/Design` (podcast-categories.ts). */
  categories: z.array(Category).check(z.minLength(1, 'This field is required'), z.maxLength(3)),
  keywords: z.array(text(60).check(z.minLength(1))).check(z.maxLength(12)),
  explicit: z.boolean(),
  /** No more episodes will come. */
  complete: z.boolean(),
  /** Directories are asked to leave it out. */
  block: z.boolean(),
  /** Its feed and page can be had. */
  published: z.boolean(),
  third_party_content: z.boolean(),
  /** The owner says that they may publish everything that is in it. */
  content_rights: z.boolean(),
  pretty_url: PrettyUrl,
  /** The podcast it belongs to, as a season or a spin-off. */
  parent: z.nullable(PodcastKey),
  /** Others may not import the feed without the owner's word. */
  locked: z.boolean(),
  medium: z.enum(podcastMedia),
  funding: z.array(PodcastFunding).check(z.maxLength(5)),
  persons: z.array(PodcastPerson).check(z.maxLength(20)),
  /** Where the feed has gone: everybody is sent there for good. */
  new_feed_url: webAddress('new address'),
};

/** Persons as they are read: addresses that were kept under other rules, or imported, are read as they are. */
export const KeptPersons = z.array(
  z.object({ name: z.string(), role: z.string(), link: z.string(), image: z.string() }),
);
const keptAddresses = {
  link: z.string(),
  new_feed_url: z.string(),
  funding: z.array(z.object({ url: z.string(), label: z.string() })),
  persons: KeptPersons,
};

/** Spec §3 "Podcast". */
export const Podcast = z.object({
  key: PodcastKey,
  account: z.object({ key: AccountKey, name: z.string() }),
  station_key: z.nullable(StationKey),
  ...fields,
  ...keptAddresses,
  /** None while nobody has chosen one. */
  categories: z.array(z.string()),
  parent: z.nullable(z.string()),
  /** Where its logo is had, and the name of that picture: another picture has another address. */
  image: z.nullable(z.string()),
  image_key: z.nullable(z.string()),
  /** Bytes of all its episodes as they are delivered. */
  total_size: z.number(),
  episodes: z.number(),
  /** `podcast:guid`, assigned once. */
  guid: z.string(),
  /** Its feed, its public page. */
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

/** What a podcast is made of: its title, and whatever else is known. */
export const NewPodcast = z.object({
  ...optional,
  title: fields.title,
  parent: z.optional(z.nullable(PodcastKey)),
  station_key: z.optional(z.nullable(StationKey)),
});
export const ChangedPodcast = z.object({ ...optional, parent: z.optional(z.nullable(PodcastKey)) });
export type NewPodcast = z.infer<typeof NewPodcast>;
export type ChangedPodcast = z.infer<typeof ChangedPodcast>;
