import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { endpoint, type AnyEndpoint } from '#contract/api/http.ts';
import { testClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { mountEndpoint } from './mount.ts';
import { rangeOf } from './range.ts';
import { sharedRateLimiter } from './shared-rate-limit.ts';
import { createServer } from './server.ts';
import { brand } from '#brands/skywave/brand.ts';

const search = endpoint('GET test/search', {
  access: 'open',
  summary: 's',
  query: { words: z.optional(z.array(z.string())), one: z.optional(z.string()), n: z._default(z.coerce.number(), 7) },
  returns: z.object({ words: z.optional(z.array(z.string())), n: z.number() }),
});
const create = endpoint('POST test/things', {
  access: 'user.self',
  summary: 's',
  body: z.object({ name: z.string().check(z.minLength(2)) }),
  returns: z.object({ id: z.number(), name: z.string() }),
  status: 201,
  idempotent: true,
});
const upload = endpoint('POST test/upload', {
  access: 'open',
  summary: 's',
  form: {
    json: { field: 'meta', schema: z.object({ title: z.string() }) },
    fields: { name: z.optional(z.string()) },
    file: { field: 'file', maxBytes: 1000 },
  },
  returns: z.object({ title: z.string(), size: z.number(), sha256: z.string(), filename: z.string() }),
});
const table = endpoint('GET test/table', { access: 'open', summary: 's', returns: { raw: 'csv' } });
const sound = endpoint('GET test/sound', {
  access: 'open',
  summary: 's',
  returns: { raw: 'binary', type: 'audio/mpeg' },
});
const events = endpoint('GET test/events', {
  access: 'user.self',
  summary: 's',
  returns: { raw: 'events', events: { tick: z.object({ n: z.number() }) } },
});
const limited = endpoint('POST test/limited', { access: 'open', summary: 's', rateLimit: { max: 2, seconds: 60 } });
const broken = endpoint('GET test/broken', { access: 'open', summary: 's', returns: z.string() });

let portal: TestPortal;
let url: string;
let token: string;
let created = 0;
let close: () => Promise<unknown>;
let isClosed = Promise.withResolvers<void>();
const file = Buffer.from('0123456789');

beforeAll(async () => {
  portal = await testPortal();
  const person = await portal.make.person();
  token = await portal.issuer.token({ sub: person.subject, email: person.email });
  const { kernel } = portal;
  const app = createServer({ config: kernel.config, log: kernel.log, wording: brand.wording });
  const admit = { ...portal.admit, rateLimit: sharedRateLimiter(kernel) };
  const handlers: [unknown, (call: never) => unknown][] = [
    [search, ({ query }: { query: object }) => ({ ...query, secret: 'no' })],
    [create, ({ body }: { body: { name: string } }) => ({ id: ++created, name: body.name })],
    [upload, ({ body, file: given }: { body: object; file: object }) => ({ ...body, ...given })],
    [
      table,
      () => ({
        filename: 'täble.csv',
        rows: Readable.from([
          ['a', 'b'],
          ['=1+1', 2],
          ['x"y', 'line\nbreak'],
        ]),
      }),
    ],
    [
      sound,
      ({ request }: { request: Parameters<typeof rangeOf>[0] }) => {
        const range = rangeOf(request, file.length, 'e1');
        const part = range ? file.subarray(range.start, range.end + 1) : file;
        return { stream: Readable.from([part]), size: file.length, range, etag: 'e1' };
      },
    ],
    [
      events,
      async function* ({ signal }: { signal: AbortSignal }) {
        signal.addEventListener('abort', () => isClosed.resolve());
        yield { event: 'tick', data: { n: 1, secret: 2 } };
        await once(signal, 'abort');
      },
    ],
    [limited, () => undefined],
    [broken, () => Promise.reject(new Error('inner secret'))],
  ];
  for (const [declared, handle] of handlers)
    mountEndpoint(app, kernel, admit, declared as AnyEndpoint, handle as never);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address ? String(address.port) : ''}`;
  close = () => app.close();
});
afterAll(async () => {
  await close();
  await portal.close();
});

const anonymous = () => testClient(url, undefined);
const signedIn = () => testClient(url, token);

describe('input', () => {
  it('reads a repeatable parameter as a list, even if it occurs once, and fills in defaults', async () => {
    expect(await anonymous().ok(search, { query: { words: ['a', 'b'] } })).toEqual({ words: ['a', 'b'], n: 7 });
    expect(await anonymous().ok(search, { query: { words: ['a'] } })).toEqual({ words: ['a'], n: 7 });
  });
  it('refuses a parameter that may not be repeated', async () => {
    const reply = await anonymous().send('GET', '/v1/test/search?one=1&one=2');
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({
      error: { code: 'request.invalid', fields: { one: expect.any(String) } },
    });
  });
  it('accepts paths with and without a trailing slash', async () => {
    expect((await anonymous().send('GET', '/v1/test/search/')).status).toBe(200);
  });
  it('reports each invalid field of a body by its path', async () => {
    const reply = await signedIn().call(create, { body: { name: 'x' } });
    expect(reply.json.error).toMatchObject({ code: 'request.invalid', fields: { name: expect.any(String) } });
  });
  it('reports unknown fields of a body next to invalid ones', async () => {
    const body = { name: 'x', nmae: 'y', constructor: 1 } as unknown as { name: string };
    const reply = await signedIn().call(create, { body });
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.json.error.fields ?? {}).toSorted()).toEqual(['constructor', 'name', 'nmae']);
    expect(
      (await signedIn().call(create, { body: { name: 'id is answered', id: 7 } as { name: string } })).status,
    ).toBe(201);
  });
  it('refuses a body that is not JSON, of another type, or too large', async () => {
    const as = signedIn();
    const json = { 'content-type': 'application/json' };
    expect((await as.send('POST', '/v1/test/things', '{', json)).status).toBe(400);
    expect((await as.send('POST', '/v1/test/things', 'a=b', { 'content-type': 'text/plain' })).status).toBe(400);
    expect((await as.send('POST', '/v1/test/things', `"${'x'.repeat(1_100_000)}"`, json)).status).toBe(413);
  });
  it('checks the caller before it reads the body', async () => {
    const sent = httpRequest(`${url}/v1/test/things`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': 100 },
    });
    sent.flushHeaders();
    const [reply] = (await once(sent, 'response')) as [{ statusCode: number }];
    expect(reply.statusCode).toBe(401);
    sent.destroy();
  });
});

describe('multipart', () => {
  const part = (name: string, rest: string, text: string) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"${rest}\r\n\r\n${text}\r\n`;
  const meta = part('meta', '', '{"title":"T"}');
  const sent = (parts: string[]) =>
    anonymous().send('POST', '/v1/test/upload', `${parts.join('')}--b--\r\n`, {
      'content-type': 'multipart/form-data; boundary=b',
    });
  const withFile = (text: string) => part('file', '; filename="../../etc/a.mp3"', text);

  it('accepts the JSON field before or after the file, and removes the file afterwards', async () => {
    for (const parts of [
      [meta, withFile('abc')],
      [withFile('abc'), meta],
    ]) {
      const reply = await sent(parts);
      expect(await reply.json()).toMatchObject({ title: 'T', size: 3, filename: 'a.mp3' });
    }
    expect(await readdir(join(portal.kernel.config.dataDir, 'tmp'))).toEqual([]);
  });
  it('refuses an oversized file, a missing one and broken JSON, and leaves nothing on disk', async () => {
    expect((await sent([meta, withFile('x'.repeat(1001))])).status).toBe(413);
    expect((await sent([meta])).status).toBe(400);
    expect((await sent([part('meta', '', '{'), withFile('abc')])).status).toBe(400);
    expect(
      (await anonymous().send('POST', '/v1/test/upload', '{}', { 'content-type': 'application/json' })).status,
    ).toBe(400);
    expect(await readdir(join(portal.kernel.config.dataDir, 'tmp'))).toEqual([]);
  });
});

