import { sql } from 'kysely';
import type { AccountKey, EpisodeKey, StationKey } from '#contract/rules/keys.ts';
import type { EpisodeIndex } from '#server/engines/audio/port.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';

/** What decides which campaigns may play in an episode. */
export type EpisodeRow = {
  account: AccountKey;
  station: StationKey | null;
  timezone: string | null;
  language: string;
  /** What its station blocks. */
  blocked_categories: string[];
  blocked_advertisers: string[];
  index: EpisodeIndex | null;
};

/** An episode whose audio has this hash and is indexed; undefined before that. */
export const findEpisode = async (db: Db, episode: EpisodeKey, audioHash: string): Promise<EpisodeRow | undefined> =>
  (
    await sql<EpisodeRow>`
      select p.account_key as account, p.station_key as station, s.default_timezone as timezone, p.language,
        coalesce(r.blocked_categories, '{}') as blocked_categories,
        coalesce(r.blocked_advertisers, '{}') as blocked_advertisers, i.frame_index as index
      from episodes e join podcasts p on p.key = e.podcast_key
        join episode_indexes i on i.episode_key = e.key and i.audio_hash = ${audioHash}
        left join stations s on s.key = p.station_key left join audio_ads r on r.station_key = p.station_key
      where e.key = ${episode}`.execute(db)
  ).rows[0];

/** How many changes have needed a new plan, and whether listeners were promised anything. */
export const planState = async (db: Db): Promise<{ changes: number; isPinned: boolean }> => {
  // A sequence's first number is also its value before that.
  const { rows } = await sql<{ changes: number; isPinned: boolean }>`
    select (last_value + is_called::int)::float8 as changes, exists (select from ad_pins) as "isPinned"
    from ad_plan_changes`.execute(db);
  return rows[0] ?? { changes: 0, isPinned: false };
};

/** An episode whose frames are to be found, with the hash of its audio. */
export type UnindexedEpisode = { episode: EpisodeKey; audio: string };

const atOnce = 1000;

/** Episodes in which campaigns of `accounts` (null: any) may play, whose audio has no index yet; the latest first. */
export const episodesWithoutIndex = async (
  db: Db,
  accounts: readonly AccountKey[] | null,
): Promise<{ episodes: UnindexedEpisode[]; hasMore: boolean }> => {
  const { rows } = await sql<UnindexedEpisode>`
    select e.key as episode, e.audio_hash as audio from episodes e join podcasts p on p.key = e.podcast_key
      left join episode_indexes i on i.episode_key = e.key
    where e.audio is not null and e.audio_hash is not null and e.published and p.published
      and i.audio_hash is distinct from e.audio_hash
      and ${accounts === null ? sql`true` : sql`p.account_key = any(${accounts}::text[])`}
    order by e.publish_date desc nulls last, e.key limit ${atOnce}`.execute(db);
  return { episodes: rows, hasMore: rows.length === atOnce };
};

/** The audio of an episode; undefined if it is indexed already, or no longer the episode's. */
export const unindexedAudio = async (
  db: Db,
  { episode, audio }: UnindexedEpisode,
): Promise<{ file: string; size: number } | undefined> =>
  (
    await sql<{ file: string; size: number }>`select audio as file, audio_size::float8 as size from episodes
      where key = ${episode} and audio is not null and audio_hash = ${audio}
        and not exists (select from episode_indexes where episode_key = ${episode} and audio_hash = ${audio})`.execute(
      db,
    )
  ).rows[0];

/**
 * Stores where the frames of an episode are, or that nothing can be inserted in it. Returns whether no other episode of its
 * account has its format.
 */
export const saveIndex = async (
  db: Db | Tx,
  { episode, audio }: UnindexedEpisode,
  index: EpisodeIndex | undefined,
): Promise<boolean> => {
  const [rate, channels] = [index?.sampleRate ?? null, index?.channels ?? null];
  const { rows } = await sql<{ isNewFormat: boolean }>`
    insert into episode_indexes (episode_key, audio_hash, sample_rate, channels, frame_index)
    select key, ${audio}, ${rate}::int, ${channels}::int, ${index ? JSON.stringify(index) : null}::jsonb
    from episodes where key = ${episode} and audio_hash = ${audio}
    on conflict (episode_key) do update set audio_hash = excluded.audio_hash, sample_rate = excluded.sample_rate,
      channels = excluded.channels, frame_index = excluded.frame_index
    returning sample_rate is not null and not exists (
      select from episode_indexes i join episodes e on e.key = i.episode_key join podcasts p on p.key = e.podcast_key
      where i.sample_rate = ${rate}::int and i.channels = ${channels}::int and p.account_key = (
        select account_key from episodes own join podcasts on podcasts.key = own.podcast_key where own.key = ${episode})
    ) as "isNewFormat"`.execute(db);
  return rows[0]?.isNewFormat === true;
};
