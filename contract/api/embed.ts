import type { EpisodeKey, PlayerKey, StationKey } from '../rules/keys.ts';
import type { PlayerSettings } from './player.ts';
import type { FrameWords } from '../rules/player-words.ts';

/** A station as its player in a website needs it: where its sound and its data are. */
export type EmbedStation = {
  key: StationKey;
  name: string;
  mount: string;
  /** URL of its picture. */
  logo: string | null;
  /** The path of its page (spec §3). */
  route: string;
  stream: string;
  /** Null for what the station doesn't offer. */
  hls: string | null;
  aac: string | null;
  low: string | null;
  m3u: string;
  pls: string;
  /** Milliseconds of sound that a new listener gets at once. */
  burst_ms: number;
};

/** An episode of a player; URLs are below the player's own host. */
export type EmbedEpisode = {
  key: EpisodeKey;
  title: string;
  podcast: string;
  seconds: number;
  src: string;
  /** URL of its picture. */
  image: string | null;
  /** Of its chapters; null without. */
  chapters: string | null;
  page: string;
};

/** The colours of a player as they are shown: readable on its background. */
export type EmbedColours = {
  background: string;
  text: string;
  soft: string;
  line: string;
  accent: string;
  onAccent: string;
};

/** What the frame of a player runs on; public, so nothing of the account is in it. */
export type Embed = {
  key: PlayerKey;
  revision: number;
  name: string;
  /** The language that it speaks. */
  language: string;
  settings: PlayerSettings;
  words: FrameWords;
  stations: EmbedStation[];
  /** Of a player of a podcast or a playlist. */
  episodes: EmbedEpisode[];
  /** The URL below which stations say what they play. */
  live: string;
  /** Whose messages may show settings that are not saved. */
  portal: string;
  /** What is copied to share it. */
  link: string;
  code: string;
  /** Where it reports what happens with it (contract/rules/player-counts.ts). */
  count: string;
  brand: string;
};

/** What the loader needs before it makes the frame (`GET embed/{playerKey}.json`). */
export type EmbedPlace = {
  /** Pixels, of a player in the page that isn't of a fixed size. */
  height: number;
  name: string;
  language: string;
  settings: Pick<
    PlayerSettings,
    'variant' | 'position' | 'size' | 'width' | 'height' | 'start' | 'continue' | 'radius'
  >;
  /** Of the button of a floating player, light and dark. */
  colours: { light: EmbedColours; dark: EmbedColours; theme: PlayerSettings['theme'] };
  words: Pick<FrameWords, 'play' | 'player' | 'close' | 'tapToContinue'>;
};
