import * as z from 'zod/mini';
import { AccountKey, EpisodeKey, PlayerKey, PodcastKey, StationKey } from '../rules/keys.ts';
import { limits } from '../rules/limits.ts';
import { text } from '../rules/listing.ts';
import { PlayerDomain } from '../rules/player-domain.ts';
import { playerLanguages } from '../rules/player-languages.ts';

/* An embeddable player (spec §3 "Player"): what it plays, how it looks, what it does, and on which websites. */

/** Stations; the newest episodes of a podcast; or chosen episodes, in their order. A player keeps its kind. */
export const playerKinds = ['stations', 'podcast', 'playlist'] as const;
export type PlayerKind = (typeof playerKinds)[number];
export const playerThemes = ['light', 'dark', 'auto'] as const;
export const playerSizes = ['fixed', 'responsive'] as const;
/** Within the page; a button that opens the player over it; a bar at the edge of the window. */
export const playerVariants = ['inline', 'floating', 'sticky'] as const;
/** Of a floating player: `start` or `end`; of a sticky one: `top` or `bottom`. */
export const playerPositions = ['start', 'end', 'top', 'bottom'] as const;
export const playerQualities = ['auto', 'high', 'low'] as const;
/** `attempt`: plays by itself where the browser allows it. */
export const playerStarts = ['click', 'attempt'] as const;

/** The parts that a player can show. */
export const playerParts = [
  'artwork',
  'history',
  'volume',
  'share',
  'stations',
  'listeners',
  'sleep',
  'brand',
] as const;
export type PlayerPart = (typeof playerParts)[number];

const wholeFrom = (from: number, to: number, message: string) =>
  z.number(message).check(z.int(message), z.gte(from, message), z.lte(to, message));

