import { sql } from 'kysely';
import type { EpisodeKey } from '#contract/rules/keys.ts';
import type { PinnedSpot } from '#server/domains/podcasts/delivery/arranged.service.ts';
import { prepared } from '#server/kernel/db/prepared.ts';
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

/** What decides about the spots of a listener who has no promise. */
export type History = {
  /** The spots that they were promised since a time. */
  heard: { campaign: string; at: number }[];
  /** Whether they have begun the episode without any since then. */
  hasBegun: boolean;
};

/**
 * The arrangement that a listener gets of an episode. With `forNew` also the history since a time of one who has none of this
 * audio, in the same statement: they wait for their first byte.
 */
export const findPin = async (
  db: Db | Tx,
  of: Of,
  forNew?: { audioHash: string; since: Date },
): Promise<{ pin: StoredArrangement | undefined; history: History | null }> => {
  const history = forNew
    ? sql`case when a.audio_hash is distinct from ${forNew.audioHash} then ${historyOf(of, forNew.since)} end`
    : sql`null`;
  const name = prepared(forNew ? 'pin-for-new' : 'pin');
  const { rows } = await sql<
    StoredArrangement & { history: History | null }
  >`${name} select ${columns(of)}, ${history} as history
    from (select) one left join (ad_pins own join ad_arrangements a on a.id = own.arrangement)
      on own.listener = ${of.listener} and own.episode_key = ${of.episode}`.execute(db);
  const { history: found, ...pin } = rows[0]!;
  return { pin: (pin.id as string | null) === null ? undefined : pin, history: found };
};

const historyOf = ({ listener, episode }: Of, since: Date) => sql`jsonb_build_object(
  'heard', (select coalesce(jsonb_agg(jsonb_build_object('campaign', s.campaign_key,
      'at', extract(epoch from p.made) * 1000)), '[]')
    from ad_pins p join ad_pin_spots s using (listener, episode_key)
    where p.listener = ${listener} and p.made > ${since}),
  'hasBegun', exists (select from podcast_listens l
    where l.episode_key = ${episode} and l.listener = ${listener} and l.began > ${since}))`;

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

export type NewPin = Of & {
  arrangement: Omit<StoredArrangement, 'pinned' | 'made' | 'used'>;
  spots: readonly PinnedSpot[];
};

/** Removes the promise of former audio of an episode. */
export const unpin = async (db: Db, { listener, episode, id }: Of & { id: string }): Promise<void> => {
  await sql`delete from ad_pins where listener = ${listener} and episode_key = ${episode} and arrangement = ${id}`.execute(
    db,
  );
};

export type Pinned = { isPinned: boolean; made: Date | null; used: Date | null };

/**
 * Promises an arrangement to a listener in one statement, and says when it was first made and last used by anyone (null while
 * another process is just making it). Not pinned if they have one already, or one of the leases has ended; with `unknownSince`
 * also if there is anything in their history since then.
 */
export const pin = async (
  db: Db,
  { listener, episode, arrangement, spots }: NewPin,
  now: Date,
  unknownSince?: Date,
): Promise<Pinned> => {
  const since = sql`${unknownSince?.toISOString()}::timestamptz`;
  const isNew = unknownSince
    ? sql`and not exists (select from ad_pins where listener = ${listener} and made > ${since}) and not exists (
        select from podcast_listens where episode_key = ${episode} and listener = ${listener} and began > ${since})`
    : sql``;
  const name = prepared(unknownSince ? 'promise-spots-to-new' : 'promise-spots');
  const leases = [...new Set(spots.map(({ lease }) => lease))];
  const creatives = [...new Set(spots.map(({ creative }) => creative))];
  const { id, audio_hash, breaks, size } = arrangement;
  // Written once: a date of the driver's costs more than the rest of a value.
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await sql<Pinned>`${name}
    with lent as (
      select id from ad_leases where id = any(${leases}::uuid[]) and closed_at is null and until > ${at}
      order by id for share),
    admitted as (select from lent having count(*) = ${leases.length} ${isNew}),
    arranged as (
      insert into ad_arrangements (id, episode_key, audio_hash, breaks, creatives, size, made, used)
      select ${id}, ${episode}, ${audio_hash}, ${JSON.stringify(breaks)}::jsonb, ${creatives}::uuid[], ${size}::bigint,
        ${at}, ${at} from admitted
      on conflict (id) do nothing returning made, used),
    pinned as (
      insert into ad_pins (listener, episode_key, arrangement, made)
      select ${listener}, ${episode}, ${id}, ${at} from admitted
      on conflict do nothing returning listener),
    promised as (
      insert into ad_pin_spots (listener, episode_key, slot, campaign_key, creative_id, lease_id, position, payout_micros)
      select pinned.listener, ${episode}, s.slot, s.campaign, s.creative, s.lease, s.position, s.payout
      from pinned, jsonb_to_recordset(${JSON.stringify(spots)}::jsonb) as s(
        slot smallint, campaign text, creative uuid, lease uuid, position text, payout bigint))
    select exists (select from pinned) as "isPinned", known.made, known.used
    from (select) one left join (
      select made, used from arranged union all select made, used from ad_arrangements where id = ${id}) known on true
    limit 1`.execute(db);
  return rows[0]!;
};

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
