import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { openStream, type CarrierStream } from '../testing/cloud-carrier.ts';
import type { SoundSession } from '../call.ts';
import { openMediaSocket } from './media-socket.ts';

let server: WebSocketServer;
let own: WebSocket;
let session: SoundSession;
let carrier: CarrierStream;
let tick: number;
let wasStopped: boolean | undefined;
beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  await once(server, 'listening');
  const started = new Promise<void>((resolve) => {
    server.once('connection', (socket) => {
      own = socket;
      const ended = (isStopped: boolean): void => void (wasStopped = isStopped);
      const begin = (): boolean => {
        resolve();
        return true;
      };
      session = openMediaSocket({ socket, kind: 'twilio', started: begin, ended, now: () => 0 });
    });
  });
  carrier = await openStream((server.address() as AddressInfo).port, '/', { kind: 'twilio', carrierCall: 'CA1' });
  await started;
  tick = 0;
  wasStopped = undefined;
});
afterEach(() => {
  for (const client of server.clients) client.terminate();
  server.close();
});

const sound = Buffer.alloc(160, 0x30);
const send = (seconds: number): void => {
  for (let count = 0; count < seconds * 50; count++) session.send(sound, ++tick);
};
/** What the carrier got, ms of sound and of silence. */
const got = () => {
  const bytes = carrier.sound();
  const heard = bytes.reduce((sum, byte) => sum + Number(byte === 0x30), 0);
  return { heard: heard / 8, silence: (bytes.length - heard) / 8 };
};
/** Messages arrive in order: what was sent before has arrived when this has. */
const arrived = async (): Promise<void> => {
  const pong = once(own, 'pong');
  own.ping();
  await pong;
};

it('a carrier that plays what it gets hears all of it', async () => {
  carrier.playMarks();
  for (let second = 0; second < 20; second++) {
    send(1);
    await arrived();
    await arrived();
  }
  expect(got()).toEqual({ heard: 20_000, silence: 200 });
  expect(carrier.events.filter((event) => event === 'clear')).toEqual([]);
});

it('what a carrier does not play in time is left out, and what it still has is cleared once it plays again', async () => {
  send(1);
  await arrived();
  carrier.send({ event: 'mark', streamSid: 'MZ1', mark: { name: '1' } });
  await arrived();
  await arrived();
  send(60);
  await arrived();
  expect(got()).toEqual({ heard: 5000, silence: 200 });
  carrier.playMarks();
  await expect.poll(() => carrier.events).toContain('clear');
  send(1);
  await arrived();
  expect(got()).toEqual({ heard: 6000, silence: 400 });
});

it('a pause of the process is filled up to the lead, and not by more', async () => {
  send(1);
  tick += 500;
  send(1);
  tick += 3;
  send(1);
  await arrived();
  expect(got()).toEqual({ heard: 3000, silence: 200 + 100 + 60 });
});

it('a carrier that reads nothing costs a bounded amount of memory', async () => {
  carrier.socket.pause();
  // More than the kernel's buffers take.
  send(4000);
  expect(own.bufferedAmount).toBeGreaterThan(24 * 1024);
  expect(own.bufferedAmount).toBeLessThan(28 * 1024);
  expect(wasStopped).toBeUndefined();
});
