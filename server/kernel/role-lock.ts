import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';

/**
 * Locks `role` of a DATA_DIR until this process exits in any way; throws an error if another process holds the lock. On
 * Linux the lock is an abstract socket, which the kernel releases; elsewhere a socket file.
 */
export const lockRole = async (dataDir: string, role: string): Promise<void> => {
  mkdirSync(dataDir, { recursive: true });
  const folder = realpathSync(dataDir);
  const name = createHash('sha256').update(`${role} ${folder}`).digest('hex').slice(0, 32);
  const isLinux = process.platform === 'linux';
  const address = isLinux ? `\0skywave-${name}` : join(folder, `${role}.lock`);
  if (!isLinux && !(await answers(address))) rmSync(address, { force: true });

  const lock = createServer((socket) => socket.destroy());
  await new Promise<void>((settle, fail) => {
    lock.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      fail(
        isTaken ? new Error(`Skywave is already running on ${folder}: stop it first, or set another DATA_DIR.`) : error,
      );
    });
    lock.listen(address, settle);
  });
  lock.unref();
};

const answers = (address: string): Promise<boolean> =>
  new Promise((settle) => {
    const socket = connect(address);
    socket.once('connect', () => settle((socket.destroy(), true)));
    socket.once('error', () => settle(false));
  });
