import type { PartStats, Slot, Stats, StatsReply } from '#contract/api/analytics.ts';
import { unknownValue, type AudienceFilter } from '#contract/api/audience-filter.ts';
import type { PlayEvent, SpotEvent } from '#contract/engine/engine.ts';
import { userAgents } from '#shared/agents/user-agent.ts';
import { mmdbGeo, packagedDatabases } from '#server/engines/geo/mmdb.ts';

/*
 * A naive reference implementation of the statistics: over whole sessions instead of slices, minute by minute and
 * quarter hour by quarter hour, by the definitions of docs/metrics.md alone. Tests compare the product's results with
 * it.
 */

export type Session = {
  station: string;
  from: number;
  /** For an open session: now. */
  to: number;
  isOpen: boolean;
  ip: string;
  user_agent: string;
  referer: string;
  output: 'stream' | 'relay' | 'hls';
};
export type Listening = { sessions: Session[]; plays: PlayEvent[]; spots: SpotEvent[]; now: number };
type Frequency = 'minute' | 'hour' | 'day';
type SecondsRange = { from: number; to: number };

const quarter = 900_000;
const geo = mmdbGeo(packagedDatabases());
const agents = userAgents();

/** Every quarter hour whose local date is one of these, by date. */
export const quartersOf = (zone: string, dates: readonly string[]): Map<string, number[]> => {
  const local = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  const found = new Map<string, number[]>(dates.map((date) => [date, []]));
  const begin = Date.parse(`${dates[0]}T00:00:00Z`) - 86_400_000;
  const end = Date.parse(`${dates.at(-1)}T00:00:00Z`) + 2 * 86_400_000;
  for (let at = begin; at < end; at += quarter) found.get(local.format(at))?.push(at);
  return found;
};

/** The buckets of these dates: each day's begin with its first quarter hour. */
export const bucketsOf = (zone: string, dates: readonly string[], frequency: Frequency): SecondsRange[] => {
  const step = { minute: 60_000, hour: 3_600_000, day: Infinity }[frequency];
  return [...quartersOf(zone, dates).values()].flatMap((quarters) => {
    const end = quarters.at(-1)! + quarter;
    const buckets: SecondsRange[] = [];
    for (let from = quarters[0]!; from < end; from += step) buckets.push({ from, to: Math.min(end, from + step) });
    return buckets;
  });
};

/** Whether any part of a session lies in a range. */
const touches = (session: Session, { from, to }: SecondsRange): boolean => session.from < to && session.to > from;
const overlap = (session: Session, { from, to }: SecondsRange): number =>
  Math.max(0, Math.min(session.to, to) - Math.max(session.from, from));
const isIn = (at: number, { from, to }: SecondsRange): boolean => at >= from && at < to;
/** A session that ends exactly where a range begins ended in the previous one. */
const endsIn = (session: Session, range: SecondsRange): boolean => !session.isOpen && isIn(session.to - 1, range);

export const partOf = (sessions: readonly Session[], spots: readonly SpotEvent[], range: SecondsRange): PartStats => {
  const matching = sessions.filter((session) => touches(session, range));
  const spotsInRange = spots.filter(({ at }) => isIn(at, range));
  return {
    connections: matching.length,
    uniques: new Set(matching.map(({ ip, user_agent }) => `${ip} ${user_agent}`)).size,
    listening_time: matching.reduce((sum, session) => sum + overlap(session, range), 0) / 1000,
    connected: matching.filter(({ from }) => isIn(from, range)).length,
    disconnected: matching.filter((session) => endsIn(session, range)).length,
    impressions: spotsInRange.filter(({ quartile }) => quartile === 0).length,
    thirdQuartile: spotsInRange.filter(({ quartile }) => quartile === 3).length,
  };
};

const peakOf = (sessions: readonly Session[], { from, to }: SecondsRange): number => {
  let peak = 0;
  for (let at = from; at < to; at += 60_000)
    peak = Math.max(peak, sessions.filter((session) => touches(session, { from: at, to: at + 60_000 })).length);
  return peak;
};

export const statsIn = ({ sessions, spots, now }: Listening, range: SecondsRange): Stats => {
  const stats = partOf(sessions, spots, range);
  const passed = Math.min(range.to, now) - range.from;
  const average = passed > 0 ? (stats.listening_time * 1000) / passed : 0;
  const heard = sessions.filter((session) => touches(session, range));
  return { ...stats, peak: peakOf(heard, range), average };
};

export const bucketStats = (listening: Listening, buckets: SecondsRange[]): Slot['stats'][] =>
  buckets.map((bucket) => statsIn(listening, bucket));

type SessionAttributes = Pick<Session, 'ip' | 'user_agent' | 'referer'> & { output: string };
type Values = Record<'country' | 'city' | 'device' | 'player' | 'system' | 'output' | 'referer', string>;

