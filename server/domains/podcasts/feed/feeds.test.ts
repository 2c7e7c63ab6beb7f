import { gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { parseFeed } from 'podcast-partytime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import { connectDatabase } from '#server/kernel/db/connect.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let portal: TestPortal;
let now = new Date();
beforeAll(async () => {
  portal = await testPortal({ clock: { now: () => now } });
});
afterAll(() => portal.close());
beforeEach(() => {
  // Never behind the database's clock, which dates changes.
  now = new Date(Math.max(now.getTime(), Date.now()));
});

type Feed = { key: PodcastKey; name: string; account: Awaited<ReturnType<TestPortal['make']['account']>> };

const feedOf = async (given: Parameters<TestPortal['make']['podcast']>[1] = {}): Promise<Feed> => {
  const account = await portal.make.account();
  const key = await portal.make.podcast(account, given);
  return { key, account, name: await nameOf(key) };
};
const nameOf = async (key: PodcastKey): Promise<string> => {
  const row = await portal.kernel.db
    .selectFrom('podcasts')
    .select('pretty_url')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return row.pretty_url;
};

/** An episode with its audio ready. */
const episodeIn = async (podcast: PodcastKey, published: Date, title?: string): Promise<EpisodeKey> => {
  const key = await portal.make.episode(podcast, { published, ...(title !== undefined && { title }) });
  await portal.kernel.db
    .updateTable('episodes')
    .set({ audio: `episodes/${key}`, audio_size: 5000, audio_ms: 9000, upload_status: 'ready' })
    .where('key', '=', key)
    .execute();
  return key;
};

/** A raw request: no decompression, no redirects followed. */
const get = (name: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<{ status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }>(
    (resolve, reject) => {
      const outgoing = request(`${portal.url}/feeds/${name}`, { method, headers }, (reply) => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => chunks.push(chunk));
        reply.on('end', () =>
          resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(chunks) }),
        );
      });
      outgoing.on('error', reject).end();
    },
  );
const titlesIn = async (name: string): Promise<string[]> => {
  const { body } = await get(name);
  return parseFeed(body.toString())?.items.map(({ title }) => title ?? '') ?? [];
};
/** Changes become visible within a second. */
const patience = { timeout: 15_000 };
const ago = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);

