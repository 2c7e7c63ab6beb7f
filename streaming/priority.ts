import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

const nice = -10;

/**
 * Gives this process priority over the machine's other work where permitted (as root), so that encoding an upload does
 * not delay the stations. Linux first balances whole sessions, so the session's priority is set too.
 */
export const raisePriority = (): boolean => {
  try {
    setPriority(process.pid, nice);
    if (process.platform === 'linux') writeFileSync('/proc/self/autogroup', `${nice}`);
    return true;
  } catch {
    // Without root the engine competes like any program.
    return false;
  }
};
