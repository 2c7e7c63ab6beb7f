import { setTimeout as pause } from 'node:timers/promises';
import type { Brand } from '#contract/rules/brand.ts';
import type { PodcastAdsSettings } from '#contract/api/portal.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { podcastAds } from '#server/platform/settings.ts';
import { compilePlan, type Plan } from '#shared/ads/plan.ts';
import { plannedCampaign, spotsOf } from '../plan/compile-plan.ts';
import { planCampaigns, renditionsOf, type PlanCampaignRow } from '../plan/plan.repo.ts';
import { storedPaces } from '../pacing/stored-paces.repo.ts';
import { planState } from './podcast-spots.repo.ts';

export type PodcastPlan = {
  rows: ReadonlyMap<string, PlanCampaignRow>;
  plan: Plan;
  settings: PodcastAdsSettings;
};

type Deps = Pick<Kernel, 'db' | 'clock' | 'log'> & { brand: Brand };

const lookEveryMs = 2000;
/** Campaigns begin, end and reach their goals without a change. */
const readAgainMs = 30_000;

/** The campaigns that may play in podcasts now: none unless the portal allows spots in podcasts. */
export const readPodcastPlan = async ({ db, clock, brand }: Omit<Deps, 'log'>): Promise<PodcastPlan> => {
  const settings = await podcastAds(db);
  const isOn = settings.enabled && brand.flags.advertising && brand.flags.podcastAds;
  const rows = isOn ? (await planCampaigns(db, clock.now(), 0)).filter(({ attempts }) => attempts.length > 0) : [];
  const creatives = new Set(rows.flatMap(({ attempts }) => attempts.map(({ creative }) => creative)));
  const spots = spotsOf(await renditionsOf(db, [...creatives]));
  const paces = rows.length === 0 ? new Map() : await storedPaces(db);
  const campaigns = rows.map((row) => plannedCampaign(row, paces));
  return {
    rows: new Map(rows.map((row) => [row.key, row])),
    plan: compilePlan({ revision: 0, spots: [...spots.values()], campaigns, stations: [] }),
    settings,
  };
};

/**
 * Keeps the plan of this process: looks every two seconds whether something has changed. While the database is away, the
 * last plan stays.
 */
export const keepPodcastPlan = (deps: Deps) => {
  const stopping = new AbortController();
  let current: PodcastPlan | undefined;
  let isPinned = false;
  let seen: { changes: number; at: number } | undefined;
  let running: Promise<void> | undefined;

  const look = async (): Promise<void> => {
    const state = await planState(deps.db);
    isPinned = state.isPinned;
    if (seen?.changes === state.changes && performance.now() - seen.at < readAgainMs) return;
    current = await readPodcastPlan(deps);
    seen = { changes: state.changes, at: performance.now() };
  };
  const run = async (): Promise<void> => {
    let failures = 0;
    while (!stopping.signal.aborted) {
      await look().then(
        () => (failures = 0),
        (error: unknown) => {
          if (failures++ === 0) deps.log.warn({ err: error }, 'could not read the spots of podcasts; retrying');
        },
      );
      await pause(lookEveryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  };
  return {
    start: () => void (running ??= run()),
    /** Reads the plan now. */
    look,
    stop: async (): Promise<void> => {
      stopping.abort();
      await running;
    },
    current: () => current,
    /** Whether a listener may get anything but the file: a campaign runs, or a listener was promised a spot. */
    isActive: (): boolean => isPinned || (current?.rows.size ?? 0) > 0,
    /** Something was promised in this process. */
    pinned: () => void (isPinned = true),
  };
};
