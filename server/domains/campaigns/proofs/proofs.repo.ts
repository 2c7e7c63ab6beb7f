import { sql, type Insertable, type Selectable } from 'kysely';
import type { CampaignKey } from '#contract/rules/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';
import type { TimeRange } from '#server/platform/period.ts';
import type { AdProofsTable } from '../campaigns.tables.ts';

export type ProofRow = Selectable<AdProofsTable> & { station_name: string | null };

const mostListed = 500;

/** The recordings of a campaign, latest first. */
export const findProofs = async (db: Db, campaign: CampaignKey, { start, end }: TimeRange): Promise<ProofRow[]> =>
  await db
    .selectFrom('ad_proofs as p')
    .leftJoin('stations as s', 's.key', 'p.station_key')
    .selectAll('p')
    .select('s.name as station_name')
    .where('p.campaign_key', '=', campaign)
    .where('p.at', '>=', new Date(start))
    .where('p.at', '<', new Date(end))
    .orderBy('p.at', 'desc')
    .limit(mostListed)
    .execute();

export const findProof = async (
  db: Db,
  campaign: CampaignKey,
  id: string,
): Promise<Selectable<AdProofsTable> | undefined> =>
  await db
    .selectFrom('ad_proofs')
    .selectAll()
    .where('campaign_key', '=', campaign)
    .where('id', '=', id)
    .executeTakeFirst();

/** Whether it was stored: of a campaign and day there is only one, and none of a campaign or station that is gone. */
export const insertProof = async (db: Db, row: Insertable<AdProofsTable>): Promise<boolean> => {
  const { rows } =
    await sql`insert into ad_proofs (id, campaign_key, station_key, creative_id, day, at, codec, length_ms,
      from_ms, to_ms, path, bytes, sha256, signature)
    select ${row.id}, c.key, s.key, ${row.creative_id}, ${row.day}::date, ${row.at}, ${row.codec}, ${row.length_ms},
      ${row.from_ms}, ${row.to_ms}, ${row.path}, ${row.bytes}, ${row.sha256}, ${row.signature}
    from campaigns c join stations s on s.key = ${row.station_key} where c.key = ${row.campaign_key}
    on conflict do nothing returning id`.execute(db);
  return rows.length > 0;
};

/** Some recordings that are no longer kept: of deleted campaigns, older ones, and beyond so many bytes in all the oldest. */
export const proofsToRemove = async (
  db: Db,
  { before, mostBytes }: { before: Date; mostBytes: number },
): Promise<{ id: string; path: string }[]> =>
  (
    await sql<{ id: string; path: string }>`select id, path from (
        select id, path, campaign_key, at, sum(bytes) over (order by at desc, id) as total from ad_proofs) p
      where campaign_key is null or at < ${before} or total > ${mostBytes} limit 500`.execute(db)
  ).rows;

export const deleteProof = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('ad_proofs').where('id', '=', id).execute();
};
