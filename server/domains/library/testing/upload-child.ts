import { pino } from 'pino';
import { StationKey } from '#contract/rules/keys.ts';
import { ffmpegAudio } from '#server/engines/audio/ffmpeg.ts';
import { systemClock } from '#server/kernel/clock.ts';
import type { Config } from '#server/kernel/config.ts';
import { storageOf } from '#server/kernel/create-kernel.ts';
import { connectDatabase } from '#server/kernel/db/connect.ts';
import { databaseOutbox } from '#server/kernel/events/outbox.ts';
import { pgBossJobs } from '#server/kernel/jobs/pg-boss-jobs.ts';
import { intercepted } from '#server/testing/intercepted.ts';
import { appendUpload } from '#server/platform/uploads/resumable.ts';
import { createUploadTurns } from '#server/platform/uploads/upload-turns.ts';
import { libraryUploads } from '../resumable-uploads.ts';

/*
 * Sends the rest of an upload, from its standard input, in a separate process, which kills itself at a step:
 * `upload-child.ts <config> <station> <upload> <offset> <step>`, where a step is `part stored`, `before acceptance`,
 * `within acceptance` (in its transaction) or `after acceptance`.
 */

const [given = '{}', station = '', id = '', offset = '0', step = ''] = process.argv.slice(2);
const config = JSON.parse(given) as Config;
const log = pino({ level: 'silent' });
const { db, pool } = connectDatabase(config.databaseUrl, 5);
const { events } = databaseOutbox({ db, pool, log });

const dieAt = async (now: string): Promise<void> => {
  if (now !== step) return;
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => setInterval(() => undefined, 60_000));
};

const storage = intercepted(await storageOf(config), {
  after: (name) => (name === 'put' ? dieAt('part stored') : Promise.resolve()),
});
const jobs = pgBossJobs({ databaseUrl: config.databaseDirectUrl, log });
const dying: typeof jobs = {
  ...jobs,
  send: async (...of) => {
    await jobs.send(...of);
    await dieAt('within acceptance');
  },
};
const deps = { config, db, clock: systemClock, storage, events, jobs: dying, audio: ffmpegAudio() };
const target = libraryUploads(deps).targetOf(StationKey.parse(station), undefined);
await appendUpload(
  { ...deps, turns: createUploadTurns(deps) },
  {
    ...target,
    onComplete: async (file) => {
      await dieAt('before acceptance');
      await target.onComplete(file);
      await dieAt('after acceptance');
    },
  },
  { id, offset: Number(offset), body: process.stdin },
);
process.exit(0);
