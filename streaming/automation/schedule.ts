import type { AutoDjItem, StationDesired } from '#contract/engine/engine.ts';
import type { Media } from '#streaming/media/media.ts';
import { initialProgress, createTrackSelector, type Progress } from '#streaming/autodj/track-selector.ts';
import { addPlay, type Play } from '#streaming/autodj/separation.ts';

export type Schedule = {
  /** The next file by the same rules as the Auto DJ; undefined when there is none, or it could not be fetched in time. */
  next(): Promise<string | undefined>;
  /** The track of a recently returned file. */
  trackOf(path: string): AutoDjItem | undefined;
};

/** Remembered files: Liquidsoap requests one ahead of what it plays. */
const maxOffered = 20;
/** Liquidsoap waits 5 s for an answer. */
const fetchMs = 4000;

/** The station's schedule for its automation, track by track, with a progress separate from the Auto DJ's. */
export const createSchedule = (
  station: string,
  media: Pick<Media, 'obtain'>,
  desired: () => StationDesired['autodj'],
): Schedule => {
  const selector = createTrackSelector(`${station}:automation`);
  const offered = new Map<string, AutoDjItem>();
  let adopted: StationDesired['autodj'] | undefined;
  let progress: Progress = initialProgress;
  let plays: readonly Play[] = [];

  const adoptChanges = (): void => {
    const now = desired();
    if (now === adopted) return;
    adopted = now;
    selector.set(now);
    progress = selector.adjust(progress);
  };

  return {
    async next() {
      adoptChanges();
      const choice = selector.choose(progress, plays, Date.now());
      if (!choice) return undefined;
      progress = choice.after;
      plays = addPlay(plays, choice.item, Date.now(), selector.rules());
      const path = await media.obtain(choice.item, fetchMs);
      if (path === undefined) return undefined;
      offered.delete(path);
      offered.set(path, choice.item);
      const [oldest] = offered.keys();
      if (offered.size > maxOffered && oldest !== undefined) offered.delete(oldest);
      return path;
    },
    trackOf: (path) => offered.get(path),
  };
};