describe('a feed', () => {
  test('is public at its URL, with or without .xml, for any origin', async () => {
    const { key, name } = await feedOf();
    await episodeIn(key, ago(5), 'Out');
    await portal.make.episode(key, { title: 'Draft' });
    for (const path of [name, `${name}.xml`, name.toUpperCase()]) {
      const { status, headers, body } = await get(path);
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'application/rss+xml; charset=utf-8',
        'access-control-allow-origin': '*',
        'content-length': String(body.length),
        vary: 'accept-encoding',
      });
      expect(parseFeed(body.toString())?.items.map(({ title }) => title)).toEqual(['Out']);
    }
  });

  test('answers HEAD like GET, without a body', async () => {
    const { name } = await feedOf();
    const [whole, head] = [await get(name), await get(name, {}, 'HEAD')];
    expect(head).toMatchObject({ status: 200, body: Buffer.alloc(0) });
    expect(head.headers).toMatchObject({ etag: whole.headers.etag, 'content-length': whole.headers['content-length'] });
  });

  test('is compressed if the client accepts it, with a separate ETag', async () => {
    const { name } = await feedOf();
    const plain = await get(name);
    for (const accepted of ['gzip', 'br, gzip;q=0.5', '*', 'deflate,gzip , br']) {
      const packed = await get(name, { 'accept-encoding': accepted });
      expect(packed.headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(packed.body)).toEqual(plain.body);
      expect(packed.headers.etag).not.toBe(plain.headers.etag);
    }
    for (const refused of ['gzip;q=0', 'br', 'identity'])
      expect((await get(name, { 'accept-encoding': refused })).headers['content-encoding']).toBeUndefined();
  });

  test('answers 304 to a client that has it, by weak or strong ETag and by time', async () => {
    const { key, name } = await feedOf();
    await episodeIn(key, ago(5));
    now = new Date(now.getTime() + 60_000);
    const { headers } = await get(name);
    const etag = String(headers.etag);
    const modified = String(headers['last-modified']);
    for (const condition of [
      { 'if-none-match': etag },
      { 'if-none-match': `"other", W/${etag}` },
      { 'if-none-match': '*' },
      { 'if-modified-since': modified },
      { 'if-modified-since': new Date(now.getTime() + 1000).toUTCString() },
    ] as Record<string, string>[]) {
      const reply = await get(name, condition);
      expect(reply).toMatchObject({ status: 304, body: Buffer.alloc(0) });
      expect(reply.headers.etag).toBe(etag);
    }
    for (const condition of [
      { 'if-none-match': '"other"' },
      { 'if-none-match': '"other"', 'if-modified-since': modified },
      { 'if-modified-since': new Date(Date.parse(modified) - 1000).toUTCString() },
      { 'if-modified-since': 'yesterday' },
    ] as Record<string, string>[])
      expect((await get(name, condition)).status).toBe(200);
  });

  test('changes when its podcast or an episode changes or is deleted', async () => {
    const { key, name } = await feedOf();
    const episode = await episodeIn(key, ago(5), 'Before');
    const seen = new Set<unknown>();
    const expectNewEtag = async () => {
      await expect.poll(async () => seen.has((await get(name)).headers.etag), patience).toBe(false);
      now = new Date(now.getTime() + 10_000);
      seen.add((await get(name)).headers.etag);
    };
    await expectNewEtag();
    await portal.kernel.db.updateTable('podcasts').set({ title: 'Renamed' }).where('key', '=', key).execute();
    await expectNewEtag();
    await portal.kernel.db.updateTable('episodes').set({ title: 'After' }).where('key', '=', episode).execute();
    await expectNewEtag();
    await portal.kernel.db.deleteFrom('episodes').where('key', '=', episode).execute();
    await expectNewEtag();
    expect(await titlesIn(name)).toEqual([]);
  });

  test('contains a scheduled episode from its publish date on', async () => {
    const { key, name } = await feedOf();
    await episodeIn(key, new Date(now.getTime() + 60_000), 'Soon');
    const before = await get(name);
    expect(await titlesIn(name)).toEqual([]);
    now = new Date(now.getTime() + 59_999);
    expect(await titlesIn(name)).toEqual([]);
    now = new Date(now.getTime() + 1);
    expect(await titlesIn(name)).toEqual(['Soon']);
    const condition = { 'if-none-match': String(before.headers.etag) };
    expect((await get(name, condition)).status).toBe(200);
  });

  test('does not change while a draft is edited', async () => {
    const { key, name } = await feedOf();
    await episodeIn(key, ago(5));
    const draft = await portal.make.episode(key, { title: 'Draft' });
    now = new Date(now.getTime() + 60_000);
    const { headers } = await get(name);
    await portal.kernel.db
      .updateTable('episodes')
      .set({ title: 'Another', updated: new Date() })
      .where('key', '=', draft)
      .execute();
    expect(await (await uncachedEtag())(name)).toBe(headers.etag);
  });

  test('renders identically in another process', async () => {
    const { key, name } = await feedOf();
    await episodeIn(key, ago(5));
    now = new Date(now.getTime() + 60_000);
    const other = await uncachedEtag();
    const [one, two] = await Promise.all([get(name), other(name)]);
    expect(two).toBe(one.headers.etag);
  });
});

test('a cached feed is served while the database is down', async () => {
  const { feedCache } = await import('./feed-cache.ts');
  const { brand } = await import('#brands/skywave/brand.ts');
  const { name } = await feedOf();
  const { db } = connectDatabase(portal.kernel.config.databaseUrl, 1);
  const cache = feedCache({ ...portal.kernel, db, brand });
  const before = await cache.get(name);
  await db.destroy();
  await expect.poll(() => cache.peek(name), patience).toBe('stale');
  expect(await cache.get(name)).toBe(before);
  await expect(cache.get('never-seen')).rejects.toThrow();
});

