import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterEach, expect, it } from 'vitest';
import pino from 'pino';
import { keepListening, type Listening } from './listening.ts';
import type { Peer } from './sip/peer.ts';
import { createSipTransport } from './sip/transport.ts';
import { makeCertificate } from './testing/certificate.ts';

const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).toReversed()) await end();
});

const listenOn = (port: number, peers: Peer[] = [], known = true, webPort = 0): Listening => {
  const listening = keepListening({
    calls: {
      ...{ isKnown: () => known, stranger: () => {}, setPorts: () => {} },
      received: (_bytes, peer) => void peers.push(peer),
      cloud: { hook: () => Promise.reject(new Error('none')), connect: () => undefined, stop: () => Promise.resolve() },
    },
    ...{ webPort, port, tls: undefined, log: pino({ level: 'silent' }), retryMs: 10 },
    failed(error) {
      throw error;
    },
  });
  ended.push(() => listening.stop());
  return listening;
};

/** A bound socket whose port is free for TCP, too: the system chooses ports of each protocol by themselves. */
const udpSocket = async (): Promise<Socket> => {
  for (;;) {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    if (await isFree(socket.address().port)) return socket;
    socket.close();
  }
};

/** Whether TCP connections can be accepted at a port; not where one happens to have begun there. */
const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

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

/** A port that is free for both protocols. */
const freePort = async (): Promise<number> => {
  const socket = await udpSocket();
  const { port } = socket.address();
  await new Promise<void>((resolve) => socket.close(resolve));
  return port;
};

const certificate = (): { cert: Buffer; key: Buffer } => {
  const folder = mkdtempSync(join(tmpdir(), 'sip-tls-'));
  ended.push(() => rmSync(folder, { recursive: true }));
  return makeCertificate(folder);
};

it('the port for cloud carriers is open while a line needs it, and named where another program uses it', async () => {
  const listening = listenOn(await freePort());
  listening.setSandbox(true);
  await listening.settled();
  expect(listening.webPort()).toBeNull();
  listening.setCloud(true);
  await listening.settled();
  const port = listening.webPort()!;
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  const second = listenOn(await freePort(), [], true, port);
  second.setSandbox(true);
  second.setCloud(true);
  await second.settled();
  expect(second.problem()).toBe(`TCP port ${port}: EADDRINUSE`);
  listening.setCloud(false);
  await listening.settled();
  expect(listening.webPort()).toBeNull();
  await expect.poll(() => second.webPort()).toBe(port);
});

it.each([true, false])(
  'TLS: messages of a trunk are read, a stranger gets no handshake (trunk: %s)',
  async (isTrunk) => {
    const received: string[] = [];
    let strangers = 0;
    const transport = createSipTransport({
      ...{ port: 0, tls: { ...certificate(), port: await freePort() }, isKnown: () => isTrunk },
      stranger: () => strangers++,
      received(bytes, peer) {
        received.push(`${peer.protocol} ${bytes.toString()}`);
        peer.send(Buffer.from('answer'));
      },
      failed(error) {
        throw error;
      },
    });
    ended.push(() => transport.stop());
    await transport.listenAt('127.0.0.1');
    expect(transport.problem).toBe('');
    const connection = connectTls(transport.ports.tls!, '127.0.0.1', { rejectUnauthorized: false });
    let hasHandshake = false;
    connection.on('secureConnect', () => (hasHandshake = true)).on('error', () => {});
    connection.write('OPTIONS sip:a@b SIP/2.0\r\n\r\n');
    if (isTrunk) expect(String((await once(connection, 'data'))[0])).toBe('answer');
    else await new Promise((resolve) => connection.once('close', resolve));
    expect([hasHandshake, strangers]).toEqual([isTrunk, isTrunk ? 0 : 1]);
    expect(received).toEqual(isTrunk ? ['tls OPTIONS sip:a@b SIP/2.0\r\n\r\n'] : []);
    connection.destroy();
  },
);

it('a stranger’s connection is closed without an answer', async () => {
  const listening = listenOn(await freePort(), [], false);
  listening.setSandbox(true);
  await listening.settled();
  const connection = connect(listening.ports().tcp!, '127.0.0.1');
  connection.on('error', () => {});
  const heard: Buffer[] = [];
  connection.on('data', (bytes) => heard.push(bytes));
  connection.write('OPTIONS sip:a@b SIP/2.0\r\n\r\n');
  await new Promise((resolve) => connection.once('close', resolve));
  expect(heard).toEqual([]);
});
