import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closedUrls } from '#contract/testing/address-corpus.ts';
import { guardedOutbound, guardWith } from './guarded.ts';

const bounds = { maxBytes: 1000, timeoutMs: 30_000 };
/** A short timeout where no response comes. */
const patienceMs: Record<string, number> = { never: 300 };
const boundsOf = (path: string) => ({ ...bounds, timeoutMs: patienceMs[path] ?? bounds.timeoutMs });
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, reply) => {
    const answers: Record<string, () => unknown> = {
      '/here': () => reply.writeHead(200, { 'content-type': 'text/plain' }).end('found'),
      '/moved': () => reply.writeHead(302, { location: '/here' }).end(),
      '/inward': () => reply.writeHead(302, { location: 'http://[::1]:1/' }).end(),
      '/loop': () => reply.writeHead(302, { location: '/loop' }).end(),
      '/large': () => reply.end('x'.repeat(2000)),
      '/never': () => undefined,
      '/echo': () => {
        const { authorization, 'content-type': type } = request.headers;
        const isAsDue = authorization === 'Bearer secret' && type === 'application/json' && request.method === 'POST';
        reply.writeHead(isAsDue ? 201 : 400);
        request.pipe(reply);
      },
    };
    answers[request.url ?? '']?.();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('the guarded client', () => {
  const open = guardedOutbound({ isAllowed: (address) => address === '127.0.0.1', isPortAllowed: () => true });
  const refused = (reason: RegExp) => ({
    code: 'outbound.refused',
    details: { reason: expect.stringMatching(reason) },
  });

  it('fetches, also after a redirect', async () => {
    expect(await open.get(`${url}/moved`, bounds)).toMatchObject({
      status: 200,
      url: `${url}/here`,
      body: Buffer.from('found'),
    });
  });
  it('streams a response, also after a redirect', async () => {
    const { status, url: at, body } = await open.open(`${url}/moved`, { timeoutMs: 30_000, stallMs: 30_000 });
    expect([status, at, await text(body)]).toEqual([200, `${url}/here`, 'found']);
  });
  it.each([
    ['inward', /public/],
    ['loop', /redirects/],
    ['never', /time/],
  ])('opens nothing at /%s', async (path, reason) => {
    const { timeoutMs } = boundsOf(path);
    await expect(open.open(`${url}/${path}`, { timeoutMs, stallMs: timeoutMs })).rejects.toMatchObject(refused(reason));
  });
  it('posts JSON with a bearer token', async () => {
    const sent = { code: 'friend' };
    const answer = await open.post(`${url}/echo`, sent, { ...bounds, bearer: 'secret' });
    expect(answer.status).toBe(201);
    expect(JSON.parse(answer.body.toString())).toEqual(sent);
  });
  it.each([
    ['moved', /redirects/],
    ['large', /large/],
    ['never', /time/],
  ])('limits a POST to /%s', async (path, reason) => {
    await expect(open.post(`${url}/${path}`, {}, boundsOf(path))).rejects.toMatchObject(refused(reason));
  });
  it.each(['http://127.0.0.1/', 'http://[::ffff:7f00:1]/'])(
    'with default rules posts nothing to %s',
    async (address) => {
      await expect(guardedOutbound().post(address, {}, bounds)).rejects.toMatchObject(refused(/public/));
    },
  );
  it('checks the address again at a redirect', async () => {
    await expect(open.get(`${url}/inward`, bounds)).rejects.toMatchObject(refused(/public/));
  });
  it.each([
    ['loop', /redirects/],
    ['large', /large/],
    ['never', /time/],
  ])('bounds /%s', async (path, reason) => {
    await expect(open.get(`${url}/${path}`, boundsOf(path))).rejects.toMatchObject(refused(reason));
  });
  it.each(['ftp://example.com/', 'file:///etc/passwd', 'http://user:pw@example.com/', 'nonsense'])(
    'refuses %s',
    async (address) => {
      await expect(open.get(address, bounds)).rejects.toMatchObject(refused(/web URL/));
    },
  );
  it.each(closedUrls)('with default rules refuses %s', async (address) => {
    await expect(guardedOutbound().get(address, bounds)).rejects.toMatchObject(refused(/public/));
  });
  it('with default rules refuses ports of other services', async () => {
    await expect(guardedOutbound().get('http://example.com:25/', bounds)).rejects.toMatchObject(refused(/port/));
  });
  it.each([
    ['127.0.0.1', true],
    ['10.1.2.3', true],
    ['::ffff:10.1.2.3', true],
    ['fd00::7', true],
    ['127.0.0.2', false],
    ['192.168.1.1', false],
    ['fd01::7', false],
    ['93.184.216.34', true],
  ])("with the operator's internal networks may reach %s: %s", (address, may) => {
    expect(guardWith(['127.0.0.1', '10.0.0.0/8', 'fd00::/64']).isAllowed(address)).toBe(may);
  });
});
