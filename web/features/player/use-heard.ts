import { useEffect, useState } from 'react';
import { player } from './shared/player.ts';

type Playing = { title: string; artwork: string | null };

/** The title when it is heard: listeners hear a stream some seconds after it was sent, but its titles come at once. */
export const useHeard = ({ title, artwork }: Playing): Playing => {
  const [heard, setHeard] = useState({ title, artwork });
  useEffect(() => {
    const timer = setTimeout(() => setHeard({ title, artwork }), player.heardInMs());
    return () => clearTimeout(timer);
  }, [title, artwork]);
  return heard;
};
