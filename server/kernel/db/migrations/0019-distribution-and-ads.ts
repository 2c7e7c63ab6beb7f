import { sql, type Kysely } from 'kysely';

/** Where podcasts were submitted and are listed, and their ad settings. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  // `checked` is the time of the last check, `seen` when the listing was last found to be this podcast.
  `create table distribution (
    podcast_key text collate "C" not null references podcasts on delete cascade, platform text not null,
    state text not null, url text not null default '', finding text not null default '',
    checked timestamptz, seen timestamptz, updated timestamptz not null default now(),
    primary key (podcast_key, platform))`,
  `create index distribution_due on distribution (checked) where state <> 'not_submitted'`,
  `create table podcast_ads (
    podcast_key text collate "C" primary key references podcasts on delete cascade,
    enabled boolean not null, pre_roll int not null, mid_roll int not null, post_roll int not null,
    mid_rule text not null, interval_minutes int not null, updated timestamptz not null default now())`,
  `create table episode_ads (
    episode_key text collate "C" primary key references episodes on delete cascade,
    opt_out boolean not null, own jsonb, updated timestamptz not null default now())`,
];
