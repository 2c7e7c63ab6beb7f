import type { AdReason } from '#contract/rules/ad-reasons.ts';
import type { EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import { dayMs } from '#contract/rules/time.ts';
import { offsetAt } from '#contract/rules/zone-clock.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { knownZone } from '#server/kernel/time-zone.ts';
import type { PlanCampaignRow } from '../plan/plan.repo.ts';
import { addReasons, type PodcastReason } from './reasons.repo.ts';

const saveEveryMs = 60_000;
const maxListeners = 20_000;

/** A listener of an episode and why campaigns did not play in it, once for each break in which one could have. */
export type Refused = {
  listener: string;
  episode: EpisodeKey;
  podcast: PodcastKey;
  reasons: readonly (readonly [campaign: PlanCampaignRow, reason: AdReason])[];
};

/** The day of a campaign's time zone. */
export const campaignDay = (timezone: string, at: number): string =>
  new Date(at + offsetAt(knownZone(timezone), at)).toISOString().slice(0, 10);

/**
 * Counts why campaigns do not play in episodes, and saves it each minute and at the end. A listener counts once a day for each
 * episode, however often they request its beginning. Unsaved counts are lost if the process is killed.
 */
export const reasonCounter = ({ db, clock, log }: Pick<Kernel, 'db' | 'clock' | 'log'>) => {
  const counts = new Map<string, PodcastReason>();
  const listeners = new Map<string, number>();
  let timer: ReturnType<typeof setInterval> | undefined;

  const isNew = (who: string, now: number): boolean => {
    const before = listeners.get(who);
    if (before !== undefined && now - before < dayMs) return false;
    if (listeners.size >= maxListeners) listeners.delete(listeners.keys().next().value!);
    listeners.set(who, now);
    return true;
  };
  const add = (one: PodcastReason): void => {
    const name = JSON.stringify([one.campaign, one.podcast, one.day, one.reason]);
    counts.set(name, { ...one, n: one.n + (counts.get(name)?.n ?? 0) });
  };
  const save = async (): Promise<void> => {
    const taken = [...counts.values()];
    counts.clear();
    await addReasons(db, taken).catch((error: unknown) => {
      taken.forEach(add);
      log.warn({ err: error }, 'could not save why spots were not played in podcasts; retrying');
    });
  };
  return {
    count: ({ listener, episode, podcast, reasons }: Refused): void => {
      const now = clock.now().getTime();
      if (reasons.length === 0 || !isNew(`${listener} ${episode}`, now)) return;
      for (const [{ key, timezone }, reason] of reasons)
        add({ campaign: key, podcast, day: campaignDay(timezone, now), reason, n: 1 });
    },
    start: (): void => void (timer ??= setInterval(() => void save(), saveEveryMs).unref()),
    save,
    stop: async (): Promise<void> => {
      clearInterval(timer);
      await save();
    },
  };
};
