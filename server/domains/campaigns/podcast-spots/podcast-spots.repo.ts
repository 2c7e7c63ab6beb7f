import { sql } from 'kysely';
import type { AccountKey, EpisodeKey, StationKey } from '#contract/keys.ts';
import type { EpisodeIndex } from '#server/engines/audio/port.ts';
import type { Db } from '#server/kernel/kernel.ts';

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

const atOnce = 200;

/** Episodes in which campaigns of `accounts` (null: any) may play, whose audio has no index yet; the latest first. */
export const episodesWithoutIndex = async (db: Db, accounts: readonly AccountKey[] | null): Promise<EpisodeKey[]> =>
  (
    await sql<{ key: EpisodeKey }>`
      select e.key from episodes e join podcasts p on p.key = e.podcast_key
        left join episode_indexes i on i.episode_key = e.key
      where e.audio is not null and e.audio_hash is not null and e.published and p.published
        and i.audio_hash is distinct from e.audio_hash
        and ${accounts === null ? sql`true` : sql`p.account_key = any(${accounts}::text[])`}
      order by e.publish_date desc nulls last, e.key limit ${atOnce}`.execute(db)
  ).rows.map(({ key }) => key);

export type EpisodeAudio = { file: string; hash: string; size: number };

export const audioOfEpisode = async (db: Db, key: EpisodeKey): Promise<EpisodeAudio | undefined> =>
  (
    await sql<EpisodeAudio>`select audio as file, audio_hash as hash, audio_size::float8 as size from episodes
      where key = ${key} and audio is not null and audio_hash is not null`.execute(db)
  ).rows[0];

/** Stores where the frames of an episode are, or that nothing can be inserted in it. */
export const saveIndex = async (
  db: Db,
  episode: EpisodeKey,
  audioHash: string,
  index: EpisodeIndex | undefined,
): Promise<void> => {
  await sql`insert into episode_indexes (episode_key, audio_hash, sample_rate, channels, frame_index)
    select key, ${audioHash}, ${index?.sampleRate ?? null}::int, ${index?.channels ?? null}::int,
      ${index ? JSON.stringify(index) : null}::jsonb
    from episodes where key = ${episode} and audio_hash = ${audioHash}
    on conflict (episode_key) do update set audio_hash = excluded.audio_hash, sample_rate = excluded.sample_rate,
      channels = excluded.channels, frame_index = excluded.frame_index`.execute(db);
};
