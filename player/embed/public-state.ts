import type { PublicState } from './api.ts';
import type { Shown } from './shown.ts';

/** What a player of stations shows, as the website around it reads it. */
export const publicState = ({ station, state, playing, volume, isBlocked }: Shown): PublicState => {
  const { status, reason } = state;
  const { key, name, mount, stream, route } = station;
  const streamBase = stream.slice(0, stream.lastIndexOf('/'));
  return {
    playingStatus: status === 'paused' ? 'stopped' : status,
    station: { key, name, route, streamBase, streamName: mount },
    track: playing?.title
      ? { title: playing.track, artist: playing.artist, artwork: playing.artwork, started: playing.started }
      : null,
    reason: isBlocked ? 'blocked' : reason,
    volume,
  };
};
