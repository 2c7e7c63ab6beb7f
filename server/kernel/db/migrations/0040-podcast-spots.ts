import { sql, type Kysely } from 'kysely';

/** Spots in podcasts: where the frames of episodes are, which spots a listener gets in an episode, and what was counted. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  `alter table podcast_request_batches add impressions jsonb not null default '[]'`,

  // Null where nothing can be inserted in this audio. Bytes fit 32 bits, as uploads are smaller.
  `create table episode_indexes (
    episode_key text primary key references episodes on delete cascade, audio_hash text not null,
    sample_rate int, channels int, frame_index jsonb)`,
  'create index episode_indexes_format on episode_indexes (sample_rate, channels) where sample_rate is not null',

  `create table ad_arrangements (
    id text primary key, episode_key text not null references episodes on delete cascade, audio_hash text not null,
    breaks jsonb not null, creatives uuid[] not null, size bigint not null,
    made timestamptz not null, used timestamptz not null)`,
  'create index ad_arrangements_used on ad_arrangements (used)',
  'create index ad_arrangements_episode on ad_arrangements (episode_key)',
  'create index ad_arrangements_creatives on ad_arrangements using gin (creatives)',

  `create table ad_pins (
    listener text not null, episode_key text not null references episodes on delete cascade,
    arrangement text not null references ad_arrangements on delete cascade, made timestamptz not null,
    primary key (listener, episode_key))`,
  'create index ad_pins_made on ad_pins (made)',
  'create index ad_pins_episode on ad_pins (episode_key)',
  'create index ad_pins_arrangement on ad_pins (arrangement)',

  `create table ad_pin_spots (
    listener text not null, episode_key text not null, slot smallint not null,
    campaign_key text not null references campaigns on delete cascade, creative_id uuid not null,
    lease_id uuid not null, position text not null, payout_micros bigint not null, counted_at timestamptz,
    primary key (listener, episode_key, slot),
    foreign key (listener, episode_key) references ad_pins on delete cascade)`,
  'create index ad_pin_spots_lease on ad_pin_spots (lease_id) where counted_at is null',
  'create index ad_pin_spots_campaign on ad_pin_spots (campaign_key)',

  // Those of podcasts are many and stay open for a day after their end.
  `create index ad_leases_podcasts on ad_leases (campaign_key) where closed_at is null and process = 'podcasts'`,
];
