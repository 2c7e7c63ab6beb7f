import { sql, type Kysely } from 'kysely';

/** Why spots of campaigns were not played in podcasts, by day of the campaign's time zone. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  `create table podcast_ad_reasons (
    campaign_key text not null references campaigns on delete cascade,
    podcast_key text not null references podcasts on delete cascade,
    day date not null, reason text not null, n bigint not null,
    primary key (campaign_key, day, podcast_key, reason))`,
  'create index podcast_ad_reasons_podcast on podcast_ad_reasons (podcast_key)',
];
