import { connect } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountKey, EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { deliveredEpisode } from './testing/delivered-episode.ts';

let portal: TestPortal;
let account: AccountKey;
let podcast: PodcastKey;
let episode: { key: EpisodeKey; bytes: Buffer; hash: string };
/** How far the portal's clock is ahead of real time, ms. */
let ahead = 0;
beforeAll(async () => {
  portal = await testPortal({ clock: { now: () => new Date(Date.now() + ahead) } });
  account = await portal.make.account();
  podcast = await portal.make.podcast(account);
  episode = await deliveredEpisode(portal, podcast, 2);
});
afterAll(() => portal.close());

const urlOf = (key: string) => `${portal.url}/episodes/${key}.mp3`;
const get = (headers: Record<string, string> = {}, key: string = episode.key, method = 'GET') =>
  fetch(urlOf(key), { method, headers });
const bytesOf = async (reply: Response) => Buffer.from(await reply.arrayBuffer());
/** Changes take effect within a second. */
const eventually = async (status: number, key: string) =>
  await expect.poll(async () => (await get({}, key, 'HEAD')).status, { timeout: 15_000, interval: 100 }).toBe(status);

describe('an episode', () => {
  it('is delivered whole, with the headers players and directories rely on', async () => {
    const reply = await get();
    expect(reply.status).toBe(200);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': String(episode.bytes.length),
      'accept-ranges': 'bytes',
      etag: `"${episode.hash}"`,
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    });
    expect(Date.parse(reply.headers.get('last-modified') ?? '')).toBeLessThanOrEqual(Date.now());
    expect((await bytesOf(reply)).equals(episode.bytes)).toBe(true);
  });

  it('answers HEAD like GET, without a body', async () => {
    const reply = await get({}, episode.key, 'HEAD');
    expect(reply.headers.get('content-length')).toBe(String(episode.bytes.length));
    expect(await bytesOf(reply)).toHaveLength(0);
  });

  it.each([
    ['bytes=0-1', 0, 2],
    ['bytes=0-', 0, undefined],
    ['bytes=262143-262145', 262_143, 262_146],
    ['bytes=100000-1500000', 100_000, 1_500_001],
    ['bytes=-5', -5, undefined],
    ['bytes=1900000-99999999', 1_900_000, undefined],
    ['BYTES = 7-9', 7, 10],
  ])('answers %s with that part', async (range, from, to) => {
    const reply = await get({ range });
    expect(reply.status).toBe(206);
    const part = episode.bytes.subarray(from, to);
    const start = episode.bytes.length - episode.bytes.subarray(from).length;
    expect(reply.headers.get('content-range')).toBe(
      `bytes ${start}-${start + part.length - 1}/${episode.bytes.length}`,
    );
    expect((await bytesOf(reply)).equals(part)).toBe(true);
  });

  it.each(['bytes=0-1,5-9', 'bytes=9-5', 'bytes=-', 'lines=0-1', 'bytes=a-b', ''])(
    'answers %j with the whole file',
    async (range) => {
      const reply = await get({ range });
      expect(reply.status).toBe(200);
      expect((await bytesOf(reply)).length).toBe(episode.bytes.length);
    },
  );

  it.each(['bytes=99999999-', 'bytes=99999999-100000000', 'bytes=-0'])('refuses %s', async (range) => {
    const reply = await get({ range });
    expect([reply.status, reply.headers.get('content-range')]).toEqual([416, `bytes */${episode.bytes.length}`]);
  });

  it('honours If-Range only for the version the client has a part of', async () => {
    const modified = (await get({}, episode.key, 'HEAD')).headers.get('last-modified') ?? '';
    const status = async (condition: string) => (await get({ range: 'bytes=0-1', 'if-range': condition })).status;
    expect(await status(`"${episode.hash}"`)).toBe(206);
    expect(await status(modified)).toBe(206);
    expect(await status('"another"')).toBe(200);
    expect(await status(`W/"${episode.hash}"`)).toBe(200);
    expect(await status('Thu, 01 Jan 2026 00:00:00 GMT')).toBe(200);
  });

  it('answers 304 to a client that has it', async () => {
    const modified = (await get({}, episode.key, 'HEAD')).headers.get('last-modified') ?? '';
    expect((await get({ 'if-none-match': `"x", W/"${episode.hash}"` })).status).toBe(304);
    expect((await get({ 'if-none-match': '"x"' })).status).toBe(200);
    expect((await get({ 'if-modified-since': modified })).status).toBe(304);
    expect((await get({ 'if-none-match': '"x"', 'if-modified-since': modified })).status).toBe(200);
  });

  it('answers consecutive requests on one connection', async () => {
    const socket = connect(Number(new URL(portal.url).port), '127.0.0.1');
    const ask = (range: string) => `GET /episodes/${episode.key}.mp3 HTTP/1.1\r\nHost: x\r\nRange: ${range}\r\n\r\n`;
    socket.write(ask('bytes=0-9') + ask('bytes=10-19'));
    let received = '';
    socket.on('data', (data: Buffer) => (received += data.toString('latin1')));
    await expect.poll(() => received.split('206 Partial Content').length, { timeout: 15_000 }).toBe(3);
    await expect
      .poll(() => received.endsWith(episode.bytes.subarray(10, 20).toString('latin1')), { timeout: 15_000 })
      .toBe(true);
    socket.destroy();
    await once(socket, 'close');
  });
});

