import { gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { parseFeed } from 'podcast-partytime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EpisodeKey, PodcastKey } from '#contract/keys.ts';
import { connectDatabase } from '#server/kernel/db/connect.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let portal: TestPortal;
let now = new Date();
beforeAll(async () => {
  portal = await testPortal({ clock: { now: () => now } });
});
afterAll(() => portal.close());
beforeEach(() => {
  // Never behind the database's, by which changes are dated.
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

/** As it is on the wire: nothing is unpacked, no redirect followed. */
const ask = (name: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<{ status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }>(
    (resolve, reject) => {
      const sent = request(`${portal.url}/feeds/${name}`, { method, headers }, (reply) => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => chunks.push(chunk));
        reply.on('end', () =>
          resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(chunks) }),
        );
      });
      sent.on('error', reject).end();
    },
  );
const titlesIn = async (name: string): Promise<string[]> => {
  const { body } = await ask(name);
  return parseFeed(body.toString())?.items.map(({ title }) => title ?? '') ?? [];
};
/** What has changed is seen a second later. */
const patience = { timeout: 15_000 };
const ago = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);

describe('a feed', () => {
  test('is had at its address, with .xml too, by anybody from anywhere', async () => {
    const { key, name } = await feedOf();
    await episodeIn(key, ago(5), 'Out');
    await portal.make.episode(key, { title: 'Draft' });
    for (const address of [name, `${name}.xml`, name.toUpperCase()]) {
      const { status, headers, body } = await ask(address);
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

  test('answers HEAD as GET, without its bytes', async () => {
    const { name } = await feedOf();
    const [whole, head] = [await ask(name), await ask(name, {}, 'HEAD')];
    expect(head).toMatchObject({ status: 200, body: Buffer.alloc(0) });
    expect(head.headers).toMatchObject({ etag: whole.headers.etag, 'content-length': whole.headers['content-length'] });
  });

  test('is compressed where that is taken, under an ETag of its own', async () => {
    const { name } = await feedOf();
    const plain = await ask(name);
    for (const accepted of ['gzip', 'br, gzip;q=0.5', '*', 'deflate,gzip , br']) {
      const packed = await ask(name, { 'accept-encoding': accepted });
      expect(packed.headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(packed.body)).toEqual(plain.body);
      expect(packed.headers.etag).not.toBe(plain.headers.etag);
    }
    for (const refused of ['gzip;q=0', 'br', 'identity'])
      expect((await ask(name, { 'accept-encoding': refused })).headers['content-encoding']).toBeUndefined();
  });

  test('answers 304 to who has it, by ETag, weakened or not, and by time', async () => {
    const { key, name } = await feedOf();
    await episodeIn(key, ago(5));
    now = new Date(now.getTime() + 60_000);
    const { headers } = await ask(name);
    const etag = String(headers.etag);
    const modified = String(headers['last-modified']);
    for (const condition of [
      { 'if-none-match': etag },
      { 'if-none-match': `"other", W/${etag}` },
      { 'if-none-match': '*' },
      { 'if-modified-since': modified },
      { 'if-modified-since': new Date(now.getTime() + 1000).toUTCString() },
    ] as Record<string, string>[]) {
      const reply = await ask(name, condition);
      expect(reply).toMatchObject({ status: 304, body: Buffer.alloc(0) });
      expect(reply.headers.etag).toBe(etag);
    }
    for (const condition of [
      { 'if-none-match': '"other"' },
      { 'if-none-match': '"other"', 'if-modified-since': modified },
      { 'if-modified-since': new Date(Date.parse(modified) - 1000).toUTCString() },
      { 'if-modified-since': 'yesterday' },
    ] as Record<string, string>[])
      expect((await ask(name, condition)).status).toBe(200);
  });

  test('is another once its podcast or one of its episodes changes, or is gone', async () => {
    const { key, name } = await feedOf();
    const episode = await episodeIn(key, ago(5), 'Before');
    const seen = new Set<unknown>();
    const isNew = async () => {
      await expect.poll(async () => seen.has((await ask(name)).headers.etag), patience).toBe(false);
      now = new Date(now.getTime() + 10_000);
      seen.add((await ask(name)).headers.etag);
    };
    await isNew();
    await portal.kernel.db.updateTable('podcasts').set({ title: 'Renamed' }).where('key', '=', key).execute();
    await isNew();
    await portal.kernel.db.updateTable('episodes').set({ title: 'After' }).where('key', '=', episode).execute();
    await isNew();
    await portal.kernel.db.deleteFrom('episodes').where('key', '=', episode).execute();
    await isNew();
    expect(await titlesIn(name)).toEqual([]);
  });

  test('shows a scheduled episode at its moment, without anybody doing anything', async () => {
    const { key, name } = await feedOf();
    await episodeIn(key, new Date(now.getTime() + 60_000), 'Soon');
    const before = await ask(name);
    expect(await titlesIn(name)).toEqual([]);
    now = new Date(now.getTime() + 59_999);
    expect(await titlesIn(name)).toEqual([]);
    now = new Date(now.getTime() + 1);
    expect(await titlesIn(name)).toEqual(['Soon']);
    const condition = { 'if-none-match': String(before.headers.etag) };
    expect((await ask(name, condition)).status).toBe(200);
  });

  test('stays the same while a draft is worked on', async () => {
    const { key, name } = await feedOf();
    await episodeIn(key, ago(5));
    const draft = await portal.make.episode(key, { title: 'Draft' });
    now = new Date(now.getTime() + 60_000);
    const { headers } = await ask(name);
    await portal.kernel.db
      .updateTable('episodes')
      .set({ title: 'Another', updated: new Date() })
      .where('key', '=', draft)
      .execute();
    expect(await (await testOther())(name)).toBe(headers.etag);
  });

  test('is the same after the process has forgotten it', async () => {
    const { key, name } = await feedOf();
    await episodeIn(key, ago(5));
    now = new Date(now.getTime() + 60_000);
    const other = await testOther();
    const [one, two] = await Promise.all([ask(name), other(name)]);
    expect(two).toBe(one.headers.etag);
  });
});

test('a feed that is at hand is served while the database is away', async () => {
  const { feedShelf } = await import('./feed-shelf.ts');
  const { brand } = await import('#brands/skywave/brand.ts');
  const { name } = await feedOf();
  const { db } = connectDatabase(portal.kernel.config.databaseUrl, 1);
  const shelf = feedShelf({ ...portal.kernel, db, brand });
  const before = await shelf.get(name);
  await db.destroy();
  await expect.poll(() => shelf.now(name), patience).toBe('stale');
  expect(await shelf.get(name)).toBe(before);
  await expect(shelf.get('never-seen')).rejects.toThrow();
});

/** The ETag of a feed made by a shelf that never made it before. */
const testOther = async () => {
  const { feedShelf } = await import('./feed-shelf.ts');
  const { brand } = await import('#brands/skywave/brand.ts');
  const shelf = feedShelf({ ...portal.kernel, brand });
  return async (name: string): Promise<string> => {
    const found = await shelf.get(name);
    return found && 'feed' in found ? `"${found.feed.etag}"` : '';
  };
};

describe('a feed that moves', () => {
  test('sends everybody on for good, and is still read here by who asks for it', async () => {
    const { key, name } = await feedOf();
    await portal.kernel.db
      .updateTable('podcasts')
      .set({ new_feed_url: 'https://new.example/feed' })
      .where('key', '=', key)
      .execute();
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await ask(name, {}, method);
      expect([status, headers.location]).toEqual([301, 'https://new.example/feed']);
    }
    const stayed = await ask(`${name}?stay=1`);
    expect(stayed.status).toBe(200);
    expect(stayed.body.toString()).toContain('<itunes:new-feed-url>https://new.example/feed</itunes:new-feed-url>');
  });

  test('is sent to its new address letter by letter', async () => {
    const { key, name } = await feedOf();
    const new_feed_url = 'https://new.example/a%2Fb/ü?x=1&y=%20';
    await portal.kernel.db.updateTable('podcasts').set({ new_feed_url }).where('key', '=', key).execute();
    expect((await ask(name)).headers.location).toBe('https://new.example/a%2Fb/%C3%BC?x=1&y=%20');
  });

  test('to itself stays where it is', async () => {
    const { key, name } = await feedOf();
    const new_feed_url = `${portal.kernel.config.publicUrl}/feeds/${name}`;
    await portal.kernel.db.updateTable('podcasts').set({ new_feed_url }).where('key', '=', key).execute();
    expect((await ask(name)).status).toBe(200);
  });

  test('within this place is found at the address it had, until that is another’s', async () => {
    const { key, name } = await feedOf();
    const renamed = `${name}-renamed`;
    await portal.kernel.db.updateTable('podcasts').set({ pretty_url: renamed }).where('key', '=', key).execute();
    const { status, headers } = await ask(name);
    expect([status, headers.location]).toEqual([301, `${portal.kernel.config.publicUrl}/feeds/${renamed}`]);
    expect((await ask(renamed)).status).toBe(200);
    const other = await feedOf();
    await portal.kernel.db.updateTable('podcasts').set({ pretty_url: name }).where('key', '=', other.key).execute();
    await expect.poll(async () => (await ask(name)).status, patience).toBe(200);
  });
});

describe('nobody has the feed', () => {
  const change = {
    'that isn’t there': async () => Promise.resolve(),
    'of a podcast that isn’t published': async ({ key }: Feed) =>
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
    'that was deleted': async ({ key }: Feed) =>
      void (await portal.kernel.db.deleteFrom('podcasts').where('key', '=', key).execute()),
  };
  test.each(Object.keys(change) as (keyof typeof change)[])('%s', async (what) => {
    const feed = await feedOf();
    const name = what === 'that isn’t there' ? 'no-such-podcast' : feed.name;
    if (name === feed.name) expect((await ask(name)).status).toBe(200);
    await change[what](feed);
    await expect.poll(async () => (await ask(name)).status, patience).toBe(404);
    expect((await ask(name, {}, 'HEAD')).status).toBe(404);
  });

  test.each(['suspended', 'deleted'] as const)('of a %s station', async (how) => {
    const account = await portal.make.account();
    const station = await portal.make.station(account, { [how]: true });
    const key = await portal.make.podcast(account, { station });
    expect((await ask(await nameOf(key))).status).toBe(404);
  });
});
