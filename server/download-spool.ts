import { join } from 'node:path';
import type { Logger } from 'pino';
import { createSpool } from '#streaming/spool/spool.ts';
import type { OpenRequestSpool } from './domains/podcasts/delivery/record-requests.ts';
import type { DeliveredSlice } from './domains/podcasts/delivery/slices.ts';

/** The spool of requests for episodes on their way to the database; each process needs its own `name`. */
export const downloadSpool =
  (dataDir: string, name: string, log: Logger): OpenRequestSpool =>
  () =>
    createSpool<DeliveredSlice>({
      folder: join(dataDir, 'delivery', name),
      failed: (error) => log.warn({ err: error }, 'downloads could not be stored'),
    });
