import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import type { Logger } from 'pino';
import { connectDatabase } from '../db/connect.ts';

/** A job during which so many processes were killed is not begun again. */
const mostLost = 2;
/** The first half of the advisory locks by which a process shows that it is alive. */
const lockClass = 7301;
const lookMs = 5000;

export type JobStarts = ReturnType<typeof jobStarts>;
/** What a job is, by its kind and its data. */
type Which = { job: string; data: unknown };

/**
 * Writes down which jobs this process has begun before it works at them. Each process holds an advisory lock of its number, so a
 * row without that lock tells of a process that was killed in the middle of the job.
 */
export const jobStarts = (at: { databaseUrl: string; log: Logger }) => {
  const { db } = connectDatabase(at.databaseUrl, 4);
  const stopping = new AbortController();
  let known: Promise<number> | undefined;

  /** This process's number, whose lock a connection of its own holds until `stop`. */
  const number = (): Promise<number> => {
    if (known) return known;
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const held = db.connection().execute(async (connection) => {
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
    // The lock goes with its connection: the next job takes another number.
    held.catch(reject).finally(() => (known = undefined));
    known = promise;
    return promise;
  };

  return {
    /** How many processes were killed during this job since it last ended, well or not. */
    async lost(which: Which): Promise<number> {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from job_starts
        where ${same(which)} and ${isLost}`.execute(db);
      return rows[0]?.n ?? 0;
    },
    async begin({ job, data }: Which): Promise<void> {
      await sql`insert into job_starts (job, subject, process) values (${job}, ${subjectOf(data)}, ${await number()})
        on conflict (job, subject, process) do update set begun = now()`.execute(db);
    },
    /** The job has an end, well or not: it is forgotten here, and with it in what processes were killed before. */
    async end(which: Which): Promise<void> {
      await sql`delete from job_starts where ${same(which)} and (process = ${await number()} or ${isLost})`.execute(db);
    },
    /** Has this run of a job be the last one of pg-boss. */
    async endRetries(job: string, id: string): Promise<void> {
      await sql`update pgboss.job set retry_limit = retry_count where name = ${job} and id = ${id}`.execute(db);
    },
    /** What is still at work was told to stop, and counts as no loss. */
    async stop(): Promise<void> {
      const id = await known?.catch(() => undefined);
      if (id !== undefined)
        await sql`delete from job_starts where process = ${id} or begun < now() - interval '30 days'`
          .execute(db)
          .catch((error: unknown) => at.log.warn({ err: error }, 'the started jobs could not be forgotten'));
      stopping.abort();
      await db.destroy();
    },
  };
};

export const isGivenUp = (lost: number): boolean => lost >= mostLost;

/** By what a job's data are known here: they may hold secrets. */
export const subjectOf = (data: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(data ?? null, sorted))
    .digest('base64url');

/** The queue keeps the members of an object in an order of its own. */
const sorted = (_key: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

const same = ({ job, data }: Which): RawBuilder<boolean> => sql<boolean>`job = ${job} and subject = ${subjectOf(data)}`;

const isLost = sql<boolean>`not exists (select from pg_locks where locktype = 'advisory' and objsubid = 2
  and classid = ${lockClass} and objid = job_starts.process
  and database = (select oid from pg_database where datname = current_database()))`;
