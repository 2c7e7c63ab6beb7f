import { defaultBreakRules, type BreakRules } from '#contract/rules/break-rules.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import type { DayPartHours } from '#contract/rules/week.ts';
import { knownZone } from '#server/kernel/time-zone.ts';
import type { PlanStationRow } from '../plan/plan.repo.ts';
import type { Listening } from './stream-supply.ts';
import type { StationBuild } from './supply-build.ts';

/** Stations whose listening can be added up, because campaigns and rules can't tell them apart. */
export type StationGroup = {
  timezone: string;
  quiet: readonly DayPartHours[];
  category: number;
  /** The station, where rules name stations. */
  station: StationKey | null;
  /** The campaigns that it admits. */
  campaigns: ReadonlySet<string>;
  /** How many spots a break, and the beginning of a stream, has room for. */
  room: { mid: number; pre: number };
  stations: GroupedStation[];
  listening: Listening;
};
export type GroupedStation = {
  key: StationKey;
  build: StationBuild;
  /** Breaks in an hour of listening, and spots places as a stream begins. */
  perHour: number;
  perConnect: number;
};

type Distinctions = {
  /** Whether any rule names stations, or their categories. */
  byStation: boolean;
  byCategory: boolean;
  admits: (station: PlanStationRow) => Iterable<string>;
};

/** Groups the stations; those that were never built have no supply. */
export const stationGroups = (
  stations: readonly PlanStationRow[],
  builds: readonly StationBuild[],
  { byStation, byCategory, admits }: Distinctions,
): StationGroup[] => {
  const built = new Map(builds.map((build) => [build.station_key, build]));
  const groups = new Map<string, StationGroup>();
  for (const row of stations) {
    const build = built.get(row.key);
    if (!build) continue;
    const rules = { ...defaultBreakRules, ...row.rules?.breaks };
    const alike = {
      ...{ timezone: knownZone(row.timezone), quiet: rules.quiet, room: roomOf(rules) },
      category: byCategory ? row.category : 0,
      station: byStation ? row.key : null,
      campaigns: [...admits(row)].sort(),
    };
    const id = JSON.stringify(alike);
    const group = groups.get(id) ?? { ...alike, campaigns: new Set(alike.campaigns), ...nobody() };
    groups.set(id, group);
    group.stations.push({ key: row.key, build, ...occasionsOf(rules, build) });
  }
  return [...groups.values()].map((group) => ({ ...group, listening: listeningOf(group.stations) }));
};

const nobody = () => ({ stations: [], listening: { lengths: [], perHour: 0, perConnect: 0 } });

/** How listeners of several stations listen. */
const listeningOf = (stations: readonly GroupedStation[]): Listening => {
  const sum = (value: (one: GroupedStation) => number): number => stations.reduce((all, one) => all + value(one), 0);
  return {
    lengths: stations.flatMap(({ build }) => build.lengths),
    perHour: sum(({ perHour }) => perHour) / stations.length,
    perConnect: sum(({ perConnect }) => perConnect) / stations.length,
  };
};

/** How many listener hours of breaks as they were count as much as the break rules. */
const guessed = 20;

/** Occasions of a listener: by the breaks that were made or, before there were any, by the rules. */
const occasionsOf = (rules: BreakRules, { break_rate, weeks, lengths }: StationBuild) => {
  const perHour = breaksAnHour(rules);
  const heard = lengths.reduce((sum, { n, hours }) => sum + n * hours, 0) / weeks;
  const measured = break_rate === null ? perHour : (break_rate * heard + perHour * guessed) / (heard + guessed);
  return { perHour: measured, perConnect: rules.preRoll.enabled ? 1 : 0 };
};

/** The breaks in an hour for which the rules leave room; a title of the encoder is expected twice. */
export const breaksAnHour = ({ autodj, clock, cue }: BreakRules): number =>
  (autodj.enabled ? autodj.perHour : 0) + (clock.enabled ? clock.minutes.length : 0) || (cue.enabled ? 2 : 0);

const spotsIn = (seconds: number): number => Math.max(1, Math.floor(seconds / limits.adAudioMaxS));

/** How many spots of full length fit. */
const roomOf = ({ autodj, clock, cue, preRoll }: BreakRules): StationGroup['room'] => {
  const lengths = [
    ...(autodj.enabled ? [autodj.maxSeconds] : []),
    ...(clock.enabled ? [clock.seconds] : []),
    ...(cue.enabled ? [cue.maxSeconds] : []),
  ];
  return { mid: spotsIn(Math.max(0, ...lengths)), pre: spotsIn(preRoll.maxSeconds) };
};