describe('is not delivered', () => {
  it('as a draft, before its publish date, without audio, or in an unpublished podcast', async () => {
    const { db } = portal.kernel;
    const own = await portal.make.podcast(account);
    const { key } = await deliveredEpisode(portal, own, 0.1, { published: new Date(Date.now() + 3_600_000) });
    expect((await get({}, key)).status).toBe(404);
    ahead = 3_601_000;
    await eventually(200, key);
    await db.updateTable('episodes').set({ published: false }).where('key', '=', key).execute();
    await eventually(404, key);
    await db.updateTable('episodes').set({ published: true }).where('key', '=', key).execute();
    await eventually(200, key);
    await db.updateTable('podcasts').set({ published: false }).where('key', '=', own).execute();
    await eventually(404, key);
    expect((await get({}, await portal.make.episode(podcast, { published: new Date() }))).status).toBe(404);
  });

  it('if its account or station is suspended or deleted', async () => {
    for (const [table, state] of [
      ['accounts', 'suspended_at'],
      ['stations', 'suspended_at'],
      ['accounts', 'deleted_at'],
      ['stations', 'deleted_at'],
    ] as const) {
      const owner = await portal.make.account();
      const station = await portal.make.station(owner);
      const { key } = await deliveredEpisode(portal, await portal.make.podcast(owner, { station }), 0.1);
      expect((await get({}, key)).status).toBe(200);
      const which = table === 'accounts' ? owner : station;
      await portal.kernel.db
        .updateTable(table)
        .set({ [state]: new Date() })
        .where('key', '=', which as never)
        .execute();
      await eventually(404, key);
    }
  });

  it('after it or its podcast was deleted: 410', async () => {
    const own = await portal.make.podcast(account);
    const [one, other] = [await deliveredEpisode(portal, own, 0.1), await deliveredEpisode(portal, own, 0.1)];
    await portal.kernel.db.deleteFrom('episodes').where('key', '=', one.key).execute();
    await eventually(410, one.key);
    await portal.kernel.db.deleteFrom('podcasts').where('key', '=', own).execute();
    await eventually(410, other.key);
  });

  it.each(['e-unknown', '..%2f..%2fsecrets', 'x'.repeat(5000), '%00', '%ff'])('for an unknown key: %s', async (key) => {
    expect([400, 404]).toContain((await get({}, key)).status);
  });
});

it('buffers at most a block for a slow client, and continues when the client reads on', async () => {
  const { key, bytes } = await deliveredEpisode(portal, podcast, 60);
  const before = process.memoryUsage().arrayBuffers;
  const slow = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const socket = connect(Number(new URL(portal.url).port), '127.0.0.1');
      socket.write(`GET /episodes/${key}.mp3 HTTP/1.0\r\n\r\n`);
      await once(socket, 'readable');
      return socket;
    }),
  );
  expect((process.memoryUsage().arrayBuffers - before) / 1024 / 1024).toBeLessThan(120);
  const [first] = slow;
  let received = 0;
  first!.on('data', (data: Buffer) => (received += data.length));
  await once(first!, 'end');
  expect(received).toBeGreaterThan(bytes.length);
  for (const socket of slow) socket.destroy();
});
