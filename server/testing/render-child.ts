import { pino } from 'pino';
import { ffmpegAudio } from '#server/engines/audio/ffmpeg.ts';
import { mediaFolder } from '#server/kernel/create-kernel.ts';
import { connectDatabase } from '#server/kernel/db/connect.ts';
import { databaseOutbox } from '#server/kernel/events/outbox.ts';
import { diskStorage } from '#server/kernel/storage/disk.ts';
import type { Config } from '#server/kernel/config.ts';
import { renderCreative } from '#server/domains/campaigns/creatives/render-creative.ts';

/*
 * Prepares a creative in a separate process up to its third encoding, which does not end, for a test that kills it:
 * `render-child.ts <database> <data folder> <id>`.
 */

const [databaseUrl = '', dataDir = '', id = ''] = process.argv.slice(2);
const { db, pool } = connectDatabase(databaseUrl, 3);
const log = pino({ level: 'silent' });
const audio = ffmpegAudio();
let encodings = 0;
const render: typeof audio.render = async (...of) => {
  encodings += 1;
  return await (encodings < 3 ? audio.render(...of) : new Promise<never>(() => undefined));
};
await renderCreative(
  {
    ...{ db, log, audio: { ...audio, render }, config: { dataDir } as Config },
    storage: diskStorage(mediaFolder({ dataDir })),
    events: databaseOutbox({ db, pool, log }).events,
  },
  id,
);
