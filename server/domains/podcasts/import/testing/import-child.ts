import { pino } from 'pino';
import { ffmpegAudio } from '#server/engines/audio/ffmpeg.ts';
import { napiImages } from '#server/engines/images/napi-images.ts';
import { systemClock } from '#server/kernel/clock.ts';
import type { Config } from '#server/kernel/config.ts';
import { mediaFolder } from '#server/kernel/create-kernel.ts';
import { connectDatabase } from '#server/kernel/db/connect.ts';
import { databaseOutbox } from '#server/kernel/events/outbox.ts';
import { pgBossJobs } from '#server/kernel/jobs/pg-boss-jobs.ts';
import { guardedOutbound } from '#server/kernel/outbound/guarded.ts';
import { diskStorage } from '#server/kernel/storage/disk.ts';
import { workImports } from '../podcast-import.work.ts';

/* Runs the import jobs in a separate process, for tests that kill it: `import-child.ts <database> <data folder>`. */

const [databaseUrl = '', dataDir = ''] = process.argv.slice(2);
const { db, pool } = connectDatabase(databaseUrl, 5);
const log = pino({ level: 'silent' });
await workImports({
  db,
  log,
  clock: systemClock,
  config: { dataDir, publicUrl: 'http://portal.test', minFreeDisk: 0 } as Config,
  storage: diskStorage(mediaFolder({ dataDir })),
  outbound: guardedOutbound({ isAllowed: (address) => address === '127.0.0.1', isPortAllowed: () => true }),
  events: databaseOutbox({ db, pool, log }).events,
  jobs: pgBossJobs({ databaseUrl, log }),
  audio: ffmpegAudio(),
  images: napiImages(),
});