/** The audience values of a session. */
const valuesOf = async ({ ip, user_agent, referer, output }: SessionAttributes): Promise<Values> => {
  const { country, region, city } = await geo.locate(ip);
  const { device, player, os } = agents.identify(user_agent);
  const host = referer === '' ? '' : new URL(referer).hostname.replace(/^www\./, '');
  return { country, city: `${country}\t${region}\t${city}`, device, player, system: os, output, referer: host };
};

/** The listening of sessions and spots that have these values. */
export const filtered = async (listening: Listening, filter: Partial<Values>): Promise<Listening> => {
  const matches = async (one: SessionAttributes): Promise<boolean> => {
    const values = await valuesOf(one);
    return Object.entries(filter).every(([name, value]) => values[name as keyof Values] === value);
  };
  const matching = async <T extends SessionAttributes>(all: readonly T[]): Promise<T[]> => {
    const found = await Promise.all(all.map(async (one) => ((await matches(one)) ? [one] : [])));
    return found.flat();
  };
  return { ...listening, sessions: await matching(listening.sessions), spots: await matching(listening.spots) };
};

/** Filters by one dimension, by two, and by an unknown referer, each with the values it means. */
export const filterCases = (reply: StatsReply): (readonly [AudienceFilter, Partial<Values>])[] => {
  const [player, country] = [reply.player_stats.at(-1)!.player, reply.country_stats[0]!.iso];
  const { iso, region, city } = reply.city_stats[0]!;
  return [
    [{ player }, { player }],
    [
      { country: country || unknownValue, player },
      { country, player },
    ],
    [
      { city: [iso, region, city].join('|'), referer: unknownValue },
      { city: [iso, region, city].join('\t'), referer: '' },
    ],
  ];
};

/** By dimension and value; values without listening are left out. */
export const partsIn = async ({ sessions, spots }: Listening, range: SecondsRange) => {
  const ofSessions = await Promise.all(sessions.map(async (one) => ({ one, values: await valuesOf(one) })));
  const ofSpots = await Promise.all(spots.map(async (one) => ({ one, values: await valuesOf(one) })));
  const of = (dimension: keyof Values): Map<string, PartStats> => {
    const names = new Set(ofSessions.map(({ values }) => values[dimension]));
    const parts = [...names].map((name): [string, PartStats] => [
      name,
      partOf(
        ofSessions.filter(({ values }) => values[dimension] === name).map(({ one }) => one),
        ofSpots.filter(({ values }) => values[dimension] === name).map(({ one }) => one),
        range,
      ),
    ]);
    return new Map(parts.filter(([, { connections }]) => connections > 0));
  };
  return { of };
};

const minutes = [0, 1, 5, 15, 30, 60, 120, 240, Infinity];

export const lengthsIn = ({ sessions }: Listening, range: SecondsRange): StatsReply['session_lengths'] =>
  minutes.slice(0, -1).map((from, i) => {
    const to = minutes[i + 1]!;
    const isLong = (session: Session) =>
      session.to - session.from >= from * 60_000 && session.to - session.from < to * 60_000;
    return {
      from: from * 60,
      to: to === Infinity ? null : to * 60,
      sessions: sessions.filter((session) => endsIn(session, range) && isLong(session)).length,
    };
  });

/** By artist and title: plays, sessions that ended during them, sessions that heard any of them. */
export const leavingIn = (listening: Listening, range: SecondsRange): Map<string, [number, number, number]> => {
  const found = new Map<string, [number, number, number]>();
  for (const play of listening.plays) {
    const next = listening.plays
      .filter(({ station, at }) => station === play.station && at > play.at)
      .map(({ at }) => at);
    const on = { from: Math.max(play.at, range.from), to: Math.min(range.to, ...next) };
    if (on.from >= on.to) continue;
    const stationSessions = listening.sessions.filter(({ station }) => station === play.station);
    const name = `${play.artist} – ${play.title}`;
    const [plays, left, listeners] = found.get(name) ?? [0, 0, 0];
    found.set(name, [
      plays + 1,
      left + stationSessions.filter((session) => !session.isOpen && session.to > on.from && session.to <= on.to).length,
      listeners + stationSessions.filter((session) => touches(session, on)).length,
    ]);
  }
  return found;
};

/** The previous dates up to the same time of the running day, to the nearest quarter hour; whole once the period is over. */
export const partBefore = (
  zone: string,
  { dates, before, now }: { dates: readonly string[]; before: readonly string[]; now: number },
): SecondsRange | null => {
  const [days, daysBefore] = [bucketsOf(zone, dates, 'day'), bucketsOf(zone, before, 'day')];
  const from = daysBefore[0]!.from;
  if (now >= days.at(-1)!.to) return { from, to: daysBefore.at(-1)!.to };
  const running = days.findIndex((day) => day.from <= now && now < day.to);
  if (running === -1 || days.length > 31) return null;
  const sameTime = daysBefore[running]!.from + now - days[running]!.from;
  const to = Math.min(Math.round(sameTime / quarter) * quarter, daysBefore[running]!.to);
  return to > from ? { from, to } : null;
};
