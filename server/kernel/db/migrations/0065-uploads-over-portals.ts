import { sql, type Kysely } from 'kysely';

/** Resumable uploads that any portal can continue: what has arrived, whose turn it is, and the parts in storage. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  // A request has its turn until it ends, or its process has not renewed `turn_at` for a few seconds.
  await sql`alter table resumable_uploads
    add column received bigint not null default 0, add column turn uuid, add column turn_at timestamptz`.execute(db);
  // Without a foreign key: the row of a part stays until its file is removed, also when its upload is gone.
  await sql`create table resumable_parts (
    key text primary key,
    upload_id text not null,
    start bigint not null,
    size bigint not null,
    is_stored boolean not null default false
  )`.execute(db);
  await sql`create index resumable_parts_upload on resumable_parts (upload_id, start)`.execute(db);
};
