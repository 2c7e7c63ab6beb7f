import { Script } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { brand as skywave } from '#brands/skywave/brand.ts';
import type { Embed, EmbedPlace } from '#contract/api/embed.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { playerLanguages } from '#contract/rules/player-languages.ts';
import type { NewPlayer, Player } from '#contract/api/player.ts';
import { players } from '#contract/api/players.ts';
import { words } from '#player/words/words.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let portal: TestPortal;
let owner: TestClient;
let account: AccountKey;
let harbour: StationKey;
let hill: StationKey;

beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  const { make } = portal;
  account = await make.account({ plan: 'premier' });
  harbour = await make.station(account, { name: 'Harbour Lights Radio' });
  hill = await make.station(account, { name: 'Hill Station' });
  const person = await make.person();
  await make.accountMember(account, person, 'owner');
  owner = await portal.as(person);
});

const create = (body: Partial<NewPlayer> = {}): Promise<Player> =>
  owner.ok(players.create, { params: { id: account }, body: { stations: [harbour, hill], ...body } });
const at = (player: Player) => ({ id: account, playerKey: player.key });
const get = async (path: string, headers: Record<string, string> = {}) => {
  const reply = await fetch(`${portal.url}${path}`, { headers, redirect: 'manual' });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
};
const dataIn = (page: string): Embed =>
  JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page)?.[1] ?? '') as Embed;
const sizeOf = (text: string): number => gzipSync(text, { level: 9 }).length;

