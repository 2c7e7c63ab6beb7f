import type { Frame } from './frame.ts';

const name = 'radioPlayer';
/** A page that is opened later than this is another visit. */
const withinMs = 60_000;

type Saved = { player: string; station: string; volume: number; at: number };

/**
 * Plays on when the visitor goes to the next page of the website: what plays is kept in the page's own session storage, which ends
 * with the tab, and started again where the browser allows it.
 */
export const playOn = (frame: Frame): void => {
  try {
    const saved = JSON.parse(sessionStorage.getItem(name) ?? 'null') as Saved | null;
    if (saved?.player === frame.key && Date.now() - saved.at < withinMs) {
      frame.do('station', saved.station);
      frame.do('volume', saved.volume);
      frame.do('play');
    }
    const save = (): void => {
      const state = frame.state();
      if (!state) return;
      if (!['playing', 'waiting', 'connecting'].includes(state.playingStatus)) {
        if ((JSON.parse(sessionStorage.getItem(name) ?? 'null') as Saved | null)?.player === frame.key && state.reason !== 'blocked') sessionStorage.removeItem(name); // oxfmt-ignore
        return;
      }
      const { station, volume } = state;
      sessionStorage.setItem(name, JSON.stringify({ player: frame.key, station: station.key, volume, at: Date.now() }));
    };
    frame.on('state', save);
    addEventListener('pagehide', save);
  } catch {
    // A page without storage: it does not play on.
  }
};
