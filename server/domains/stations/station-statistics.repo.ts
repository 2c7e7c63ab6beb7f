import { sql } from 'kysely';
import type { StationKey } from '#contract/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';

/** The number of users with a role in a station, and how many of them are radio personalities. */
export const countTeam = async (db: Db, key: StationKey): Promise<{ people: number; djs: number }> => {
  const { rows } = await sql<{ people: string; djs: string }>`
    select count(*) as people, count(*) filter (where (users.dj_info ->> 'radio_personality')::boolean) as djs
    from station_members join users on users.id = station_members.user_id
    where station_members.station_key = ${key}`.execute(db);
  return { people: Number(rows[0]?.people ?? 0), djs: Number(rows[0]?.djs ?? 0) };
};
