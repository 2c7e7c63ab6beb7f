import type { ClickHouseClient } from '@clickhouse/client';
import type { StationKey } from '#contract/rules/keys.ts';
import type { LoggedPlay } from '#contract/api/playout-rules.ts';
import { personOf, playReason, requestOf } from '#contract/api/play-reason.ts';
import { playsOf, type PlaysQuery } from '#server/domains/analytics/broadcasts.service.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { namesOf, requestNamesOf } from './air.repo.ts';
import { playlistNames } from './playlists.repo.ts';

/** A station's play history, latest first, with the reason for each play. */
export const getPlayLog = async (
  deps: Pick<Kernel, 'db' | 'log' | 'clock'> & { clickhouse: ClickHouseClient },
  key: StationKey,
  query: PlaysQuery,
): Promise<{ plays: LoggedPlay[]; total: number }> => {
  const [{ plays, total }, playlists] = await Promise.all([playsOf(deps, key, query), playlistNames(deps.db, key)]);
  const [people, listeners] = await Promise.all([
    namesOf(deps.db, [...new Set(plays.flatMap(({ why }) => personOf(why) ?? []))]),
    requestNamesOf(deps.db, key, [...new Set(plays.flatMap(({ why }) => requestOf(why) ?? []))]),
  ]);
  const names = new Map([...people, ...listeners, ...playlists]);
  return { plays: plays.map((play) => ({ ...play, reason: playReason(play, names) })), total };
};
