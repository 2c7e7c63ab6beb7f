import { useEffect } from 'react';
import { player, type PlayerStation, type PlayerStatus } from './shared/player.ts';

type Shown = { title: string; artwork: string | null };

/** Shows on lock screens and media keys what plays, with its picture; pause and stop there let the stream go. */
export const useMediaSession = (station: PlayerStation, status: PlayerStatus, { title, artwork }: Shown): void => {
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
