import type { EmbedEpisode } from '#contract/embed.ts';
import { jumpS } from './episode-keys.ts';

type Acts = {
  play(): void;
  pause(): void;
  step(by: number): void;
  seek(to: number): void;
  seekBy(seconds: number): void;
};

/** Shows an episode on the lock screen, with the keys that act there. */
export const createEpisodeLockScreen = (album: string, { play, pause, step, seek, seekBy }: Acts) => {
  const acts: [MediaSessionAction, MediaSessionActionHandler][] = [
    ['play', play],
    ['pause', pause],
    ['previoustrack', () => step(-1)],
    ['nexttrack', () => step(1)],
    ['seekbackward', () => seekBy(-jumpS)],
    ['seekforward', () => seekBy(jumpS)],
    ['seekto', ({ seekTime }) => seekTime !== undefined && seek(seekTime)],
  ];
  return ({ title, podcast, image }: EmbedEpisode): void => {
    if (!('mediaSession' in navigator)) return;
    const artwork = image === null ? [] : [{ src: image }];
    navigator.mediaSession.metadata = new MediaMetadata({ title, artist: podcast, album, artwork });
    for (const [action, act] of acts) navigator.mediaSession.setActionHandler(action, act);
  };
};
