import type { PlayerKey, StationKey } from '#contract/rules/keys.ts';
import { longestCountMs, type PlayerEvent } from '#contract/rules/player-counts.ts';
import { stepMs } from '#server/domains/analytics/players/player-stats.service.ts';

/** What happened with a player; `refused`: a browser did not show it, as its owner does not allow the website. */
export type PlayerCount = {
  embed: PlayerKey;
  /** '' of episodes. */
  station: StationKey | '';
  /** '' if unknown. */
  site: string;
  country: string;
  event: PlayerEvent | 'refused';
  ms: number;
};

/** A row of `player_counts`; `at` in seconds. */
export type CountRow = Omit<PlayerCount, 'ms'> & { at: number; step: number; n: number; ms: number };

const quarterS = 900;

/** The row to which an event at a time (ms) is added. */
export const countRow = ({ ms, ...count }: PlayerCount, now: number): CountRow => {
  const lasted = Math.min(longestCountMs, Math.max(0, Math.round(ms)));
  const step = count.event === 'start' ? Math.round(lasted / stepMs) : 0;
  return { ...count, at: Math.floor(now / 1000 / quarterS) * quarterS, step, n: 1, ms: lasted };
};

/** Adds rows of the same player, website, station, event, country and quarter hour. */
export const addRows = (rows: Map<string, CountRow>, added: Iterable<CountRow>): void => {
  for (const row of added) {
    const key = [row.embed, row.at, row.site, row.station, row.event, row.country, row.step].join(' ');
    const known = rows.get(key);
    if (known) Object.assign(known, { n: known.n + row.n, ms: known.ms + row.ms });
    else rows.set(key, { ...row });
  }
};
