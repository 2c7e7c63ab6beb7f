import type { Brand } from '#contract/rules/brand.ts';
import { embedColours } from '#contract/api/embed-colours.ts';
import type { Embed, EmbedEpisode, EmbedPlace, EmbedStation } from '#contract/api/embed.ts';
import type { AbsenceWords, FrameWords } from '#contract/rules/player-words.ts';
import type { PlayableEpisode } from '#server/domains/podcasts/episodes/playable-episodes.service.ts';
import { artUrl, pageUrl } from '#server/domains/podcasts/podcasts.service.ts';
import { streamUrls, type StationRow } from '#server/domains/stations/stations.service.ts';
import type { Config } from '#server/kernel/config.ts';
import { imageUrl } from '#server/platform/images.ts';
import { words } from '#player/words/words.ts';
import { playerCode, playerHeight, playerUrls } from '../player-code.ts';
import type { PublicPlayer } from '../public-player.service.ts';

export type EmbedDeps = {
  config: Pick<Config, 'deliveryUrl' | 'publicUrl' | 'streamUrl' | 'hlsBaseUrl' | 'tls'>;
  brand: Pick<Brand, 'name' | 'theme'>;
};

/** What the frame of a player runs on, in one language. */
export const embedOf = ({ config, brand }: EmbedDeps, player: PublicPlayer, language: string): Embed => {
  const { key, revision, name, settings, stations, episodes } = player;
  return {
    ...{ key, revision, name, language, settings, words: frameWords(language) },
    stations: stations.map((station) => stationOf(config, station)),
    episodes: episodes.map((episode) => episodeOf(config, episode)),
    live: `${config.publicUrl}/live`,
    portal: new URL(config.publicUrl).origin,
    link: playerUrls(config, key).page,
    code: playerCode(config, player).script,
    count: `/embed/${key}/count`,
    brand: brand.name,
  };
};

/** Without those of players that are not there: a frame should be small. */
const frameWords = (language: string): FrameWords => {
  const all: FrameWords & Partial<AbsenceWords> = { ...(words[language] ?? words.en) };
  for (const name of absent) delete all[name];
  return all;
};
// oxfmt-ignore
const absent = ['notFound', 'notFoundReason', 'switchedOff', 'switchedOffReason', 'removed', 'removedReason'] as const satisfies (keyof AbsenceWords)[];

const stationOf = (config: EmbedDeps['config'], row: StationRow): EmbedStation => {
  const { stream_url, hls_url, aac_url, low_url, m3u_url, pls_url } = streamUrls(row, config);
  const logo = imageUrl(row.logo);
  return {
    ...{ key: row.key, name: row.name, mount: row.streamname, burst_ms: row.burst },
    route: `/radio/${row.pretty_url}`,
    logo: logo === null ? null : `${config.publicUrl}${logo}`,
    ...{ stream: stream_url, hls: hls_url, aac: aac_url, low: low_url, m3u: m3u_url, pls: pls_url },
  };
};

const episodeOf = (config: EmbedDeps['config'], episode: PlayableEpisode): EmbedEpisode => {
  const { key, title, podcast, image, audio_ms, has_chapters } = episode;
  return {
    ...{ key, title, podcast, seconds: Math.round(audio_ms / 1000) },
    src: `/episodes/${key}.mp3`,
    image: artUrl(config, image)?.replace(/\.jpg$/, '.webp') ?? null,
    chapters: has_chapters ? `/episodes/${key}/chapters.json` : null,
    page: `${pageUrl(config, episode)}/${key}`,
  };
};

/** What the loader needs to make room for a player. */
export const placeOf = ({ brand }: EmbedDeps, { name, kind, settings }: PublicPlayer, language: string): EmbedPlace => {
  const { variant, position, size, width, height, start, continue: goesOn, radius, theme, colours } = settings;
  const { play, player, close, tapToContinue } = words[language] ?? words.en;
  const shown = (one: 'light' | 'dark') => embedColours(one, colours, brand.theme.primary);
  return {
    ...{ name, language, height: playerHeight(kind, variant) },
    settings: { variant, position, size, width, height, start, continue: goesOn, radius },
    colours: { light: shown('light'), dark: shown('dark'), theme },
    words: { play, player, close, tapToContinue },
  };
};
