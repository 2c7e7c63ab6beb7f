import { connect, type Socket } from 'node:net';

/*
 * Followers of what a station plays, in their own process: `follow.ts <port> <path> <first> <count>` holds that many connections, each
 * of another address (X-Forwarded-For), and reports by message when all are in, and each time that it is asked to, when each twentieth got its next
 * event. The others stop reading before it: a process that reads them all takes as much of the two cores as the portal that writes to them.
 */
const [port, path] = [Number(process.argv[2]), process.argv[3]!];
const [first, count] = [Number(process.argv[4]), Number(process.argv[5])];
const maxConnecting = 64;
/** Of so many followers one tells when it heard. */
const timedOf = 20;
const timed = Math.ceil(count / timedOf);
const unread: Socket[] = [];
let times: number[] = [];
const shared = Buffer.alloc(65_536);
let [opened, inside, failed] = [0, 0, 0];
/** How often it was asked. */
let round = 0;

const addressOf = (n: number): string => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

const follow = (index: number): void => {
  let isIn = false;
  let heardIn = 0;
  const received = (data: Buffer): void => {
    if (!isIn) {
      if (!data.includes('event: playing')) return;
      isIn = true;
      inside += 1;
      if (opened < count) follow(opened++);
      if (inside === count) process.send?.({ type: 'in' });
    } else if (heardIn < round && data.includes('event: playing')) {
      heardIn = round;
      times.push(Date.now());
      if (times.length === timed) process.send?.({ type: 'heard', times, failed });
    }
  };
  // With `onread` a paused socket is not read at all; else Node still reads up to 64 kB of it.
  const onread = { buffer: shared, callback: (length: number) => (received(shared.subarray(0, length)), true) };
  const socket = connect({ port, host: '127.0.0.1', onread }, () =>
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${addressOf(first + index)}\r\n\r\n`),
  );
  if (index % timedOf !== 0) unread.push(socket);
  socket.on('error', () => (failed += 1));
  // One that was refused or cut off will never hear anything: the bench must not wait for it.
  socket.on('close', () => {
    process.stderr.write(`A follower lost its connection (${isIn ? 'inside' : 'before it was in'}).\n`);
    process.exit(1);
  });
};

process.on('message', () => {
  round += 1;
  times = [];
  for (const socket of unread) socket.pause();
  process.send?.({ type: 'marked' });
});
process.on('disconnect', () => process.exit());
while (opened < Math.min(count, maxConnecting)) follow(opened++);
