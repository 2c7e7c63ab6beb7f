import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { brand } from '#brands/skywave/brand.ts';
import * as z from 'zod/mini';
import { endpoint, type AnyEndpoint } from '#contract/api/http.ts';
import { clientNetwork } from '#contract/rules/network.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { inNetworks } from './in-networks.ts';
import { mountEndpoint } from './mount.ts';
import { createServer, type ServerLimits } from './server.ts';

/* An anonymous client can make the server read, buffer and keep open only little. */

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());

const click = endpoint('POST test/click', { access: 'open', summary: 's' });
const upload = endpoint('POST test/upload', {
  access: 'open',
  summary: 's',
  form: { file: { field: 'file', maxBytes: 1_000_000 } },
  returns: z.object({ size: z.number() }),
});

let app: FastifyInstance | undefined;
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app?.close();
  app = undefined;
});

const serve = async (bounds: Partial<ServerLimits> = {}, trustedProxies: string[] = []): Promise<number> => {
  const { config, log } = portal.kernel;
  app = createServer({ config: { ...config, trustedProxies }, log, wording: brand.wording, bounds });
  mountEndpoint(app, portal.kernel, portal.admit, click as unknown as AnyEndpoint, () => undefined);
  mountEndpoint(
    app,
    portal.kernel,
    portal.admit,
    upload as unknown as AnyEndpoint,
    (({ file }: { file: { size: number } }) => ({ size: file.size })) as never,
  );
  app.get('/healthz', () => 'ok');
  app.post('/slow', () => new Promise((settle) => setTimeout(settle, 1000, 'at last')));
  app.setNotFoundHandler((_request, reply) => reply.code(404).send());
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
};

const sockets: Socket[] = [];
/** A connection for raw bytes that collects the response. */
/** `once` would reject at the reset that a server sends while the client is still writing. */
const closed = (socket: Socket): Promise<void> => new Promise((resolve) => socket.once('close', () => resolve()));

const open = (port: number): { socket: Socket; answer: () => string } => {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => (answer += data.toString()));
  socket.on('error', () => undefined);
  sockets.push(socket);
  return { socket, answer: () => answer };
};

const post = (port: number, path: string, body: string) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });

describe('unexpected bodies', () => {
  it('replies at an unknown URL without reading the body', async () => {
    const { socket, answer } = open(await serve());
    socket.write(
      'POST /nowhere HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000000\r\n\r\n[1,',
    );
    await once(socket, 'data');
    expect(answer()).toMatch(/^HTTP\/1.1 404 /);
  });
  it('does not parse the body sent to an unknown URL', async () => {
    const { url } = portal;
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      for (const path of ['/v1/nowhere', '/nowhere', '/realms/skywave/nowhere']) {
        const headers = { 'content-type': 'application/json' };
        const reply = await fetch(`${url}${path}`, { method, headers, body: '{ broken' });
        expect([method, path, reply.status]).toEqual([method, path, 404]);
      }
  });
  it('reads almost nothing if no body is expected', async () => {
    const port = await serve();
    expect((await post(port, '/v1/test/click', '{}')).status).toBe(204);
    expect((await post(port, '/v1/test/click', `[${'1,'.repeat(1000)}1]`)).status).toBe(413);
    expect((await post(port, '/v1/test/upload', `[${'1,'.repeat(1000)}1]`)).status).toBe(413);
  });
  it('limits anonymous writes per client, at any URL, and says when to retry', async () => {
    const port = await serve({ openWrites: { max: 3, seconds: 60 } });
    const statuses = [];
    for (const path of ['/v1/test/click', '/nowhere', '/v1/test/click', '/nowhere', '/v1/test/click'])
      statuses.push((await post(port, path, '{}')).status);
    expect(statuses).toEqual([204, 404, 204, 429, 429]);
    expect((await post(port, '/v1/test/click', '{}')).headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  });
  it('serves others while a client sends megabytes of JSON', async () => {
    const port = await serve();
    const body = `[${'1,'.repeat(500_000)}1]`;
    const attacks = Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let i = 0; i < 5; i++) expect((await post(port, '/nowhere', body)).status).toBe(404);
      }),
    );
    for (let i = 0; i < 10; i++) expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    await attacks;
  });
});

