import type { StationState } from '#contract/engine/engine.ts';
import type { AlertKind, MonitoringSettings } from '#contract/api/station-profile.ts';
import type { KnownState } from './known-states.ts';

/** Times in ms since the epoch. */
type Fact = { isFault: boolean; since: number };

/** The fields of an open alert that determine the next step. */
export type OpenAlert = { id: string; began: Date; recovering: Date | null; count: number };

export type Step =
  | { step: 'open'; began: Date }
  | { step: 'recover'; since: Date }
  | { step: 'falter'; again: boolean }
  | { step: 'close' }
  | { step: 'stop' };

/** How long a fault must be gone before its alert closes, in ms. */
export const steadyMs = 60_000;

type Case = {
  kind: AlertKind;
  known: KnownState;
  settings: MonitoringSettings;
  alert: OpenAlert | undefined;
  now: Date;
};

/**
 * The next step for one kind of alert of one station; none if the engine's state is unknown. An alert opens once its
 * fault has lasted the configured time, and closes after a steady minute, or after `repeat_minutes` if the fault came
 * back, so that an intermittent fault causes at most two notifications.
 */
export const decideStep = ({ kind, known, settings, alert, now }: Case): Step | undefined => {
  const isWatched = settings.link && settings.kinds.includes(kind);
  if (!isWatched || known.state?.status === 'inactive') return alert && { step: 'stop' };
  const fact = factOf[kind](known, settings);
  if (!fact) return undefined;
  if (!alert) return fact.isFault && hasLasted(fact, settings, now) ? { step: 'open', began: at(fact) } : undefined;
  if (fact.isFault) return alert.recovering === null ? undefined : falter(fact, alert.recovering);
  if (alert.recovering === null) return { step: 'recover', since: at(fact, alert.began) };
  const hold = alert.count > 1 ? Math.max(steadyMs, settings.repeat_minutes * 60_000) : steadyMs;
  return now.getTime() - alert.recovering.getTime() >= hold ? { step: 'close' } : undefined;
};

const falter = (fact: Fact, recovering: Date): Step => ({
  step: 'falter',
  again: fact.since - recovering.getTime() >= steadyMs,
});

const hasLasted = (fact: Fact, settings: MonitoringSettings, now: Date): boolean =>
  now.getTime() - fact.since >= settings.duration * 1000;

const at = (fact: Fact, notBefore?: Date): Date => new Date(Math.max(fact.since, notBefore?.getTime() ?? 0));

/** Whether nothing is playing: the engine inserts silence, or there is no source. */
const isEmpty = ({ source }: StationState): boolean => source === 'silence' || source === 'none';

const factOf: Record<AlertKind, (known: KnownState, settings: MonitoringSettings) => Fact | undefined> = {
  offline: ({ state, lostSince }) => {
    if (lostSince !== undefined) return { isFault: true, since: lostSince };
    if (state?.source_since === undefined) return undefined;
    return { isFault: isEmpty(state), since: state.source_since };
  },
  // If nothing is playing, the offline alert already covers it.
  dead_air: ({ state }, settings) => {
    if (!state || (isEmpty(state) && settings.kinds.includes('offline'))) return undefined;
    if (typeof state.dead_air === 'number') return { isFault: true, since: state.dead_air };
    return typeof state.sound_since === 'number' ? { isFault: false, since: state.sound_since } : undefined;
  },
  encoder: ({ state }) => {
    if (!state) return undefined;
    if (state.source === 'live') return { isFault: false, since: state.source_since ?? 0 };
    return typeof state.encoder_lost === 'number' ? { isFault: true, since: state.encoder_lost } : undefined;
  },
  files: ({ state }) => state?.unreadable && { isFault: state.unreadable.count > 0, since: state.unreadable.since },
};
