import { sql, type Kysely } from 'kysely';

/**
 * Requests for episodes that are not counted yet, the parts of an episode that each listener got, and deleted episodes.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  // A batch of one spool, with its number there; `verdicts` are its rows once they were judged.
  `create table podcast_request_batches (
    source text not null, batch bigint not null, requests jsonb not null, verdicts jsonb,
    taken timestamptz not null default now(), primary key (source, batch))`,
  `create index podcast_request_batches_taken on podcast_request_batches (taken, source, batch)`,

  // One listener's day with one episode: the bytes of the file `hash` that the listener got since `began`, and the
  // request that was counted as a download.
  `create table podcast_listens (
    episode_key text not null, listener text not null, began timestamptz not null, hash text not null,
    ranges jsonb not null, counted_by text, primary key (episode_key, listener))`,
  `create index podcast_listens_began on podcast_listens (began)`,

  // A deleted episode replies 410 permanently, however it was deleted.
  `create table deleted_episodes (key text collate "C" primary key, deleted timestamptz not null default now())`,
  `create function keep_deleted_episode() returns trigger language plpgsql as $$
    begin
      insert into deleted_episodes (key) values (old.key) on conflict do nothing;
      return old;
    end $$`,
  `create trigger episodes_deleted after delete on episodes for each row execute function keep_deleted_episode()`,
];
