import { sql, type Kysely } from 'kysely';

/** The edits of episode audio, orphaned files, and resumable uploads for podcasts. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  // `audio_tags` is the data written into the file's tags, `wanted_edit` the edit that is being rendered.
  `alter table episodes
    add column original_channels int not null default 2,
    add column audio_tags text not null default '',
    add column wanted_edit jsonb`,
  `alter table episode_tasks
    add column original text, add column original_kind text not null default '',
    add column original_size bigint not null default 0, add column edit jsonb,
    add column updated timestamptz not null default now()`,
  `create index episode_tasks_episode on episode_tasks (episode_key) where status = 'PROCESSING'`,

  // Files in storage that nothing references, or not yet: removed after their grace period.
  `create table loose_files (file text primary key, remove_after timestamptz not null)`,
  `create index loose_files_remove_after on loose_files (remove_after)`,
  `create function episode_gone() returns trigger language plpgsql as $$
    begin
      insert into loose_files (file, remove_after)
        select file, now() from unnest(array[old.original, old.audio, old.peaks, old.transcript,
          'podcast-images/' || old.image || '.jpg', 'podcast-images/' || old.image || '.webp']) as file
        where file is not null
        on conflict (file) do update set remove_after = excluded.remove_after;
      return null;
    end $$`,
  `create trigger episode_gone after delete on episodes for each row execute function episode_gone()`,
  `create function episode_task_gone() returns trigger language plpgsql as $$
    begin
      insert into loose_files (file, remove_after) values (old.original, now())
        on conflict (file) do update set remove_after = excluded.remove_after;
      return null;
    end $$`,
  `create trigger episode_task_gone after delete on episode_tasks for each row
    when (old.status = 'PROCESSING' and old.original is not null) execute function episode_task_gone()`,

  `alter table resumable_uploads alter column station_key drop not null,
    add column podcast_key text references podcasts on delete cascade,
    add column episode_key text references episodes on delete cascade,
    add constraint resumable_uploads_owner check ((station_key is null) <> (podcast_key is null))`,
  `create index resumable_uploads_podcast on resumable_uploads (podcast_key) where podcast_key is not null`,
];
