import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import pino from 'pino';
import type { Peer } from './sip/peer.ts';
import { keepListening, type Listening } from './listening.ts';

const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).toReversed()) await end();
});

const listenOn = (port: number, peers: Peer[] = [], known = true): Listening => {
  const listening = keepListening({
    calls: {
      ...{ isKnown: () => known, stranger: () => {}, setPorts: () => {} },
      received: (_bytes, peer) => void peers.push(peer),
    },
    ...{ port, tls: undefined, log: pino({ level: 'silent' }), retryMs: 10 },
    failed(error) {
      throw error;
    },
  });
  ended.push(() => listening.stop());
  return listening;
};

const udpSocket = async (): Promise<Socket> => {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return socket;
};

it('a taken port is named, the other one stays open with its connections, and the first is opened once it is free', async () => {
  const other = await udpSocket();
  const { port } = other.address();
  const peers: Peer[] = [];
  const listening = listenOn(port, peers);
  listening.setSandbox(true);
  await listening.settled();
  expect([listening.problem(), listening.ports()]).toEqual([
    `UDP port ${port}: EADDRINUSE`,
    { udp: null, tcp: port, tls: null },
  ]);
  const connection = connect(port, '127.0.0.1');
  ended.push(() => connection.destroy());
  connection.write('OPTIONS sip:a@b SIP/2.0\r\n\r\n');
  await expect.poll(() => peers.length).toBe(1);
  other.close();
  await expect.poll(() => listening.ports().udp).toBe(port);
  expect(listening.problem()).toBe('');
  peers[0]!.send(Buffer.from('answer'));
  expect(String((await once(connection, 'data'))[0])).toBe('answer');
});

it('a call that began on a socket which was closed since is still sent to', async () => {
  const free = await udpSocket();
  const { port } = free.address();
  free.close();
  const peers: Peer[] = [];
  const listening = listenOn(port, peers);
  listening.setSandbox(true);
  await listening.settled();
  const telephone = await udpSocket();
  ended.push(() => telephone.close());
  telephone.send('x', port, '127.0.0.1');
  await expect.poll(() => peers.length).toBe(1);
  listening.setSandbox(false);
  await listening.settled();
  const answer = once(telephone, 'message');
  peers[0]!.send(Buffer.from('BYE'));
  expect(String((await answer)[0])).toBe('BYE');
  await listening.stop();
  // Nothing is open any more: the message is lost, as it would be in the network.
  peers[0]!.send(Buffer.from('BYE'));
});

it('a stranger’s connection is closed without an answer', async () => {
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as { port: number };
  free.close();
  const listening = listenOn(port, [], false);
  listening.setSandbox(true);
  await listening.settled();
  const connection = connect(port, '127.0.0.1');
  connection.on('error', () => {});
  const heard: Buffer[] = [];
  connection.on('data', (bytes) => heard.push(bytes));
  connection.write('OPTIONS sip:a@b SIP/2.0\r\n\r\n');
  await new Promise((resolve) => connection.once('close', resolve));
  expect(heard).toEqual([]);
});
