import type { StationState } from '#contract/engine.ts';
import type { AlertKind, MonitoringSettings } from '#contract/station-profile.ts';
import type { Heard } from './heard.ts';

/** Times in ms since the epoch. */
type Fact = { isFault: boolean; since: number };

/** What of an open alert decides what happens to it. */
export type OpenAlert = { id: string; began: Date; recovering: Date | null; count: number };

export type Step =
  | { step: 'open'; began: Date }
  | { step: 'recover'; since: Date }
  | { step: 'falter'; again: boolean }
  | { step: 'close' }
  | { step: 'stop' };

/** How long all must be well before an alert is over, ms. */
export const steadyMs = 60_000;

type Case = {
  kind: AlertKind;
  heard: Heard;
  settings: MonitoringSettings;
  alert: OpenAlert | undefined;
  now: Date;
};

/**
 * What is to be done about one kind of alert of one station now; nothing where the engine doesn't tell. An alert opens
 * once its fault has lasted the set time; it closes after a steady minute, one that came back after as long as alerts
 * count as one, so that what comes and goes is told twice at most.
 */
export const judge = ({ kind, heard, settings, alert, now }: Case): Step | undefined => {
  const isWatched = settings.link && settings.kinds.includes(kind);
  if (!isWatched || heard.state?.status === 'inactive') return alert && { step: 'stop' };
  const fact = factOf[kind](heard, settings);
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

/** Nothing of its own is heard: the engine puts silence in, or nobody is listened to any more. */
const isEmpty = ({ source }: StationState): boolean => source === 'silence' || source === 'none';

const factOf: Record<AlertKind, (heard: Heard, settings: MonitoringSettings) => Fact | undefined> = {
  offline: ({ state, lostSince }) => {
    if (lostSince !== undefined) return { isFault: true, since: lostSince };
    if (state?.source_since === undefined) return undefined;
    return { isFault: isEmpty(state), since: state.source_since };
  },
  // Where nothing plays, being offline says it already.
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