describe('replies', () => {
  it('strips fields that are not in the contract', async () => {
    expect(await anonymous().ok(search)).not.toHaveProperty('secret');
  });
  it('replies to HEAD without a body', async () => {
    const reply = await anonymous().send('HEAD', '/v1/test/search');
    expect([reply.status, await reply.text()]).toEqual([200, '']);
  });
  it('writes CSV that no spreadsheet runs as formulas', async () => {
    const reply = await anonymous().send('GET', '/v1/test/table');
    expect(await reply.text()).toBe('"a","b"\r\n"\'=1+1",2\r\n"x""y","line\nbreak"\r\n');
    expect(reply.headers.get('content-disposition')).toContain("filename*=UTF-8''t%C3%A4ble.csv");
  });
  it('serves ranges, 416 and 304', async () => {
    const get = (headers: Record<string, string>) => anonymous().send('GET', '/v1/test/sound', undefined, headers);
    const part = await get({ range: 'bytes=2-4' });
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, '234', 'bytes 2-4/10']);
    expect(await (await get({ range: 'bytes=-3' })).text()).toBe('789');
    expect((await get({ range: 'bytes=10-' })).status).toBe(416);
    expect((await get({ 'if-none-match': '"e1"' })).status).toBe(304);
    const whole = await get({});
    expect(whole.headers.get('content-security-policy')).toContain('sandbox');
    expect(await whole.text()).toBe('0123456789');
  });
  it('streams events and notices when the client disconnects', async () => {
    isClosed = Promise.withResolvers();
    const leaving = new AbortController();
    const reply = await fetch(`${url}/v1/test/events`, {
      headers: { authorization: `Bearer ${token}` },
      signal: leaving.signal,
    });
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of reply.body ?? []) {
      text += decoder.decode(chunk as Uint8Array);
      if (text.includes('data:')) break;
    }
    leaving.abort();
    expect(text).toContain('event: tick\ndata: {"n":1}\n\n');
    await isClosed.promise;
  });
  it('ends an event stream when the token expires', async () => {
    const person = await portal.make.person();
    const ending = await portal.issuer.token({ sub: person.subject, email: person.email }, 300);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const reply = await fetch(`${url}/v1/test/events`, { headers: { authorization: `Bearer ${ending}` } });
      vi.advanceTimersByTime(300_000);
      expect(await reply.text()).toContain('event: tick');
    } finally {
      vi.useRealTimers();
    }
  });
  it('hides internal errors and returns an ID to find them', async () => {
    const reply = await anonymous().call(broken);
    expect(reply.status).toBe(500);
    expect(reply.text).not.toContain('inner secret');
    expect(reply.json.error).toMatchObject({ code: 'request.unexpected', id: expect.any(String) });
  });
});

