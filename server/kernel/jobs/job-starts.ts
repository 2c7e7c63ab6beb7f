import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import type { Logger } from 'pino';
import { connectDatabase } from '../db/connect.ts';

/** A job during which this many processes were killed is not started again. */
const mostLost = 2;
/** First half of the advisory locks that show that a process is alive. */
const lockClass = 7301;
const lookMs = 5000;

export type JobStarts = ReturnType<typeof jobStarts>;
/** Identifies a job by its kind and its data. */
type JobIdentity = { job: string; data: unknown };

/**
 * Records which jobs this process has started. Each process holds an advisory lock on its number, so a row without that
 * lock means that the process was killed during the job.
 */
export const jobStarts = (at: { databaseUrl: string; log: Logger }) => {
  const { db } = connectDatabase(at.databaseUrl, 4);
  const stopping = new AbortController();
  let known: Promise<number> | undefined;

  /** This process's number, whose lock a separate connection holds until `stop`. */
  const number = (): Promise<number> => {
    if (known) return known;
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const holding = db.connection().execute(async (connection) => {
      const { rows } = await sql<{ id: number }>`select nextval('job_processes')::int as id`.execute(connection);
      const { id } = rows[0]!;
      await sql`select pg_advisory_lock(${lockClass}::int, ${id}::int)`.execute(connection);
      resolve(id);
      while (!stopping.signal.aborted) {
        await sql`select 1`.execute(connection);
        await pause(lookMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      }
      await sql`select pg_advisory_unlock(${lockClass}::int, ${id}::int)`.execute(connection);
    });
    // The lock ends with its connection: the next job takes another number.
    holding.catch(reject).finally(() => (known = undefined));
    known = promise;
    return promise;
  };

  return {
    /** The number of processes that were killed during this job since it last ended, successfully or not. */
    async lost(which: JobIdentity): Promise<number> {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from job_starts
        where ${same(which)} and ${isLost}`.execute(db);
      return rows[0]?.n ?? 0;
    },
    async begin({ job, data }: JobIdentity): Promise<void> {
      await sql`insert into job_starts (job, subject, process) values (${job}, ${subjectOf(data)}, ${await number()})
        on conflict (job, subject, process) do update set begun = now()`.execute(db);
    },
    /** The job ended, successfully or not: deletes its record, and those of processes killed before. */
    async end(which: JobIdentity): Promise<void> {
      await sql`delete from job_starts where ${same(which)} and (process = ${await number()} or ${isLost})`.execute(db);
    },
    /** Makes this run of a job pg-boss's last one. */
    async endRetries(job: string, id: string): Promise<void> {
      await sql`update pgboss.job set retry_limit = retry_count where name = ${job} and id = ${id}`.execute(db);
    },
    /** Running jobs were stopped on purpose, and don't count as killed. */
    async stop(): Promise<void> {
      const id = await known?.catch(() => undefined);
      if (id !== undefined)
        await sql`delete from job_starts where process = ${id} or begun < now() - interval '30 days'`
          .execute(db)
          .catch((error: unknown) => at.log.warn({ err: error }, 'the records of started jobs could not be deleted'));
      stopping.abort();
      await db.destroy();
    },
  };
};

export const killedTooOften = (lost: number): boolean => lost >= mostLost;

/** A hash of a job's data, which may contain secrets. */
export const subjectOf = (data: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(data ?? null, sorted))
    .digest('base64url');

/** The queue reorders the members of an object. */
const sorted = (_key: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

const same = ({ job, data }: JobIdentity): RawBuilder<boolean> =>
  sql<boolean>`job = ${job} and subject = ${subjectOf(data)}`;

const isLost = sql<boolean>`not exists (select from pg_locks where locktype = 'advisory' and objsubid = 2
  and classid = ${lockClass} and objid = job_starts.process
  and database = (select oid from pg_database where datname = current_database()))`;
