import * as z from 'zod/mini';
import { limits } from '../rules/limits.ts';
import { Email, text } from '../rules/listing.ts';
import { Phone } from './station-profile.ts';
import { webAddress } from '../rules/web-address.ts';

/* The blocks of an account's microsite: what a page consists of, from the top to the bottom. */

/** The kinds of blocks, in the order in which the editor offers them. */
export const blockTypes = [
  ...(['hero', 'player', 'stations', 'recent', 'schedule', 'podcasts', 'episodes', 'people'] as const),
  ...(['text', 'image', 'social', 'links', 'partners', 'contact'] as const),
] as const;
export type BlockType = (typeof blockTypes)[number];

/**
 * A key within a block. It isn't that of a resource of the request: the service refuses what isn't the account's with
 * `site.foreign`, and pages show only what is.
 */
const keyWith = (letter: string, message: string, { orNone = false }: { orNone?: boolean } = {}) =>
  z.string().check(z.regex(new RegExp(`^(?:${letter}-[1-9A-HJ-NP-Za-km-z]{22})${orNone ? '?' : ''}$`), message));
const StationRef = keyWith('s', 'Please choose a station.');
const StationOrNone = keyWith('s', 'Please choose a station.', { orNone: true });
const PodcastRef = keyWith('p', 'Please choose one.');
const PodcastOrNone = keyWith('p', 'Please choose one.', { orNone: true });
const PlayerRef = keyWith('y', 'Please choose a player.');
/** An e-mail address, or ''. */
const EmailOrNone = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.refine((written) => written === '' || z.safeParse(Email, written).success, 'Please enter a valid e-mail address.'),
);

const countTo = (most: number) => {
  const message = `Please enter 1 to ${most}.`;
  return z.number(message).check(z.int(message), z.gte(1, message), z.lte(most, message));
};
const Clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time like 07:30.'));
const needed = 'This field is required';

/** The name of an uploaded image. */
export const SiteImageName = z
  .string()
  .check(z.regex(/^site-[1-9A-HJ-NP-Za-km-z]{22}\.webp$/, 'Please upload an image.'));

/** A row of the programme: a weekday (1 is Monday) in the station's time. */
export const ScheduleRow = z.object({
  day: z.number().check(z.int(), z.gte(1), z.lte(7)),
  from: Clock,
  to: Clock,
  title: text(120).check(z.minLength(1, needed)),
  podcast: PodcastOrNone,
});
export type ScheduleRow = z.infer<typeof ScheduleRow>;

const shared = {
  id: z.string().check(z.regex(/^[A-Za-z0-9-]{1,40}$/, 'Not the ID of a block.')),
  /** Its heading; '' for our word in the language of the site. */
  title: text(120),
};
const block = <T extends BlockType, S extends Record<string, z.ZodMiniType>>(type: T, more: S) =>
  z.object({ ...shared, type: z.literal(type), ...more });

export const SiteBlock = z.discriminatedUnion('type', [
  /** The first look: cover, name, a sentence, and the player of a station. */
  block('hero', { station: StationOrNone, text: text(300), cta: text(40) }),
  block('player', { player: PlayerRef }),
  block('stations', {}),
  block('recent', { station: StationRef, count: countTo(20) }),
  block('schedule', {
    rows: z
      .array(ScheduleRow)
      .check(z.maxLength(limits.siteScheduleRows, `At most ${limits.siteScheduleRows} broadcasts.`)),
  }),
  /** Of these podcasts, or of the newest ones without any. */
  block('podcasts', { keys: z.array(PodcastRef).check(z.maxLength(24, 'At most 24.')), count: countTo(24) }),
  block('episodes', { podcast: PodcastRef, count: countTo(20) }),
  block('people', {}),
  block('text', { html: z.string().check(z.maxLength(20_000)) }),
  block('image', {
    image: SiteImageName,
    alt: text(300).check(z.minLength(1, 'Please describe the image for people who cannot see it.')),
    caption: text(300),
  }),
  /** The profiles of a station on other platforms. */
  block('social', { station: StationRef }),
  block('links', {
    items: z
      .array(
        z.object({
          label: text(80).check(z.minLength(1, needed)),
          url: webAddress('URL').check(z.minLength(1, needed)),
        }),
      )
      .check(z.maxLength(20, 'At most 20 links.')),
  }),
  block('partners', {}),
  block('contact', { email: EmailOrNone, phone: Phone, address: text(500) }),
]);
export type SiteBlock = z.infer<typeof SiteBlock>;
/** A block of one kind. */
export type BlockOf<T extends BlockType> = Extract<SiteBlock, { type: T }>;

const drafts: { [T in BlockType]: () => Omit<BlockOf<T>, 'id' | 'title' | 'type'> } = {
  hero: () => ({ station: '', text: '', cta: '' }),
  player: () => ({ player: '' }),
  stations: () => ({}),
  recent: () => ({ station: '', count: 10 }),
  schedule: () => ({ rows: [] }),
  podcasts: () => ({ keys: [], count: 6 }),
  episodes: () => ({ podcast: '', count: 5 }),
  people: () => ({}),
  text: () => ({ html: '' }),
  image: () => ({ image: '', alt: '', caption: '' }),
  social: () => ({ station: '' }),
  links: () => ({ items: [] }),
  partners: () => ({}),
  contact: () => ({ email: '', phone: '', address: '' }),
};

/** A new block of a kind; what it needs may still be missing. */
export const newBlock = (type: BlockType, id: string): SiteBlock =>
  ({ id, type, title: '', ...drafts[type]() }) as SiteBlock;
