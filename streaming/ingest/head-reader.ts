import type { Socket } from 'node:net';

/** Time limit for a head, ms. */
const patienceMs = 10_000;

/**
 * Reads until `end` finds the end of the head (a position, or -1), and hands over the head and the bytes after it. A
 * head that is too long or too slow closes the connection.
 */
export const readHead = (
  socket: Socket,
  firstBytes: Buffer,
  longest: number,
  end: (bytes: Buffer) => number,
  done: (head: Buffer, rest: Buffer) => void,
): void => {
  let bytes = firstBytes;
  const timer = setTimeout(() => socket.destroy(), patienceMs);

  const stop = (): void => {
    clearTimeout(timer);
    socket.off('data', receive);
    socket.off('close', stop);
  };

  const receive = (chunk: Buffer): void => {
    bytes = Buffer.concat([bytes, chunk]);
    check();
  };

  const check = (): void => {
    const at = end(bytes);
    if (at >= 0) {
      stop();
      socket.pause();
      done(bytes.subarray(0, at), bytes.subarray(at));
    } else if (bytes.length > longest) {
      stop();
      socket.destroy();
    }
  };

  socket.on('data', receive);
  socket.on('close', stop);
  check();
  if (socket.listenerCount('data') > 0) socket.resume();
};
