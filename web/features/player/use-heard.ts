import { useEffect, useState } from 'react';
import { player } from './shared/player.ts';

/** `title` is the whole text as encoders send it; `artist` and `track` are '' while they are unknown. */
export type Heard = { title: string; artist: string; track: string; artwork: string | null };

/**
 * The title when it is heard: listeners hear a stream some seconds after it was sent, but its titles come at once. What
 * becomes known of a title that is heard is shown at once.
 */
export const useHeard = ({ title, artist, track, artwork }: Heard): Heard => {
  const [heard, setHeard] = useState({ title, artist, track, artwork });
  const isHeard = heard.title === title;
  useEffect(() => {
    const timer = setTimeout(() => setHeard({ title, artist, track, artwork }), isHeard ? 0 : player.heardInMs());
    return () => clearTimeout(timer);
  }, [title, artist, track, artwork, isHeard]);
  return heard;
};
