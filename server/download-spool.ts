import { join } from 'node:path';
import type { Logger } from 'pino';
import { createSpool } from '#streaming/spool/spool.ts';
import type { OpenRequestSpool } from './domains/podcasts/delivery/keep-requests.ts';
import type { DeliveredSlice } from './domains/podcasts/delivery/slices.ts';

/** Where a process keeps requests for episodes until they are in the database; `name` is that process's alone. */
export const downloadSpool =
  (dataDir: string, name: string, log: Logger): OpenRequestSpool =>
  () =>
    createSpool<DeliveredSlice>({
      folder: join(dataDir, 'delivery', name),
      failed: (error) => log.warn({ err: error }, 'downloads could not be written down'),
    });