/** Returns a function that gets the ETag of a feed from a new, empty cache. */
const uncachedEtag = async () => {
  const { feedCache } = await import('./feed-cache.ts');
  const { brand } = await import('#brands/skywave/brand.ts');
  const cache = feedCache({ ...portal.kernel, brand });
  return async (name: string): Promise<string> => {
    const found = await cache.get(name);
    return found && 'feed' in found ? `"${found.feed.etag}"` : '';
  };
};

describe('a feed that moves', () => {
  test('redirects permanently, and is still readable here with ?stay=1', async () => {
    const { key, name } = await feedOf();
    await portal.kernel.db
      .updateTable('podcasts')
      .set({ new_feed_url: 'https://new.example/feed' })
      .where('key', '=', key)
      .execute();
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await get(name, {}, method);
      expect([status, headers.location]).toEqual([301, 'https://new.example/feed']);
    }
    const stayed = await get(`${name}?stay=1`);
    expect(stayed.status).toBe(200);
    expect(stayed.body.toString()).toContain('<itunes:new-feed-url>https://new.example/feed</itunes:new-feed-url>');
  });

  test('redirects to exactly its new URL', async () => {
    const { key, name } = await feedOf();
    const new_feed_url = 'https://new.example/a%2Fb/ü?x=1&y=%20';
    await portal.kernel.db.updateTable('podcasts').set({ new_feed_url }).where('key', '=', key).execute();
    expect((await get(name)).headers.location).toBe('https://new.example/a%2Fb/%C3%BC?x=1&y=%20');
  });

  test('to itself does not redirect', async () => {
    const { key, name } = await feedOf();
    const new_feed_url = `${portal.kernel.config.publicUrl}/feeds/${name}`;
    await portal.kernel.db.updateTable('podcasts').set({ new_feed_url }).where('key', '=', key).execute();
    expect((await get(name)).status).toBe(200);
  });

  test('within the portal redirects from its old URL until another podcast uses that', async () => {
    const { key, name } = await feedOf();
    const renamed = `${name}-renamed`;
    await portal.kernel.db.updateTable('podcasts').set({ pretty_url: renamed }).where('key', '=', key).execute();
    const { status, headers } = await get(name);
    expect([status, headers.location]).toEqual([301, `${portal.kernel.config.publicUrl}/feeds/${renamed}`]);
    expect((await get(renamed)).status).toBe(200);
    const other = await feedOf();
    await portal.kernel.db.updateTable('podcasts').set({ pretty_url: name }).where('key', '=', other.key).execute();
    await expect.poll(async () => (await get(name)).status, patience).toBe(200);
  });
});

describe('no feed is served', () => {
  const change = {
    'for an unknown name': async () => Promise.resolve(),
    'of an unpublished podcast': async ({ key }: Feed) =>
      void (await portal.kernel.db.updateTable('podcasts').set({ published: false }).where('key', '=', key).execute()),
    'of a suspended account': async ({ account }: Feed) =>
      void (await portal.kernel.db
        .updateTable('accounts')
        .set({ suspended_at: new Date() })
        .where('key', '=', account)
        .execute()),
    'of a deleted account': async ({ account }: Feed) =>
      void (await portal.kernel.db
        .updateTable('accounts')
        .set({ deleted_at: new Date() })
        .where('key', '=', account)
        .execute()),
    'of a deleted podcast': async ({ key }: Feed) =>
      void (await portal.kernel.db.deleteFrom('podcasts').where('key', '=', key).execute()),
  };
  test.each(Object.keys(change) as (keyof typeof change)[])('%s', async (reason) => {
    const feed = await feedOf();
    const name = reason === 'for an unknown name' ? 'no-such-podcast' : feed.name;
    if (name === feed.name) expect((await get(name)).status).toBe(200);
    await change[reason](feed);
    await expect.poll(async () => (await get(name)).status, patience).toBe(404);
    expect((await get(name, {}, 'HEAD')).status).toBe(404);
  });

  test.each(['suspended', 'deleted'] as const)('of a %s station', async (how) => {
    const account = await portal.make.account();
    const station = await portal.make.station(account, { [how]: true });
    const key = await portal.make.podcast(account, { station });
    expect((await get(await nameOf(key))).status).toBe(404);
  });
});
