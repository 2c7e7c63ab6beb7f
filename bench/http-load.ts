import { connect } from 'node:net';

/*
 * HTTP load in its own process: `http-load.ts <port> <path> <connections> <headers as JSON>` keeps that many
 * connections busy, each sending the next request once the whole answer is in, and reports its counts by message. Every
 * answer must have the status and the body length of the first one.
 */
const [port, path, count] = [Number(process.argv[2]), process.argv[3]!, Number(process.argv[4])];
const extraHeaders = JSON.parse(process.argv[5] ?? '{}') as Record<string, string>;
const headers = Object.entries({ host: 'localhost', 'user-agent': 'AntennaPod/3.2.0', ...extraHeaders });
const request = Buffer.from(
  `GET ${path} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
);
const buffer = Buffer.alloc(256 * 1024);
let [answers, bytes, failed] = [0, 0, 0];

/** Reads one answer for its status and the length that all bodies have. */
const readFirst = (): Promise<{ status: number; length: number }> =>
  new Promise((resolve, reject) => {
    let head = '';
    let length: number | undefined;
    let receivedBytes = 0;
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.on('error', reject);
    socket.on('data', (data: Buffer) => {
      receivedBytes += data.length;
      if (length === undefined) head += data.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (length === undefined && end >= 0) {
        length = Number(/content-length: (\d+)/i.exec(head.slice(0, end))?.[1] ?? 0);
        receivedBytes -= end + 4;
      }
      if (length === undefined || receivedBytes < length) return;
      socket.destroy();
      resolve({ status: Number(head.slice(9, 12)), length });
    });
  });

const keepBusy = ({ status, length }: { status: number; length: number }): void => {
  let left = 0;
  let isHead = true;
  const socket = connect({
    port,
    host: '127.0.0.1',
    onread: {
      buffer,
      callback(read) {
        bytes += read;
        left -= read;
        if (isHead) {
          failed += Number(Number(buffer.toString('latin1', 9, 12)) !== status);
          left += length + buffer.subarray(0, read).indexOf('\r\n\r\n') + 4;
        }
        isHead = left <= 0;
        if (left > 0) return true;
        answers += 1;
        left = 0;
        socket.write(request);
        return true;
      },
    },
  });
  socket.on('error', () => (failed += 1));
  socket.write(request);
};

const first = await readFirst();
process.on('message', (message: 'mark' | 'report') => {
  if (message === 'mark') [answers, bytes] = [0, 0];
  else process.send?.({ answers, bytes, failed, status: first.status });
});
process.on('disconnect', () => process.exit());
for (let i = 0; i < count; i++) keepBusy(first);
process.send?.('busy');