/** `#rrggbb`, or '' for the theme's own. */
const Colour = z.string().check(z.toLowerCase(), z.regex(/^(#[0-9a-f]{6})?$/, 'Please enter a colour like #1a2b3c.'));

export const PlayerColours = z.object({ accent: Colour, background: Colour, text: Colour });
export type PlayerColours = z.infer<typeof PlayerColours>;

const Show = z.object(
  Object.fromEntries(playerParts.map((part) => [part, z.boolean()])) as Record<PlayerPart, z.ZodMiniBoolean>,
);

/** How a player looks and behaves, as it is stored. Sizes in CSS pixels. */
export const PlayerSettings = z.object({
  theme: z.enum(playerThemes),
  size: z.enum(playerSizes),
  /** Of a fixed player; null for the usual size of its variant. */
  width: z.nullable(wholeFrom(200, 2000, 'Please enter 200 to 2000 pixels.')),
  height: z.nullable(wholeFrom(60, 900, 'Please enter 60 to 900 pixels.')),
  variant: z.enum(playerVariants),
  position: z.enum(playerPositions),
  /** `auto`: the language of the page, or of the browser. */
  language: z
    .string()
    .check(z.refine((given) => given === 'auto' || playerLanguages.includes(given), 'Please choose a language.')),
  colours: PlayerColours,
  radius: wholeFrom(0, 32, 'Please enter 0 to 32 pixels.'),
  show: Show,
  start: z.enum(playerStarts),
  /** Whether it plays on when the visitor goes to another page of the website. */
  continue: z.boolean(),
  quality: z.enum(playerQualities),
});
export type PlayerSettings = z.infer<typeof PlayerSettings>;

/** The settings of a new player. */
export const defaultPlayerSettings: PlayerSettings = {
  theme: 'auto',
  size: 'responsive',
  width: null,
  height: null,
  variant: 'inline',
  position: 'end',
  language: 'auto',
  colours: { accent: '', background: '', text: '' },
  radius: 12,
  show: {
    artwork: true,
    history: true,
    volume: true,
    share: true,
    stations: true,
    listeners: false,
    sleep: true,
    brand: true,
  },
  start: 'click',
  continue: true,
  quality: 'auto',
};

/** A station of a player, in its order; `logo` is the URL of its picture. */
export const PlayerStation = z.object({
  key: StationKey,
  name: z.string(),
  mount: z.string(),
  logo: z.nullable(z.string()),
});
export type PlayerStation = z.infer<typeof PlayerStation>;

/**
 * The contrast of a player's colours (WCAG 2, 1 to 21), in its theme or the worse of both: `text` against the background
 * (at least 4.5), `accent` against it (at least 3). Colours that fail are shifted where the player is shown.
 */
export const PlayerContrast = z.object({ text: z.number(), accent: z.number(), passes: z.boolean() });
export type PlayerContrast = z.infer<typeof PlayerContrast>;

const name = text(100).check(z.minLength(1, 'This field is required'));

export const Player = z.extend(PlayerSettings, {
  key: PlayerKey,
  account_key: AccountKey,
  /** Of a station's own player, which each station has from its creation. */
  station_key: z.nullable(StationKey),
  name: z.string(),
  kind: z.enum(playerKinds),
  /** Without deleted ones; empty for other kinds. */
  stations: z.array(PlayerStation),
  /** The podcast whose newest `latest` episodes it plays; null for other kinds, and once the podcast is deleted. */
  podcast: z.nullable(z.object({ key: PodcastKey, title: z.string() })),
  latest: z.number(),
  /** The episodes of a playlist, without deleted ones; visitors see those that are published. */
  episodes: z.array(z.object({ key: EpisodeKey, title: z.string() })),
  /** The websites that may show it (`example.com`, `*.example.com`); empty for all. */
  domains: z.array(z.string()),
  /** Switched off, it shows nothing anywhere. */
  active: z.boolean(),
  contrast: PlayerContrast,
  /** Increased by every change; a change names the revision it is based on. */
  revision: z.number(),
  created: z.string(),
  updated: z.string(),
  /** `embed` is the frame's address, `page` that of the player as a page of its own, `script` that of the loader. */
  urls: z.object({ embed: z.string(), page: z.string(), script: z.string() }),
  /** What is copied into a website: HTML, but for `link`, an address. */
  code: z.object({ script: z.string(), iframe: z.string(), element: z.string(), link: z.string() }),
});
export type Player = z.infer<typeof Player>;

/** Each colour and part can be changed without the others. */
export const ChangedPlayerSettings = z.extend(z.partial(PlayerSettings), {
  colours: z.optional(z.partial(PlayerColours)),
  show: z.optional(z.partial(Show)),
});

const changeable = {
  ...ChangedPlayerSettings.shape,
  name: z.optional(name),
  domains: z.optional(
    z.array(PlayerDomain).check(z.maxLength(limits.playerDomains, `At most ${limits.playerDomains} domains.`)),
  ),
  active: z.optional(z.boolean()),
};
const stations = z
  .array(StationKey)
  .check(
    z.minLength(1, 'Please choose a station.'),
    z.maxLength(limits.playerStations, `At most ${limits.playerStations} stations.`),
  );

const content = {
  stations: z.optional(stations),
  podcast: z.optional(PodcastKey),
  latest: z.optional(wholeFrom(1, limits.playerEpisodes, `Please enter 1 to ${limits.playerEpisodes} episodes.`)),
  episodes: z.optional(
    z
      .array(EpisodeKey)
      .check(
        z.minLength(1, 'Please choose an episode.'),
        z.maxLength(limits.playerEpisodes, `At most ${limits.playerEpisodes} episodes.`),
      ),
  ),
};

/**
 * Omitted fields have their defaults; the name is that of what it plays first. Visitors choose among stations or episodes, in this
 * order. What another kind plays is ignored.
 */
export const NewPlayer = z
  .object({ ...changeable, kind: z._default(z.enum(playerKinds), 'stations'), ...content })
  .check(
    z.refine(({ kind, stations: given }) => kind !== 'stations' || given !== undefined, {
      path: ['stations'],
      message: 'Please choose a station.',
    }),
    z.refine(({ kind, podcast }) => kind !== 'podcast' || podcast !== undefined, {
      path: ['podcast'],
      message: 'Please choose one.',
    }),
    z.refine(({ kind, episodes }) => kind !== 'playlist' || episodes !== undefined, {
      path: ['episodes'],
      message: 'Please choose an episode.',
    }),
  );
export type NewPlayer = z.input<typeof NewPlayer>;

const revision = z.number().check(z.int(), z.gte(1));

/** Omitted fields stay unchanged. */
export const ChangedPlayer = z.object({ ...changeable, ...content, revision });
export type ChangedPlayer = z.input<typeof ChangedPlayer>;

/** Of a station's own player, which plays that station and nothing else. */
export const ChangedStationPlayer = z.object({ ...changeable, revision });
export type ChangedStationPlayer = z.input<typeof ChangedStationPlayer>;

/** What a preview pretends about its station: as it is, with a live presenter, off the air, with long titles, or reconnecting. */
export const previewStates = ['onAir', 'live', 'offAir', 'longTitles', 'reconnecting'] as const;
export type PreviewState = (typeof previewStates)[number];

/**
 * The message by which the portal shows unsaved settings in the frame of a player (`urls.embed`). The frame accepts it from the
 * portal's origin only.
 */
export type PlayerPreview = {
  player: 1;
  preview: PlayerSettings & Pick<Player, 'name' | 'stations'>;
  state: PreviewState;
  dir: 'auto' | 'ltr' | 'rtl';
};
