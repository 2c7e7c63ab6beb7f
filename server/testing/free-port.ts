import { randomInt } from 'node:crypto';
import { isFree } from '../supervisor/ports.ts';

/**
 * A free port with a free one above it. Below the range that the system assigns automatically, so that nobody else gets
 * it in the meantime; above 10080, which `fetch` refuses to call.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(10_081, 32_000);
    if ((await isFree(port)) && (await isFree(port + 1))) return port;
  }
};
