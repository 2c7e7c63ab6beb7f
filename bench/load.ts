import { connect } from 'node:net';

/*
 * The audience in its own process: `load.ts <port> <path> <count>` holds that many listeners, half of them requesting
 * metadata, and reports by message when all are connected and on request.
 */
const [port, path, count] = [Number(process.argv[2]), process.argv[3]!, Number(process.argv[4])];
const maxConnecting = 32;
const buffer = Buffer.alloc(64 * 1024);
let [opened, connecting, inside, dropped, refused, bytes] = [0, 0, 0, 0, 0, 0];
let slowest = Infinity;
const counts = new Float64Array(count);

const open = (index: number, isRetry = false): void => {
  connecting += 1;
  let isIn = false;
  const socket = connect({
    port,
    host: '127.0.0.1',
    onread: {
      buffer,
      callback(read) {
        if (!isIn) enter();
        bytes += read;
        counts[index]! += read;
        return true;
      },
    },
  });
  const enter = (): void => {
    isIn = true;
    connecting -= 1;
    inside += 1;
    next();
  };
  const metadata = index % 2 ? 'Icy-MetaData: 1\r\n' : '';
  socket.write(`GET ${path} HTTP/1.0\r\nHost: localhost\r\nUser-Agent: bench\r\n${metadata}\r\n`);
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    if (isIn) {
      inside -= 1;
      dropped += 1;
      return;
    }
    connecting -= 1;
    refused += 1;
    if (!isRetry || refused < count) setTimeout(open, 100, index, true);
  });
};

const next = (): void => {
  while (opened < count && connecting < maxConnecting) open(opened++);
  if (inside === count) process.send?.({ type: 'in' });
};

process.on('message', (message: 'mark' | 'report') => {
  if (message === 'mark') {
    counts.fill(0);
    bytes = 0;
    return;
  }
  slowest = counts.reduce((least, one) => Math.min(least, one), Infinity);
  process.send?.({ type: 'report', inside, dropped, bytes, slowest });
});
process.on('disconnect', () => process.exit());
next();
