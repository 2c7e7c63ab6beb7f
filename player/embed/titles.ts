import type { NowPlaying } from '#contract/api/live.ts';

/**
 * Shows what a station plays when it is heard: listeners hear a stream some seconds after it was sent, but its titles come at
 * once. `lagMs` is how long that is now, 0 while nothing is heard.
 */
export const createTitles = (lagMs: () => number, show: (playing: NowPlaying | undefined) => void) => {
  let latest: NowPlaying | undefined;
  let timers: ReturnType<typeof setTimeout>[] = [];

  const flush = (): void => {
    for (const timer of timers) clearTimeout(timer);
    timers = [];
    show(latest);
  };
  return {
    hear(playing: NowPlaying): void {
      const isChange = latest?.mount === playing.mount && !isSame(latest, playing);
      latest = playing;
      const lag = isChange ? lagMs() : 0;
      if (lag === 0 && timers.length === 0) return show(playing);
      timers.push(
        setTimeout(() => {
          timers.shift();
          show(playing);
        }, lag),
      );
    },
    /** Shows at once what plays now: nothing is heard any more. */
    flush,
    /** Of another station: what is known of it. */
    reset(playing: NowPlaying | undefined): void {
      latest = playing;
      flush();
    },
  };
};

const isSame = (one: NowPlaying, other: NowPlaying): boolean =>
  one.title === other.title &&
  one.started === other.started &&
  one.on_air === other.on_air &&
  one.live === other.live &&
  one.presenter?.name === other.presenter?.name;
