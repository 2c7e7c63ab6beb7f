import { useEffect } from 'react';
import { player, type PlayerStation, type PlayerStatus } from './shared/player.ts';

type NowPlaying = { title: string; artwork: string | null };

/** Shows the current title and artwork on lock screens; pause and stop there disconnect the stream. */
export const useMediaSession = (station: PlayerStation, status: PlayerStatus, { title, artwork }: NowPlaying): void => {
  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    const session = navigator.mediaSession;
    const image = artwork ?? station.logo;
    session.metadata = new MediaMetadata({
      title: title || station.name,
      artist: station.name,
      artwork: image === null ? [] : [{ src: image }],
    });
    session.playbackState = status === 'playing' ? 'playing' : 'paused';
    for (const action of ['pause', 'stop'] as const) session.setActionHandler(action, player.stop);
    return () => {
      session.metadata = null;
      session.playbackState = 'none';
      for (const action of ['pause', 'stop'] as const) session.setActionHandler(action, null);
    };
  }, [station, status, title, artwork]);
};
