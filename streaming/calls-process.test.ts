import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import pino from 'pino';
import type { TelephonyState } from '#contract/engine/engine-calls.ts';
import { isMediaUrlValid, mediaPath } from '#shared/media-url.ts';
import { freePort } from '#server/testing/free-port.ts';
import type { StationHead } from '#streaming/bus/batch.ts';
import { createBus } from '#streaming/bus/bus.ts';
import { serveBus } from '#streaming/bus/bus-server.ts';
import type { RemoteBus } from '#streaming/bus/remote-bus.ts';
import { makeCertificate } from '#streaming/calls/testing/certificate.ts';
import { startCallsProcess } from './calls-process.ts';

const token = 'a token for tests only';
let folder: string;
const configOf = (engineBuses: [string | RemoteBus]) => ({
  ...{ engineBuses, mediaDir: folder, mediaCacheBytes: 1_000_000, tls: undefined, ffmpeg: null },
  folder: join(folder, 'calls'),
  calls: {
    sipPort: 0,
    sipTlsPort: 0,
    webPort: 0,
    rtpPorts: { first: 30_000, last: 30_001 },
    most: 1,
    address: null,
  },
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'calls-process-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('without ffmpeg calls are not answered, and the reason is reported', async () => {
  const busPath = join(folder, 'bus.sock');
  const states: TelephonyState[] = [];
  const server = await serveBus({
    ...{ path: busPath, bus: createBus() },
    received(_link, message) {
      if (message.type === 'telephony-state') states.push(message.state);
    },
    closed: () => {},
  });
  const process = await startCallsProcess(configOf([busPath]), pino({ level: 'silent' }));
  await expect.poll(() => states.length).toBeGreaterThan(0);
  expect(states[0]).toMatchObject({
    ...{ running: true, ports: { udp: null, tcp: null, tls: null } },
    problem: 'Calls need ffmpeg, which is not installed. Install it and restart the server.',
  });
  await process.stop();
  await server.stop();
});

it('fetches a prompt from the portal before the first call, if it knows the token of an engine elsewhere', async () => {
  const tls = makeCertificate(folder);
  const sound = Buffer.alloc(8000, 0x7f);
  const sha256 = createHash('sha256').update(sound).digest('hex');
  const portal = createServer((request, reply) => {
    const url = new URL(request.url ?? '/', 'http://portal');
    const key = url.pathname.slice(mediaPath.length);
    const { expires = '', signature = '' } = Object.fromEntries(url.searchParams);
    const isValid = isMediaUrlValid(token, { key, expires, signature }, Date.now());
    reply.writeHead(isValid && key === 'renditions/prompt-1.ul' ? 200 : 403).end(sound);
  });
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
  const bus = createBus();
  const port = await freePort();
  const server = await serveBus({
    ...{ path: join(folder, 'bus.sock'), bus, remote: { port, host: '127.0.0.1', tls, token } },
    received(link, message) {
      const url = `http://127.0.0.1:${String((portal.address() as AddressInfo).port)}`;
      if (message.type === 'calls') link.send({ type: 'media-source', url });
    },
    closed: () => {},
  });
  const prompt = { path: 'cache/prompt-1.ul', storage_key: 'renditions/prompt-1.ul', ms: 1000, bytes: 8000, sha256 };
  const calls = { numbers: [{ did: '+12025550100', main: true }], prompt, max: 1 };
  bus.publish({ type: 'head', head: { station: 's-1111111111111111111111', calls } as unknown as StationHead });
  const process = await startCallsProcess(
    configOf([{ url: `https://127.0.0.1:${String(port)}`, token, ca: tls.cert }]),
    pino({ level: 'silent' }),
  );
  const fetched = join(folder, 'calls', 'media', `${sha256}.ul`);
  await expect.poll(() => existsSync(fetched) && readFileSync(fetched).equals(sound), { timeout: 20_000 }).toBe(true);
  await process.stop();
  await server.stop();
  portal.close();
});
