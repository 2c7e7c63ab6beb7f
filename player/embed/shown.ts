import type { EmbedStation } from '#contract/api/embed.ts';
import type { NowPlaying } from '#contract/api/live.ts';
import type { RadioState } from '../radio/radio.ts';

/** What the player shows. */
export type Shown = {
  station: EmbedStation;
  state: RadioState;
  /** What is heard, or would be; undefined while it is unknown. */
  playing: NowPlaying | undefined;
  volume: number;
  isMuted: boolean;
  /** The browser wants a click first. */
  isBlocked: boolean;
};

/** A station before anything plays. */
export const shownAtFirst = (station: EmbedStation): Shown => ({
  ...{ station, playing: undefined, volume: 100, isMuted: false, isBlocked: false },
  state: { status: 'stopped', via: 'stream', reason: '' },
});

/** A volume as players have it: a whole number from 0 to 100. */
export const toVolume = (to: number): number => Math.min(100, Math.max(0, Math.round(to)));

/** The lines of the play button. */
export const icons = { play: 'M8 5.5v13l10.5-6.5z', pause: 'M7 5h3.5v14H7zM13.5 5H17v14h-3.5z' };
