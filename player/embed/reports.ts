import type { PlayerEvent } from '#contract/rules/player-counts.ts';
import type { RadioState } from '../radio/radio.ts';

type Needs = {
  url: string;
  /** The key of the station that it plays. */
  station(): string;
  /** The portal's origin: its preview is not a visit. */
  portal: string;
};

/**
 * Reports what happens with the player: that it was opened and seen, how long its sound took, and how long it was interrupted. Sums
 * of that are all that is stored; a report names nobody.
 */
export const createReports = ({ url, station, portal }: Needs) => {
  const website = URL.parse(document.referrer);
  const site = website?.hostname ?? '';
  let askedAt = 0;
  let silentSince = 0;
  const report = (e: PlayerEvent, ms = 0): void => {
    if (website?.origin === portal) return;
    // Text, which a frame without an origin may send.
    navigator.sendBeacon(url, JSON.stringify({ e, s: station(), h: site, ms }));
  };
  const follow = ({ status }: RadioState): void => {
    const now = Date.now();
    if (silentSince > 0 && status !== 'waiting') {
      report('stall', now - silentSince);
      silentSince = 0;
    }
    if (status === 'playing' && askedAt > 0) report('start', now - askedAt);
    if (status === 'waiting' && askedAt === 0) silentSince ||= now;
    if (status !== 'connecting' && status !== 'waiting') askedAt = 0;
  };
  // What was interrupted when the page is left was interrupted until then.
  addEventListener('pagehide', () => follow({ status: 'stopped', via: 'stream', reason: '' }));
  return {
    /** The host of the website, '' if it is unknown. */
    site,
    report,
    /** The visitor asked for sound. */
    asked: (): void => void (askedAt ||= Date.now()),
    follow,
  };
};