describe('the frame of a player', () => {
  test('shows its first station before its script runs, and knows where all of them play', async () => {
    const { key } = await create();
    const { status, headers, text } = await get(`/embed/${key}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('<h1 id="station" dir="auto">Harbour Lights Radio</h1>');
    const { stations, live } = dataIn(text);
    expect(live).toBe('http://portal.test/live');
    expect(stations.map(({ name, stream, m3u }) => [name, stream, m3u.endsWith('.m3u')])).toEqual([
      ['Harbour Lights Radio', expect.stringMatching(/^http:\/\/stream\.test:8000\//), true],
      ['Hill Station', expect.stringMatching(/^http:\/\/stream\.test:8000\//), true],
    ]);
    expect(text).not.toContain(account);
    expect(headers.get('set-cookie')).toBeNull();
  });

  test('is at most 14 kB with its script, compressed, and of one script for frames without an origin', async () => {
    const { key } = await create();
    const { text } = await get(`/embed/${key}`);
    const [, file = ''] = /<script src="([^"]+)" crossorigin><\/script>/.exec(text) ?? [];
    expect(text.match(/<script/g)).toHaveLength(2);
    const { status, headers, text: script } = await get(file);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(() => new Script(script)).not.toThrow();
    expect(sizeOf(text)).toBeLessThan(4500);
    expect(sizeOf(text) + sizeOf(script)).toBeLessThan(14_000);
    for (const lazy of ['player-menu.js', 'player-hls.js', 'player-preview.js', 'player-requests.js'])
      expect((await get(file.replace('player.js', lazy))).status).toBe(200);
    expect((await get(file.replace('player.js', 'other.js'))).status).toBe(404);
  });

  test('allows only its own script and style, and what its stations need', async () => {
    const { headers, text } = await get(`/embed/${(await create()).key}`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'sha256-");
    expect(policy).toContain('media-src http://stream.test:8000 blob:');
    expect(policy).toMatch(/frame-ancestors \*$/);
    expect(text).not.toMatch(/ (style|on\w+)="/);
  });

  test('may be framed only by the websites of its owner, and by the portal', async () => {
    const player = await create({ domains: ['harbour.example', '*.radio.example'] });
    const { headers } = await get(`/embed/${player.key}`);
    expect(headers.get('content-security-policy')).toMatch(
      /frame-ancestors 'self' http:\/\/portal\.test http:\/\/harbour\.example:\* http:\/\/\*\.radio\.example:\*$/,
    );
  });

  test('is cached for a minute, and answers 304 to those who have it until it changes', async () => {
    const player = await create();
    const first = await get(`/embed/${player.key}`);
    expect(first.headers.get('cache-control')).toMatch(/^public, max-age=60, stale-while-revalidate=/);
    const etag = first.headers.get('etag') ?? '';
    expect((await get(`/embed/${player.key}`, { 'if-none-match': etag })).status).toBe(304);
    const body = { name: 'Renamed', revision: player.revision };
    await owner.ok(players.update, { params: at(player), body });
    await expect.poll(async () => (await get(`/embed/${player.key}`, { 'if-none-match': etag })).status).toBe(200);
  });

  test('is sent compressed to those who accept it', async () => {
    const reply = await fetch(`${portal.url}/embed/${(await create()).key}`, {
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(reply.headers.get('content-encoding')).toBe('gzip');
    expect(await reply.text()).toContain('<!doctype html>');
  });

  test('speaks the language that is set, of the page around it, or of the browser', async () => {
    const player = await create();
    const langOf = async (query: string, accepted?: string) => {
      const { text } = await get(`/embed/${player.key}${query}`, accepted ? { 'accept-language': accepted } : {});
      return /<html lang="([\w-]+)" dir="(\w+)"/.exec(text)?.slice(1).join(' ');
    };
    expect(await langOf('?lang=de-AT', 'fr')).toBe('de ltr');
    expect(await langOf('', 'xx, fr;q=0.5, ar;q=0.8')).toBe('ar rtl');
    expect(await langOf('?lang=zh-CN')).toBe('zh-Hans ltr');
    expect(await langOf('?lang=x"><script>', '')).toBe('en ltr');
    const hebrew = await create({ language: 'he' });
    expect((await get(`/embed/${hebrew.key}?lang=de`)).text).toContain('<html lang="he" dir="rtl"');
  });

  test('has its address as a QR code, which is a picture and nothing more', async () => {
    const { key } = await create();
    const { status, headers, text } = await get(`/embed/${key}/qr.svg`);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(headers.get('content-security-policy')).toBe("default-src 'none'");
    expect(text).toMatch(/^<svg [^]*<path [^]*<\/svg>$/);
    expect((await get('/embed/nothing/qr.svg')).status).toBe(404);
  });

  test('tells which websites may not show it, if it is not for all of them', async () => {
    const policyOf = async (player: Player) =>
      (await get(`/embed/${player.key}`)).headers.get('content-security-policy') ?? '';
    const own = await create({ domains: ['harbour.example'] });
    expect(await policyOf(own)).toMatch(new RegExp(`; report-uri /embed/${own.key}/refused; frame-ancestors `));
    expect(await policyOf(await create())).not.toContain('report-uri');
  });

  test('escapes hostile names', async () => {
    const hostile = '</script><script>alert("x")</script>"\'><img src=x onerror=alert(1)>';
    await portal.kernel.db.updateTable('stations').set({ name: hostile }).where('key', '=', harbour).execute();
    const { text } = await get(`/embed/${(await create({ name: '</title><script>alert(2)</script>' })).key}`);
    expect(text).not.toMatch(/<script>alert|<img src=x/);
    expect(dataIn(text).stations[0]?.name).toBe(hostile);
  });
});

describe('a player that is not there', () => {
  const shown = async (path: string) => {
    const { status, text, headers } = await get(path);
    expect(headers.get('content-security-policy')).toContain('frame-ancestors *');
    return [status, /<h1 id="station">(.*?)<\/h1>/.exec(text)?.[1]];
  };

  test('says why', async () => {
    const [removed, off] = [await create(), await create({ active: false })];
    await owner.ok(players.remove, { params: at(removed) });
    expect(await shown(`/embed/${removed.key}`)).toEqual([410, 'Player removed']);
    expect(await shown(`/embed/${off.key}`)).toEqual([403, 'Player switched off']);
    expect(await shown('/embed/y-1111111111111111111111')).toEqual([404, 'Player not found']);
    expect(await shown('/embed/nothing')).toEqual([404, 'Player not found']);
  });

  test('plays nothing of a suspended account or a deleted station', async () => {
    const player = await create({ stations: [hill] });
    await portal.kernel.db.updateTable('stations').set({ deleted_at: new Date() }).where('key', '=', hill).execute();
    expect(await shown(`/embed/${player.key}`)).toEqual([403, 'Player switched off']);
    const other = await create({ stations: [harbour] });
    await portal.kernel.db
      .updateTable('accounts')
      .set({ suspended_at: new Date() })
      .where('key', '=', account)
      .execute();
    expect(await shown(`/embed/${other.key}`)).toEqual([403, 'Player switched off']);
  });

  test('is not served by a brand without players', async () => {
    const brand = { ...skywave, flags: { ...skywave.flags, players: false } };
    const plain = await testPortal({ brand });
    const reply = await fetch(`${plain.url}/embed/v1.js`, { headers: { accept: 'text/javascript' } });
    expect(reply.status).toBe(404);
    await plain.close();
  });
});

describe('the loader', () => {
  test('is at most 3 kB, compressed, and may be loaded by any website', async () => {
    const { status, headers, text } = await get('/embed/v1.js');
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect(headers.get('cache-control')).toContain('max-age=3600');
    expect(() => new Script(text)).not.toThrow();
    expect(sizeOf(text)).toBeLessThan(3000);
  });

  test('reads where a player belongs, and nothing of its account', async () => {
    const player = await create({ variant: 'sticky', position: 'top', colours: { accent: '#ffe000' } });
    const { status, headers, text } = await get(`/embed/${player.key}.json?lang=fr`);
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    const place = JSON.parse(text) as EmbedPlace;
    expect(place).toMatchObject({
      ...{ name: 'Harbour Lights Radio', language: 'fr', words: { close: 'Fermer' } },
      settings: { variant: 'sticky', position: 'top' },
      colours: { theme: 'auto', light: { accent: '#a99400' }, dark: { accent: '#ffe000' } },
    });
    expect(text).not.toContain(account);
    expect((await get('/embed/y-1111111111111111111111.json')).status).toBe(404);
  });
});

test('a player’s address is described by oEmbed', async () => {
  const player = await create({ size: 'fixed', width: 500, height: 200 });
  const described = (url: string) => get(`/oembed?url=${encodeURIComponent(url)}&maxwidth=400`);
  const { status, text } = await described(player.urls.page);
  expect(status).toBe(200);
  expect(JSON.parse(text)).toMatchObject({
    ...{ version: '1.0', type: 'rich', title: 'Harbour Lights Radio', width: 400, height: 200 },
    html: player.code.iframe,
  });
  expect((await get(`/embed/${player.key}`)).text).toContain('application/json+oembed');
  await owner.ok(players.update, { params: at(player), body: { active: false, revision: player.revision } });
  expect((await described(player.urls.page)).status).toBe(404);
  expect((await described('http://elsewhere.example/embed/y-1111111111111111111111')).status).toBe(404);
});

test('players speak every language that can be chosen', () => {
  expect(Object.keys(words).sort()).toEqual([...playerLanguages].sort());
  for (const [language, texts] of Object.entries(words))
    for (const [name, text] of Object.entries(words.en)) {
      const placeholders = (of: string) => of.match(/\{\w+\}/g) ?? [];
      expect([language, name, placeholders(texts[name as keyof typeof texts])]).toEqual([
        language,
        name,
        placeholders(text),
      ]);
    }
});
