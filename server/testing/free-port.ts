import { randomInt } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { isFree } from '../supervisor/ports.ts';

/**
 * A free port with a free one above it. Below the range that the system assigns automatically, so that nobody else gets
 * it in the meantime; above 10080, which `fetch` refuses to call. In a run of tests nobody gets either of them again, however
 * long it takes until a program listens there, or between its end and its next start.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(10_081, 32_000);
    if ((await isFree(port)) && (await isFree(port + 1)) && claim(port) && claim(port + 1)) return port;
  }
};

/** Whether nobody else has got the port; `TEST_PORTS` is the folder that all processes of a run have in common. */
const claim = (port: number): boolean => {
  const folder = process.env['TEST_PORTS'];
  if (folder === undefined) return true;
  try {
    closeSync(openSync(join(folder, String(port)), 'wx'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};
