import type { PageLanguage } from './page-language.ts';

/** What the script of a station's box says (player/station/page-words.ts), as JSON. */
export const radioWords = ({ words }: PageLanguage, listen = words.listen): string =>
  JSON.stringify({
    ...{ listen, stop: words.stop, connecting: words.connecting, reconnecting: words.reconnecting },
    ...{ paused: words.pausedByDevice, unavailable: words.unavailable, volume: words.volume },
    ...{ live: words.live, offAir: words.offAir, onAir: words.onAir, automatic: words.automatic },
  });

/** What plays, in a word: as the script says it. */
export const badgeOf = (
  { words }: PageLanguage,
  playing: { on_air: boolean; live: boolean; source: string; presenter: { name: string } | null } | undefined,
): string => {
  if (!playing) return 'Radio';
  if (!playing.on_air) return words.offAir;
  if (playing.presenter) return `${words.live} · ${playing.presenter.name}`;
  return playing.live ? words.live : playing.source === 'autodj' ? words.automatic : words.onAir;
};
