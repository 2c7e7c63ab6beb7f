import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brand } from '#brands/skywave/brand.ts';
import { allEndpoints } from '#contract/api/index.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { createServer } from './server.ts';
import { serveSpa } from './spa.ts';

let portal: TestPortal;
let outer: string;
let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  portal = await testPortal();
  outer = await mkdtemp(join(tmpdir(), 'skywave-spa-'));
  folder = join(outer, 'web');
  await writeFile(join(outer, 'outside.txt'), 'secret');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(folder, 'index.html'), '<script nonce="__CSP_NONCE__"></script>');
  await writeFile(join(folder, 'assets/main-abc.js'), 'plain');
  await writeFile(join(folder, 'assets/main-abc.js.br'), 'brotli');
  await writeFile(join(folder, 'assets/main-abc.js.gz'), 'gzip');
  app = createServer({ config: portal.kernel.config, log: portal.kernel.log, wording: brand.wording });
  await serveSpa(app, folder);
});
afterAll(async () => {
  await app.close();
  await portal.close();
  await rm(outer, { recursive: true });
});

describe('the pages', () => {
  it('are one document at all their URLs, with a new nonce each time', async () => {
    const [one, two] = [await app.inject('/'), await app.inject('/accounts/a-1/stations')];
    const nonce = /nonce="([\w-]+)"/.exec(one.body)?.[1] ?? '';
    expect(one.headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
    expect(one.headers['content-security-policy']).not.toContain('unsafe');
    expect(two.body).toContain('nonce="');
    expect(two.body).not.toContain(nonce);
  });
  it('serve assets with unlimited caching, in an encoding that the browser accepts', async () => {
    const get = (accepted: string) =>
      app.inject({ url: '/assets/main-abc.js', headers: { 'accept-encoding': accepted } });
    const reply = await get('gzip, br');
    expect([reply.headers['content-encoding'], reply.body]).toEqual(['br', 'brotli']);
    expect(reply.headers['cache-control']).toContain('immutable');
    expect((await get('gzip')).body).toBe('gzip');
    expect((await get('identity')).body).toBe('plain');
    const etag = String((await get('identity')).headers.etag);
    const again = await app.inject({ url: '/assets/main-abc.js', headers: { 'if-none-match': etag } });
    expect(again.statusCode).toBe(304);
  });
  it('switch to a new build as soon as its document exists', async () => {
    const built = join(outer, 'rebuilt');
    await mkdir(join(built, 'assets'), { recursive: true });
    await writeFile(join(built, 'index.html'), 'old');
    await writeFile(join(built, 'assets/old.js'), 'old');
    const server = createServer({ config: portal.kernel.config, log: portal.kernel.log, wording: brand.wording });
    await serveSpa(server, built);
    const bodyOf = async (path: string) => (await server.inject(path)).body;
    await rm(built, { recursive: true });
    expect(await bodyOf('/')).toBe('old');
    expect((await server.inject('/assets/old.js')).statusCode).toBe(404);
    await mkdir(join(built, 'assets'), { recursive: true });
    await writeFile(join(built, 'assets/new.js'), 'new script');
    await writeFile(join(built, 'index.html'), 'new');
    expect([await bodyOf('/'), await bodyOf('/assets/new.js')]).toEqual(['new', 'new script']);
    await server.close();
  });
  it.each(['/assets/gone.js', '/v1/gone', '/media/gone', '/realms/gone'])('are never served for %s', async (path) => {
    expect([(await fetch(`${portal.url}${path}`)).status, (await app.inject(path)).statusCode]).toEqual([404, 404]);
  });
  it.each(['/../outside.txt', '/assets/../../outside.txt', '/%2e%2e/outside.txt', '/..%2foutside.txt'])(
    'never serve files outside their folder (%s)',
    async (path) => {
      expect((await app.inject(path)).body).not.toContain('secret');
    },
  );
  it('reply to POST with 404 in JSON', async () => {
    const reply = await app.inject({ method: 'POST', url: '/accounts' });
    expect([reply.statusCode, (reply.json() as { error: { code: string } }).error.code]).toEqual([
      404,
      'request.notFound',
    ]);
  });
  it('report a missing build', async () => {
    const reply = await fetch(`${portal.url}/`);
    expect(reply.status).toBe(503);
    expect(await reply.text()).toContain('not built');
  });
});

describe('operations', () => {
  it('report health and readiness', async () => {
    expect((await fetch(`${portal.url}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${portal.url}/readyz`)).json()).toEqual({ status: 'ok', database: true });
  });
  it('show no metrics on the public port', async () => {
    expect(await (await fetch(`${portal.url}/metrics`)).text()).not.toContain('skywave_');
  });
});

describe('the reference', () => {
  it('describes every endpoint', async () => {
    const document = (await (await fetch(`${portal.url}/openapi.json`)).json()) as {
      openapi: string;
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    expect(document.openapi).toMatch(/^3\.1/);
    const described = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map((one) => one.operationId),
    );
    expect(described.toSorted()).toEqual(
      allEndpoints()
        .map(({ domain, name }) => `${domain}.${name}`)
        .toSorted(),
    );
  });
  it('is a page without scripts', async () => {
    const page = await (await fetch(`${portal.url}/docs`)).text();
    expect(page).toContain('/v1/accounts/{key}');
    expect(page).not.toContain('<script');
  });
});
