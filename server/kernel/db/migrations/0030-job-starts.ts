import { sql, type Kysely } from 'kysely';

/** Which jobs were begun by which process, so that one that kills its process is not begun for ever. */
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
