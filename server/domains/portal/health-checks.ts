import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { ClickHouseClient } from '@clickhouse/client';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { PartHealth } from '#contract/api/portal.ts';
import { cutOffEngines } from '#server/domains/fleet/engines.service.ts';
import type { LiveHub } from '#server/platform/live-hub.ts';
import { queueState } from '#server/kernel/jobs/job-reports.ts';
import type { EngineNode } from '#server/kernel/fleet.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { diskSpace } from '#server/kernel/storage/disk-space.ts';

type Part = z.infer<typeof PartHealth>;
export type HealthDeps = Pick<Kernel, 'db' | 'clock' | 'config' | 'fleet' | 'log' | 'mail' | 'storage'> & {
  live: LiveHub;
  /** See `versionOf`. */
  clickhouseVersion(signal: AbortSignal): Promise<string>;
  /** Resolves if the identity provider serves its signing keys. */
  identityAnswers(signal: AbortSignal): Promise<void>;
};
/** How long a part may take to respond: after `slowMs` it is slow, after `timeoutMs` down. */
export type Patience = { slowMs: number; timeoutMs: number };
type Verdict = Pick<Part, 'state' | 'detail'>;
export type Check = (deps: HealthDeps, signal: AbortSignal, patience: Patience) => Promise<Verdict>;

const ok = (detail: string): Verdict => ({ state: 'ok', detail });
const degraded = (detail: string): Verdict => ({ state: 'degraded', detail });

const database: Check = async ({ db }, _signal, { slowMs }) => {
  const started = performance.now();
  const found = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db);
  const detail = `PostgreSQL ${found.rows[0]?.version ?? ''}`;
  return performance.now() - started > slowMs ? degraded(`${detail} responds slowly.`) : ok(`${detail} connected.`);
};

/** Queries ClickHouse for its version. */
export const versionOf =
  (clickhouse: ClickHouseClient): HealthDeps['clickhouseVersion'] =>
  async (signal) => {
    const result = await clickhouse.query({ query: 'select version()', format: 'TabSeparated', abort_signal: signal });
    return (await result.text()).trim();
  };

const analytics: Check = async ({ clickhouseVersion }, signal) =>
  ok(`ClickHouse ${await clickhouseVersion(signal)} connected.`);

const engine: Check = async ({ db, fleet: { engines }, live, clock }, signal) => {
  const results = await Promise.allSettled(engines.map((node) => askEngine(node, signal)));
  const failed = results.flatMap((result, at) => (result.status === 'rejected' ? [{ at, ...result }] : []));
  if (failed.length === engines.length) throw failed[0]?.reason;
  const away = failed.map(({ at }) => engines[at]!.id);
  const cutOff = engines.length > 1 ? await cutOffEngines(db) : [];
  const problems = [
    ...[away.filter((id) => !cutOff.includes(id))]
      .filter(({ length }) => length > 0)
      .map((ids) => `${ids.length === 1 ? 'This engine does' : 'These engines do'} not answer: ${ids.join(', ')}.`),
    ...cutOff.map((id) => `${id} is cut off from the portal: it plays on, without changes that are made here.`),
  ];
  if (problems.length > 0) return degraded(problems.join(' '));
  const { onAir, lastReport, unreadable } = live.totals();
  if (!lastReport) return ok('The streaming engine is connected; no station has reported yet.');
  const seconds = Math.max(0, Math.round((clock.now().getTime() - lastReport.getTime()) / 1000));
  const status = `${String(onAir)} ${onAir === 1 ? 'station' : 'stations'} on the air; last update ${String(seconds)} s ago.`;
  if (unreadable.tracks === 0) return ok(status);
  const tracks = unreadable.tracks === 1 ? '1 track' : `${String(unreadable.tracks)} tracks`;
  const stations = unreadable.stations === 1 ? '1 station' : `${String(unreadable.stations)} stations`;
  return degraded(`${status} It can't read the files of ${tracks} of ${stations}; check its media folder.`);
};

const askEngine = async ({ url, token }: EngineNode, signal: AbortSignal): Promise<void> => {
  const reply = await fetch(new URL('/sessions?limit=1', url), {
    headers: { authorization: `Bearer ${token}` },
    signal,
  });
  await reply.arrayBuffer();
  if (!reply.ok) throw new Error(`the engine returned status ${String(reply.status)}`);
};

const storage: Check = async ({ storage: files, config }) => {
  const key = `health/${randomUUID()}`;
  await files.put(key, Buffer.from(key), 'text/plain');
  try {
    if ((await buffer(await files.read(key))).toString() !== key) throw new Error('the test file was corrupted');
  } finally {
    await files.remove(key);
  }
  if (config.s3) return ok('The bucket is readable and writable.');
  const { free, total, floor } = await diskSpace(config);
  if (free < floor)
    return {
      state: 'down',
      detail: `Uploads are refused: only ${String(Math.floor((free * 1000) / total) / 10)} % of the disk is free.`,
    };
  return rateDiskSpace(free / total);
};

/** Rates free disk space: below 10 % is a warning, below 1 % uploads and recordings stop. */
export const rateDiskSpace = (free: number): Verdict => {
  const detail = `The disk is readable and writable; ${String(Math.floor(free * 1000) / 10)} % free.`;
  if (free < 0.01) return { state: 'down', detail };
  return free < 0.1 ? degraded(detail) : ok(detail);
};

const mail: Check = async ({ mail: mailer }) =>
  (await mailer.check()) === 'server'
    ? ok('The mail server accepts e-mails.')
    : degraded('SMTP_URL is not set: e-mails are only written to the folder "outbox" in DATA_DIR.');

const jobs: Check = async ({ db }) => rateQueue(await queueState(db));

/** Rates the job queue: jobs normally start within seconds; after 5 minutes it is slow, after 30 it is down. */
export const rateQueue = ({ waiting, oldestS, failed }: Awaited<ReturnType<typeof queueState>>): Verdict => {
  const detail = `${String(waiting)} waiting, ${String(failed)} failed in the last 24 hours.`;
  if (oldestS > 1800) return { state: 'down', detail: `The oldest job has waited ${minutes(oldestS)}. ${detail}` };
  if (oldestS > 300) return degraded(`The oldest job has waited ${minutes(oldestS)}. ${detail}`);
  return failed > 0 ? degraded(detail) : ok(detail);
};
const minutes = (seconds: number): string => `${String(Math.round(seconds / 60))} minutes`;

const identity: Check = async ({ identityAnswers, config }, signal) => {
  await identityAnswers(signal);
  return ok(config.embeddedIdentity ? 'The built-in identity provider is running.' : `${config.oidcIssuer} connected.`);
};

export const checks: Record<Part['part'], Check> = { database, analytics, engine, storage, mail, jobs, identity };
