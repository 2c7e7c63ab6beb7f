import { sql } from 'kysely';
import type { EpisodeKey } from '#contract/keys.ts';
import type { PinnedSpot } from '#server/domains/podcasts/delivery/arranged.service.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { ArrangedBreak } from './layout.ts';

/** An arrangement as it is stored, and what was promised to the listener who has it. */
export type StoredArrangement = {
  id: string;
  audio_hash: string;
  breaks: ArrangedBreak[];
  size: number;
  made: Date;
  used: Date;
  pinned: PinnedSpot[];
};

type Of = { listener: string; episode: EpisodeKey };

const promised = ({ listener, episode }: Of) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('slot', s.slot, 'campaign', s.campaign_key, 'creative', s.creative_id,
    'lease', s.lease_id, 'position', s.position, 'payout', s.payout_micros) order by s.slot), '[]')
  from ad_pin_spots s join ad_pins p using (listener, episode_key)
  where s.listener = ${listener} and s.episode_key = ${episode} and p.arrangement = a.id)`;

const columns = (of: Of) =>
  sql`a.id, a.audio_hash, a.breaks, a.size::float8 as size, a.made, a.used, ${promised(of)} as pinned`;

/** The arrangement that a listener gets of an episode. */
export const findPin = async (db: Db | Tx, of: Of): Promise<StoredArrangement | undefined> =>
  (
    await sql<StoredArrangement>`select ${columns(of)} from ad_pins own join ad_arrangements a on a.id = own.arrangement
      where own.listener = ${of.listener} and own.episode_key = ${of.episode}`.execute(db)
  ).rows[0];

/** An arrangement that a listener began after `since`, by its ID. */
export const findArrangement = async (
  db: Db,
  of: Of & { id: string; since: Date },
): Promise<StoredArrangement | undefined> =>
  (
    await sql<StoredArrangement>`select ${columns(of)} from ad_arrangements a
      where a.id = ${of.id} and a.episode_key = ${of.episode} and a.used > ${of.since}`.execute(db)
  ).rows[0];

/** Keeps an arrangement that is still asked for. */
export const markUsed = async (db: Db, id: string, now: Date): Promise<void> => {
  await db.updateTable('ad_arrangements').set({ used: now }).where('id', '=', id).execute();
};

/** The spots that a listener was promised since a time, and whether they then began the episode without any. */
export const historyOf = async (
  db: Db,
  { listener, episode }: Of,
  since: Date,
): Promise<{ heard: { campaign: string; at: number }[]; hasBegun: boolean }> => {
  const { rows } = await sql<{ heard: { campaign: string; at: number }[]; hasBegun: boolean }>`
    select (select coalesce(jsonb_agg(jsonb_build_object('campaign', s.campaign_key,
        'at', extract(epoch from p.made) * 1000)), '[]')
      from ad_pins p join ad_pin_spots s using (listener, episode_key)
      where p.listener = ${listener} and p.made > ${since}) as heard,
    exists (select from podcast_listens l
      where l.episode_key = ${episode} and l.listener = ${listener} and l.began > ${since}) as "hasBegun"`.execute(db);
  return rows[0] ?? { heard: [], hasBegun: false };
};

export type NewPin = Of & {
  arrangement: Omit<StoredArrangement, 'pinned' | 'made' | 'used'>;
  spots: readonly PinnedSpot[];
};

/**
 * Promises an arrangement to a listener, and returns when it was first made for anyone. Undefined if they have one already,
 * or one of the leases has ended. A promise for former audio of the episode is replaced.
 */
export const pin = async (
  db: Db,
  { listener, episode, arrangement, spots }: NewPin,
  now: Date,
): Promise<Date | undefined> =>
  await db.transaction().execute(async (tx) => {
    const leases = [...new Set(spots.map(({ lease }) => lease))];
    const { rows } = await sql`select id from ad_leases where id = any(${leases}::uuid[])
      and closed_at is null and until > ${now} order by id for share`.execute(tx);
    if (rows.length < leases.length) return undefined;
    await sql`delete from ad_pins p using ad_arrangements a where a.id = p.arrangement
      and p.listener = ${listener} and p.episode_key = ${episode} and a.audio_hash <> ${arrangement.audio_hash}`.execute(
      tx,
    );
    const creatives = [...new Set(spots.map(({ creative }) => creative))];
    const { rows: arranged } = await sql<{
      made: Date;
    }>`insert into ad_arrangements (id, episode_key, audio_hash, breaks, creatives, size, made, used)
      values (${arrangement.id}, ${episode}, ${arrangement.audio_hash}, ${JSON.stringify(arrangement.breaks)},
        ${creatives}::uuid[], ${arrangement.size}, ${now}, ${now})
      on conflict (id) do update set used = greatest(ad_arrangements.used, excluded.used)
      returning made`.execute(tx);
    const made = await tx
      .insertInto('ad_pins')
      .values({ listener, episode_key: episode, arrangement: arrangement.id, made: now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if ((made.numInsertedOrUpdatedRows ?? 0n) === 0n) return undefined;
    await tx
      .insertInto('ad_pin_spots')
      .values(
        spots.map(({ slot, campaign, creative, lease, position, payout }) => ({
          ...{ listener, episode_key: episode, slot, campaign_key: campaign, creative_id: creative },
          ...{ lease_id: lease, position, payout_micros: payout },
        })),
      )
      .execute();
    return arranged[0]!.made;
  });

const atOnce = 5000;

/** Removes promises made before a time, and arrangements that nobody has used since. */
export const sweepPins = async (db: Db, before: Date): Promise<void> => {
  for (;;) {
    const { numAffectedRows } = await sql`delete from ad_pins where (listener, episode_key) in (
      select listener, episode_key from ad_pins where made < ${before} limit ${atOnce})`.execute(db);
    if (Number(numAffectedRows ?? 0) < atOnce) break;
  }
  await sql`delete from ad_arrangements a where used < ${before}
    and not exists (select from ad_pins p where p.arrangement = a.id)`.execute(db);
};