describe('repeated calls', () => {
  it('returns the first reply to a repeated creation', async () => {
    const headers = { 'idempotency-key': 'k1' };
    const before = created;
    const [first, again] = await Promise.all(
      [1, 2].map(() => signedIn().call(create, { body: { name: 'once' } }, headers)),
    );
    const third = await signedIn().call(create, { body: { name: 'once' } }, headers);
    expect([first?.status ?? 0, again?.status ?? 0].toSorted((a, b) => a - b)).toEqual([
      201,
      expect.toSatisfy((status) => status === 201 || status === 409),
    ]);
    expect(third.json).toEqual((first?.status === 201 ? first : again)?.json);
    expect(created).toBe(before + 1);
  });
  it('refuses the key of a different request', async () => {
    const headers = { 'idempotency-key': 'k3' };
    expect((await signedIn().call(create, { body: { name: 'One' } }, headers)).status).toBe(201);
    const other = await signedIn().call(create, { body: { name: 'Two' } }, headers);
    expect([other.status, other.json]).toMatchObject([422, { error: { code: 'request.keyReused' } }]);
    expect((await signedIn().call(create, { body: { name: 'One' } }, headers)).json).toMatchObject({ name: 'One' });
  });
  it('allows a refused creation to be retried', async () => {
    const headers = { 'idempotency-key': 'k2' };
    expect((await signedIn().call(create, { body: { name: '' } }, headers)).status).toBe(400);
    expect((await signedIn().call(create, { body: { name: 'now' } }, headers)).status).toBe(201);
  });
  it('refuses too many calls and says when to retry', async () => {
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await anonymous().raw(limited as unknown as AnyEndpoint)).status);
    expect(statuses).toEqual([204, 204, 429]);
    expect((await anonymous().raw(limited as unknown as AnyEndpoint)).headers.get('retry-after')).toMatch(/^\d+$/);
  });
});
