import type { EmbedStation } from '#contract/api/embed.ts';
import type { NowPlaying } from '#contract/api/live.ts';
import { createFeed } from './feed.ts';
import { createTitles } from './titles.ts';

type Needs = {
  /** The URL below which stations say what they play. */
  base: string;
  station(): EmbedStation;
  isPlaying(): boolean;
  isSeen(): boolean;
  /** In how many ms the station's sound of now will be heard, where the server's clock is so many ms ahead of this one. */
  heardInMs(serverAheadMs: number | undefined): number;
  /** What plays as the listener hears it; undefined while it is unknown. */
  heard(playing: NowPlaying | undefined): void;
};

/** What the chosen station plays, at the moment its sound is heard; the server is only asked while the player plays or is seen. */
export const followNowPlaying = ({ base, station, isPlaying, isSeen, heardInMs, heard }: Needs) => {
  /** By mount, so that a station that is chosen again has its title at once. */
  const latest = new Map<string, NowPlaying>();
  /** HLS needs it to know how old its sound is. */
  let serverAheadMs: number | undefined;
  const titles = createTitles(() => heardInMs(serverAheadMs), heard);
  const feed = createFeed({
    ...{ base, isPlaying },
    mounts: () => (isPlaying() || isSeen() ? [station().mount] : []),
    hear(playing) {
      // Of all that came, the one that came fastest says most about the clocks.
      const aheadMs = Date.parse(playing.now) - Date.now();
      serverAheadMs = Math.max(serverAheadMs ?? aheadMs, aheadMs);
      latest.set(playing.mount, playing);
      titles.hear(playing);
    },
  });
  return {
    /** It began or ended to play, or to be seen. */
    update: feed.update,
    /** Nothing is heard any more: what the station plays now is shown at once. */
    flush: titles.flush,
    /** Another station was chosen. */
    chosen(): void {
      titles.reset(latest.get(station().mount));
      feed.update();
    },
    end: feed.end,
  };
};
