import type { Socket } from 'node:net';

/** How long a head may take, ms. */
const patienceMs = 10_000;

/** Reads on until `end` finds where the head ends (a position, or -1), and hands over the head and what came after it. Too long or too slow a head closes the connection. */
export function readHead(
  socket: Socket,
  firstBytes: Buffer,
  longest: number,
  end: (bytes: Buffer) => number,
  done: (head: Buffer, rest: Buffer) => void,
): void {
  let bytes = firstBytes;
  const timer = setTimeout(() => socket.destroy(), patienceMs);

  function leave(): void {
    clearTimeout(timer);
    socket.off('data', more);
    socket.off('close', leave);
  }

  function more(chunk: Buffer): void {
    bytes = Buffer.concat([bytes, chunk]);
    look();
  }

  function look(): void {
    const at = end(bytes);
    if (at >= 0) {
      leave();
      socket.pause();
      done(bytes.subarray(0, at), bytes.subarray(at));
    } else if (bytes.length > longest) {
      leave();
      socket.destroy();
    }
  }

  socket.on('data', more);
  socket.on('close', leave);
  look();
  if (socket.listenerCount('data') > 0) socket.resume();
}
