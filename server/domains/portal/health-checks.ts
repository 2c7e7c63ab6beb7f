import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { PartHealth } from '#contract/portal.ts';
import type { LiveHub } from '#server/platform/live-hub.ts';
import { queueState } from '#server/kernel/jobs/job-reports.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { diskRoom } from '#server/kernel/storage/disk-room.ts';

type Part = z.infer<typeof PartHealth>;
export type HealthDeps = Pick<Kernel, 'db' | 'clock' | 'config' | 'log' | 'mail' | 'storage'> & {
  live: LiveHub;
  /** Asks ClickHouse for its version. */
  clickhouseVersion(signal: AbortSignal): Promise<string>;
  /** Whether the identity provider can be asked for the keys that prove who somebody is. */
  identityAnswers(signal: AbortSignal): Promise<void>;
};
type Found = Pick<Part, 'state' | 'detail'>;
type Check = (deps: HealthDeps, signal: AbortSignal) => Promise<Found>;

const ok = (detail: string): Found => ({ state: 'ok', detail });
const degraded = (detail: string): Found => ({ state: 'degraded', detail });

const database: Check = async ({ db }) => {
  const begun = performance.now();
  const found = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db);
  const detail = `PostgreSQL ${found.rows[0]?.version ?? ''}`;
  return performance.now() - begun > slowMs ? degraded(`${detail} answers slowly.`) : ok(`${detail} answers.`);
};
const slowMs = 500;

const analytics: Check = async ({ clickhouseVersion }, signal) =>
  ok(`ClickHouse ${await clickhouseVersion(signal)} answers.`);

const engine: Check = async ({ config, live, clock }, signal) => {
  const reply = await fetch(new URL('/sessions?limit=1', config.engineUrl), {
    headers: { authorization: `Bearer ${config.engineToken}` },
    signal,
  });
  await reply.arrayBuffer();
  if (!reply.ok) throw new Error(`it answered with the status ${String(reply.status)}`);
  const { onAir, told, unreadable } = live.totals();
  if (!told) return ok('The streaming engine answers; it has told of no station yet.');
  const seconds = Math.max(0, Math.round((clock.now().getTime() - told.getTime()) / 1000));
  const there = `${String(onAir)} ${onAir === 1 ? 'station is' : 'stations are'} on the air; its last change came ${String(seconds)} s ago.`;
  if (unreadable.tracks === 0) return ok(there);
  const tracks = unreadable.tracks === 1 ? '1 track' : `${String(unreadable.tracks)} tracks`;
  const stations = unreadable.stations === 1 ? '1 station' : `${String(unreadable.stations)} stations`;
  return degraded(`${there} It can't read the files of ${tracks} of ${stations}; look at its media folder.`);
};

const storage: Check = async ({ storage: files, config }) => {
  const key = `health/${randomUUID()}`;
  await files.put(key, Buffer.from(key), 'text/plain');
  try {
    if ((await buffer(await files.read(key))).toString() !== key) throw new Error('what was written was not read back');
  } finally {
    await files.remove(key);
  }
  if (config.s3) return ok('The bucket can be written and read.');
  const { free, total, floor } = await diskRoom(config);
  if (free < floor)
    return {
      state: 'down',
      detail: `Uploads are refused: ${String(Math.floor((free * 1000) / total) / 10)} % of the disk is free.`,
    };
  return judgedRoom(free / total);
};

/** Less than a tenth of the disk free is a warning, less than a hundredth stops uploads and recordings. */
export const judgedRoom = (free: number): Found => {
  const detail = `The disk can be written and read; ${String(Math.floor(free * 1000) / 10)} % of it is free.`;
  if (free < 0.01) return { state: 'down', detail };
  return free < 0.1 ? degraded(detail) : ok(detail);
};

const mail: Check = async ({ mail: letters }) =>
  (await letters.check()) === 'server'
    ? ok('The mail server takes letters.')
    : degraded('No SMTP_URL is set: letters are only written to the folder "outbox" of DATA_DIR.');

const jobs: Check = async ({ db }) => judgedQueue(await queueState(db));

/** Jobs are taken within seconds: after five minutes something is slow, after thirty nobody works at them. */
export const judgedQueue = ({ waiting, oldestS, failed }: Awaited<ReturnType<typeof queueState>>): Found => {
  const detail = `${String(waiting)} waiting, ${String(failed)} given up in the last 24 hours.`;
  if (oldestS > 1800) return { state: 'down', detail: `The oldest job waits for ${minutes(oldestS)}. ${detail}` };
  if (oldestS > 300) return degraded(`The oldest job waits for ${minutes(oldestS)}. ${detail}`);
  return failed > 0 ? degraded(detail) : ok(detail);
};
const minutes = (seconds: number): string => `${String(Math.round(seconds / 60))} minutes`;

const identity: Check = async ({ identityAnswers, config }, signal) => {
  await identityAnswers(signal);
  return ok(config.embeddedIdentity ? 'The embedded provider has its keys.' : `${config.oidcIssuer} answers.`);
};

export const checks: Record<Part['part'], Check> = { database, analytics, engine, storage, mail, jobs, identity };
