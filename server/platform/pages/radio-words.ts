import type { RequestWords } from '#contract/rules/player-words.ts';
import type { PageLanguage } from './page-language.ts';

/** What the script of a station's box says (player/station/page-words.ts), as JSON. */
export const radioWords = ({ words }: PageLanguage, listen = words.listen): string =>
  JSON.stringify({
    ...{ listen, stop: words.stop, connecting: words.connecting, reconnecting: words.reconnecting },
    ...{ paused: words.pausedByDevice, unavailable: words.unavailable, volume: words.volume },
    playOnDevice: words.playOnDevice,
    ...{ live: words.live, offAir: words.offAir, onAir: words.onAir, automatic: words.automatic },
  });

/** What the script of song requests says (player/station-requests.ts), as JSON. */
export const requestWords = ({ words }: PageLanguage): string =>
  JSON.stringify({
    ...{ request: words.request, requestSearch: words.requestSearch, requestNone: words.requestNone },
    ...{ requestName: words.requestName, requestMessage: words.requestMessage, requestSend: words.requestSend },
    ...{
      requestAgain: words.requestAgain,
      requestWaiting: words.requestWaiting,
      requestApproved: words.requestApproved,
    },
    ...{
      requestPlaying: words.requestPlaying,
      requestPlayed: words.requestPlayed,
      requestRefused: words.requestRefused,
    },
    unavailable: words.unavailable,
  } satisfies RequestWords);

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
