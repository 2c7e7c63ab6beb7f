import type { PublicState } from './api.ts';
import type { Shown } from './face.ts';

/** What the website around a player of stations may see of it. */
export const publicState = ({ station, playing, volume, state, isBlocked }: Shown): PublicState => {
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
