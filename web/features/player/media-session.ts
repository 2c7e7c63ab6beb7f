import { useEffect } from 'react';
import { player, type PlayerStation, type PlayerStatus } from './shared/player.ts';
import type { Heard } from './use-heard.ts';

/** Shows what is heard on lock screens; pause and stop there disconnect the stream, play connects again. */
export const useMediaSession = (station: PlayerStation, status: PlayerStatus, heard: Heard): void => {
  const { title, artist, track, artwork } = heard;
  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    const session = navigator.mediaSession;
    const image = artwork ?? station.logo;
    session.metadata = new MediaMetadata({
      title: track || title || station.name,
      artist: artist || station.name,
      album: station.name,
      artwork: image === null ? [] : [{ src: image }],
    });
    session.playbackState = status === 'playing' ? 'playing' : 'paused';
    const acts = { play: player.resume, pause: player.stop, stop: player.stop } as const;
    const actions = ['play', 'pause', 'stop'] as const;
    for (const action of actions) session.setActionHandler(action, acts[action]);
    return () => {
      session.metadata = null;
      session.playbackState = 'none';
      for (const action of actions) session.setActionHandler(action, null);
    };
  }, [station, status, title, artist, track, artwork]);
};
