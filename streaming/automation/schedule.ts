import type { AutoDjItem, StationDesired } from '#contract/engine.ts';
import { pathBelow } from '#streaming/autodj/path-below.ts';
import { atTheBeginning, createProgramme, type Progress } from '#streaming/autodj/programme.ts';
import { remember, type Play } from '#streaming/autodj/separation.ts';

export type Schedule = {
  /** The file that comes next, by the same rules as the Auto DJ; undefined where there is nothing. */
  next(): string | undefined;
  /** The track of a file that was given lately. */
  trackOf(path: string): AutoDjItem | undefined;
};

/** Files that are remembered: the software asks for one ahead of what it plays. */
const mostOffered = 20;

/** The station's schedule as the automation software is given it, track by track; it has a progress of its own. */
export function createSchedule(station: string, mediaDir: string, wanted: () => StationDesired['autodj']): Schedule {
  const programme = createProgramme(`${station}:automation`);
  const offered = new Map<string, AutoDjItem>();
  let taken: StationDesired['autodj'] | undefined;
  let progress: Progress = atTheBeginning;
  let plays: readonly Play[] = [];

  function follow(): void {
    const now = wanted();
    if (now === taken) return;
    taken = now;
    programme.set(now);
    progress = programme.settle(progress);
  }

  return {
    next() {
      follow();
      const choice = programme.choose(progress, plays, Date.now());
      if (!choice) return undefined;
      progress = choice.after;
      plays = remember(plays, choice.item, Date.now(), programme.rules);
      const path = pathBelow(mediaDir, choice.item.path);
      offered.delete(path);
      offered.set(path, choice.item);
      const [oldest] = offered.keys();
      if (offered.size > mostOffered && oldest !== undefined) offered.delete(oldest);
      return path;
    },
    trackOf: (path) => offered.get(path),
  };
}
