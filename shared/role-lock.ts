import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';

/**
 * Locks `role` of a data folder until the process exits in any way, or until the returned function is called; throws if
 * another process has the lock. On Linux the lock is an abstract socket, which the kernel releases; elsewhere a socket
 * file.
 */
export const lockRole = async (dataDir: string, role: string): Promise<() => void> => {
  mkdirSync(dataDir, { recursive: true });
  const folder = realpathSync(dataDir);
  const name = createHash('sha256').update(`${role} ${folder}`).digest('hex').slice(0, 32);
  const isLinux = process.platform === 'linux';
  const address = isLinux ? `\0skywave-${name}` : join(folder, `${role}.lock`);
  if (!isLinux && !(await answers(address))) rmSync(address, { force: true });

  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      reject(
        isTaken ? new Error(`Skywave is already running on ${folder}: stop it first, or set another DATA_DIR.`) : error,
      );
    });
    // A worker of Node's cluster would share its parent's.
    server.listen({ path: address, exclusive: true }, resolve);
  });
  server.unref();
  return () => void server.close();
};

const answers = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(address);
    socket.on('connect', () => resolve((socket.destroy(), true)));
    socket.on('error', () => resolve(false));
  });