it('replies to non-HTTP data and oversized heads in the form of every refusal', async () => {
  const port = await serve();
  const exchange = async (text: string): Promise<[string | undefined, unknown]> => {
    const { socket, answer } = open(port);
    socket.write(text);
    await closed(socket);
    const [head = '', body = ''] = answer().split('\r\n\r\n');
    return [head.split(' ')[1], JSON.parse(body)];
  };
  expect(await exchange(`GET /${'x'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`)).toMatchObject([
    '431',
    { error: { code: 'request.headTooLarge' } },
  ]);
  expect(await exchange('nonsense\r\n\r\n')).toMatchObject(['400', { error: { code: 'request.malformed' } }]);
});

describe('slow bodies', () => {
  const bodies = { ms: 300, uploadBytes: 100 };
  const multipart = (length: number) =>
    `POST /v1/test/upload HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${length}\r\n\r\n`;

  it('ends a call whose body does not arrive', async () => {
    const { socket, answer } = open(await serve({ bodies }));
    socket.write(
      'POST /v1/test/click HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{',
    );
    await closed(socket);
    expect(answer()).toMatch(/^HTTP\/1.1 408 /);
    expect(answer()).toContain('request.timeout');
  });
  it('ends a connection that keeps sending a body slowly after the reply', async () => {
    const { socket, answer } = open(await serve({ bodies }));
    socket.write('POST /nowhere HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n');
    const drip = setInterval(() => socket.write('1\r\nx\r\n'), 50);
    await closed(socket);
    clearInterval(drip);
    expect(answer()).toMatch(/^HTTP\/1.1 404 /);
  });
  it('allows an upload more time at the minimum rate, and ends it below', async () => {
    const { socket, answer } = open(await serve({ bodies }));
    const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n';
    const tail = '\r\n--b--\r\n';
    const pieces = 20;
    socket.write(multipart(head.length + pieces * 200 + tail.length) + head);
    for (let i = 0; i < pieces; i++) {
      socket.write('x'.repeat(200));
      await new Promise((settle) => setTimeout(settle, 50));
    }
    socket.write(tail);
    await once(socket, 'data');
    expect(answer()).toMatch(/^HTTP\/1.1 200 /);
    expect(answer()).toContain(`"size":${pieces * 200}`);
    socket.write(`${multipart(5000)}${head}`);
    await closed(socket);
    expect(answer()).toContain('HTTP/1.1 408 ');
  });
  it('does not end a slow reply', async () => {
    const port = await serve({ bodies });
    const answer = await post(port, '/slow', '{}');
    expect(await answer.text()).toBe('at last');
  });
});

describe('connections', () => {
  const connections = { total: 10, perClient: 3 };
  const isAnswered = async (port: number): Promise<boolean> => {
    const { socket } = open(port);
    socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
    // `once` of node:events would reject at a reset, by which a connection may be refused.
    return new Promise((resolve) => socket.once('data', () => resolve(true)).once('close', () => resolve(false)));
  };

  it('limits connections per client, and accepts new ones as they close', async () => {
    const port = await serve({ connections });
    expect([await isAnswered(port), await isAnswered(port), await isAnswered(port)]).toEqual([true, true, true]);
    expect(await isAnswered(port)).toBe(false);
    for (const socket of sockets.splice(0)) socket.destroy();
    await expect.poll(() => isAnswered(port)).toBe(true);
  });
  it('accepts more from a trusted proxy, up to the total limit', async () => {
    const port = await serve({ connections }, ['127.0.0.0/8']);
    for (let i = 0; i < 10; i++) expect(await isAnswered(port)).toBe(true);
    expect(await isAnswered(port)).toBe(false);
  });
});

it('counts an IPv4 address, also IPv6-mapped, or an IPv6 /64 network as one client', () => {
  expect(clientNetwork('::ffff:192.0.2.7')).toBe('192.0.2.7');
  expect(clientNetwork('192.0.2.7')).toBe('192.0.2.7');
  expect(clientNetwork('2001:db8:1:2:3:4:5:6')).toBe(clientNetwork('2001:db8:1:2:ffff::1'));
  expect(clientNetwork('2001:db8:1:2::1')).not.toBe(clientNetwork('2001:db8:1:3::1'));
  expect(clientNetwork('fe80::1%eth0')).toBe('fe80::/64');
  expect(inNetworks(['10.0.0.0/8', '::1'])('::ffff:10.1.2.3')).toBe(true);
  expect(inNetworks(['10.0.0.0/8', '::1'])('11.0.0.1')).toBe(false);
});
