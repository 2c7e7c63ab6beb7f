import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/*
 * What the packets of calls cost by themselves: `bare-packets.ts <calls> <first port> <ticks>` receives on a port for each call, and every
 * 20 ms sends as much as a packet of sound to each address that it heard from. It reads what arrived after so many ticks, as the
 * process that answers calls does, and does nothing else: no SIP, no sound, no counting.
 */
const [count, firstPort, ticks] = process.argv.slice(2).map(Number) as [number, number, number];
const host = '127.0.0.1';
const [packetMs, packetBytes] = [20, 172];
const packet = Buffer.alloc(packetBytes);
const connected: { send(packet: Buffer): void }[] = [];

for (let at = 0; at < count; at++) {
  const socket = createSocket({ type: 'udp4', lookup: (address, _options, done) => done(null, address, 4) });
  socket.on('error', () => undefined).on('message', () => undefined);
  socket.once('message', (_bytes, from) => socket.connect(from.port, from.address, () => connected.push(socket)));
  const listening = once(socket, 'listening');
  socket.bind(firstPort + at, host);
  await listening;
}
process.send?.({ type: 'in' });
process.on('disconnect', () => process.exit());

const nothing = new Int32Array(new SharedArrayBuffer(4));
let next = performance.now();
const run = (): void => {
  for (let left = ticks; left > 0; left--) {
    next += packetMs;
    Atomics.wait(nothing, 0, 0, Math.max(0, next - performance.now()));
    for (const socket of connected) socket.send(packet);
  }
  setImmediate(run);
};
run();
