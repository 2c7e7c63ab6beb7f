import { sql, type Kysely } from 'kysely';

/** Which process started which job, so that a job that kills its process isn't retried for ever. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  'create sequence job_processes as int cycle',
  `create table job_starts (
    job text not null, subject text not null, process int not null, begun timestamptz not null default now(),
    primary key (job, subject, process)
  )`,
];
