import { sql, type Kysely } from 'kysely';

/** Tables and columns get the names of docs/GLOSSARY.md; their rows, indexes and references stay. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const [before, after] of tables) await sql.raw(`alter table ${before} rename to ${after}`).execute(db);
  for (const [table, before, after] of columns)
    await sql.raw(`alter table ${table} rename column ${before} to ${after}`).execute(db);
  for (const statement of functions) await sql.raw(statement).execute(db);
};

const tables = [
  ['alert_letters', 'alert_emails'],
  ['loose_files', 'orphaned_files'],
  ['podcast_former_addresses', 'podcast_former_urls'],
  ['podcast_import_letters', 'podcast_import_emails'],
  ['raw_archive_spells', 'raw_archive_intervals'],
  ['raw_passes', 'raw_exports'],
  ['report_letters', 'report_emails'],
  ['report_questions', 'report_confirmations'],
  ['report_sendings', 'report_mailings'],
] as const;

const columns = [
  ['app_event_batches', 'taken', 'received'],
  ['app_event_ids', 'taken', 'received'],
  ['podcast_request_batches', 'taken', 'received'],
  ['referrals', 'told_at', 'reported_at'],
  ['report_confirmations', 'asked', 'requested'],
  ['report_emails', 'sending_id', 'mailing_id'],
  ['report_mailings', 'ordered', 'queued'],
  ['report_recipients', 'agreed', 'confirmed_by_email'],
  ['report_recipients', 'asked', 'confirmation_sent'],
] as const;

/** What triggers run names its tables in text. */
const functions = [
  `create or replace function episode_gone() returns trigger language plpgsql as $$
    begin
      insert into orphaned_files (file, remove_after)
        select file, now() from unnest(array[old.original, old.audio, old.peaks, old.transcript,
          'podcast-images/' || old.image || '.jpg', 'podcast-images/' || old.image || '.webp']) as file
        where file is not null
        on conflict (file) do update set remove_after = excluded.remove_after;
      return null;
    end $$`,
  `create or replace function episode_task_gone() returns trigger language plpgsql as $$
    begin
      insert into orphaned_files (file, remove_after) values (old.original, now())
        on conflict (file) do update set remove_after = excluded.remove_after;
      return null;
    end $$`,
  `create or replace function podcast_address_changed() returns trigger language plpgsql as $$
   begin
     if tg_op = 'UPDATE' and lower(new.pretty_url) <> lower(old.pretty_url) then
       insert into podcast_former_urls values (lower(old.pretty_url), old.key)
         on conflict (pretty_url) do update set podcast_key = excluded.podcast_key;
     end if;
     delete from podcast_former_urls where pretty_url = lower(new.pretty_url);
     return null;
   end $$`,
  'alter function episode_gone() rename to episode_deleted',
  'alter function episode_task_gone() rename to episode_task_deleted',
  'alter function podcast_address_changed() rename to podcast_url_changed',
];
