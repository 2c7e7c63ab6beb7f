import type { EmbedStation } from '#contract/api/embed.ts';
import type { NowPlaying } from '#contract/api/live.ts';
import { lockScreenPictures } from '../lock-screen-pictures.ts';

type Acts = { play(): void; stop(): void; step(by: number): void };

/** What plays, on lock screens, headphones and the system's media keys. */
export const createLockScreen = ({ play, stop, step }: Acts, hasMore: () => boolean) => {
  const session = 'mediaSession' in navigator ? navigator.mediaSession : undefined;
  return (station: EmbedStation, playing: NowPlaying | undefined, isPlaying: boolean): void => {
    if (!session) return;
    session.metadata = new MediaMetadata({
      title: playing?.track || playing?.title || station.name,
      artist: playing?.artist || station.name,
      album: station.name,
      artwork: lockScreenPictures(playing?.artwork ?? station.logo, station.logo, playing?.logo_512 ?? null),
    });
    session.playbackState = isPlaying ? 'playing' : 'paused';
    const acts: [MediaSessionAction, (() => void) | null][] = [
      ['play', play],
      ['pause', stop],
      ['stop', stop],
      ['previoustrack', hasMore() ? () => step(-1) : null],
      ['nexttrack', hasMore() ? () => step(1) : null],
    ];
    for (const [action, act] of acts) session.setActionHandler(action, act);
  };
};
