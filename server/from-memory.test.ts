import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { brand } from '#brands/skywave/brand.ts';
import type { PlayerKey } from '#contract/rules/keys.ts';
import { players } from '#contract/api/players.ts';
import { mountEmbeds } from './domains/players/embed/embed.routes.ts';
import { serveFromMemory } from './from-memory.ts';
import { createServer } from './kernel/http/server.ts';
import { spotEngines } from './spot-engines.ts';
import { testPortal, type TestPortal } from './testing/portal.ts';

/* Players that many visitors open at once, as the delivery process serves them. */

let portal: TestPortal;
let app: FastifyInstance;
let key: PlayerKey;
let save: (body: { name?: string; domains?: string[] }) => Promise<void>;
/** How many requests the memory did not answer. */
let routed = 0;
let now = new Date('2026-03-01T12:00:00Z');

beforeAll(async () => {
  portal = await testPortal();
  const { kernel } = portal;
  app = createServer({ config: kernel.config, log: kernel.log, wording: brand.wording });
  app.addHook('onRequest', async () => void (routed += 1));
  const clock = { now: () => now };
  const embeds = mountEmbeds(app, { ...kernel, clock, brand, geo: spotEngines().geo });
  serveFromMemory(app.server, embeds ? [embeds.reply] : []);
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await portal.close();
});
beforeEach(async () => {
  const { make } = portal;
  const id = await make.account({ plan: 'premier' });
  await make.station(id, { name: 'Harbour Lights Radio' });
  const person = await make.person();
  await make.accountMember(id, person, 'owner');
  const owner = await portal.as(person);
  const [station] = await portal.kernel.db.selectFrom('stations').select('key').where('account_key', '=', id).execute();
  const player = await owner.ok(players.create, { params: { id }, body: { stations: [station!.key] } });
  key = player.key;
  let { revision } = player;
  save = async (body) =>
    void ({ revision } = await owner.ok(players.update, { params: { id, playerKey: key }, body: { ...body, revision } })); // oxfmt-ignore
  routed = 0;
});

/** A reply without its time. */
const get = async (path: string, sent: Record<string, string> = {}, method = 'GET') => {
  const { port } = app.server.address() as AddressInfo;
  const reply = await new Promise<IncomingMessage>((resolve, reject) =>
    request({ host: '127.0.0.1', port, path, headers: sent, method }, resolve).once('error', reject).end(),
  );
  const headersOfPage = Object.entries(reply.headers).filter(([name]) => name !== 'date');
  return { status: reply.statusCode, headers: Object.fromEntries(headersOfPage), body: await text(reply) };
};
/** The reply, and whether the memory gave it. */
const outcome = async (...at: Parameters<typeof get>) => {
  const before = routed;
  const { status, headers, body } = await get(...at);
  return { status, headers, body, isFromMemory: routed === before };
};

test.each([
  ['the page', '', {}],
  ['the page, compressed', '', { 'accept-encoding': 'gzip' }],
  ['the page in another language', '?lang=de', {}],
  ['what the loader asks', '.json?lang=ar', { 'accept-encoding': 'gzip' }],
] as const)('replies with %s as the usual way does', async (_what, rest, headers) => {
  const path = `/embed/${key}${rest}`;
  const usual = await outcome(path, headers);
  const again = await outcome(path, headers);
  expect([usual.status, usual.isFromMemory, again.isFromMemory]).toEqual([200, false, true]);
  expect({ ...again, isFromMemory: false }).toEqual(usual);
});

test('says who may frame it, also to those who have it', async () => {
  await save({ domains: ['harbour.example'] });
  const first = await outcome(`/embed/${key}`);
  const etag = String(first.headers['etag']);
  const policy = first.headers['content-security-policy'];
  expect(policy).toContain('frame-ancestors');
  expect(policy).toContain('harbour.example');
  for (const isFromMemory of [true, false]) {
    if (!isFromMemory) now = new Date(now.getTime() + 5000);
    const known = await outcome(`/embed/${key}`, { 'if-none-match': etag });
    expect([known.status, known.body, known.isFromMemory]).toEqual([304, '', isFromMemory]);
    expect(known.headers['content-security-policy']).toBe(policy);
    expect(known.headers['permissions-policy']).toBe(first.headers['permissions-policy']);
  }
});

test('sends what has changed a second later', async () => {
  const first = await outcome(`/embed/${key}`);
  now = new Date(now.getTime() + 1500);
  expect((await outcome(`/embed/${key}`)).isFromMemory).toBe(false);
  await save({ name: 'Renamed' });
  now = new Date(now.getTime() + 1500);
  const changed = await outcome(`/embed/${key}`);
  expect([changed.isFromMemory, changed.headers.etag === first.headers.etag]).toEqual([false, false]);
});

test('leaves to the usual way what it has not replied to yet: another host, language or kind', async () => {
  await outcome(`/embed/${key}`);
  expect((await outcome(`/embed/${key}`, { host: 'elsewhere.example' })).isFromMemory).toBe(false);
  expect((await outcome(`/embed/${key}`, { 'accept-language': 'fr' })).isFromMemory).toBe(false);
  expect((await outcome(`/embed/${key}.json`)).isFromMemory).toBe(false);
  expect((await outcome(`/embed/${key}?other=1`)).isFromMemory).toBe(false);
  expect((await outcome(`/embed/${key}/qr.svg`)).isFromMemory).toBe(false);
  expect((await outcome(`/embed/${key}`, {}, 'POST')).status).toBe(404);
});

test('replies to HEAD without a body', async () => {
  const { headers } = await outcome(`/embed/${key}`);
  const head = await outcome(`/embed/${key}`, {}, 'HEAD');
  expect([head.isFromMemory, head.body, head.headers['content-length']]).toEqual([true, '', headers['content-length']]);
});
