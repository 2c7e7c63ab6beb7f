import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Embed, EmbedPlace } from '#contract/api/embed.ts';
import type { AccountKey, EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import type { NewPlayer, Player } from '#contract/api/player.ts';
import { players } from '#contract/api/players.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

/* Players of a podcast's newest episodes, and of chosen episodes. */

const now = new Date('2026-11-20T12:00:00Z');
let portal: TestPortal;
let owner: TestClient;
let account: AccountKey;
let podcast: PodcastKey;

beforeAll(async () => {
  portal = await testPortal({ clock: { now: () => now } });
});
afterAll(() => portal.close());
beforeEach(async () => {
  account = await portal.make.account({ plan: 'premier' });
  podcast = await portal.make.podcast(account, { title: 'Tea and Talk' });
  const person = await portal.make.person();
  await portal.make.accountMember(account, person, 'owner');
  owner = await portal.as(person);
});

const episode = async (title: string, day = 1, of = podcast): Promise<EpisodeKey> => {
  const key = await portal.make.episode(of, { title, published: new Date(Date.UTC(2026, 10, day)) });
  const audio = { audio: 'e.mp3', audio_ms: 61_000 };
  await portal.kernel.db.updateTable('episodes').set(audio).where('key', '=', key).execute();
  return key;
};
const create = (body: NewPlayer): Promise<Player> => owner.ok(players.create, { params: { id: account }, body });
const page = async ({ key }: Player, more = '') => {
  const reply = await fetch(`${portal.url}/embed/${key}${more}`);
  return { status: reply.status, text: await reply.text(), headers: reply.headers };
};
const dataIn = (text: string): Embed =>
  JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(text)?.[1] ?? '') as Embed;
const titles = async (player: Player) => dataIn((await page(player)).text).episodes.map(({ title }) => title);

describe('a player of a podcast', () => {
  test('is named like it, and plays its newest public episodes', async () => {
    await episode('First', 1);
    await episode('Second', 2);
    await episode('Third', 3);
    await episode('Tomorrow', 21);
    await portal.make.episode(podcast, { title: 'Without sound', published: now });
    const player = await create({ kind: 'podcast', podcast, latest: 2 });
    expect(player).toMatchObject({
      ...{ kind: 'podcast', name: 'Tea and Talk', latest: 2, stations: [], episodes: [] },
      podcast: { key: podcast, title: 'Tea and Talk' },
    });
    expect(player.code.iframe).toContain('height="360"');
    const { text, headers } = await page(player);
    expect(dataIn(text).episodes).toMatchObject([
      { title: 'Third', podcast: 'Tea and Talk', seconds: 61, src: expect.stringMatching(/^\/episodes\/e-.*\.mp3$/) },
      { title: 'Second' },
    ]);
    expect(headers.get('content-security-policy')).toContain("media-src 'self';");
    const place = JSON.parse((await page(player, '.json')).text) as EmbedPlace;
    expect(place.height).toBe(360);
  });

  test('is small, and runs one script', async () => {
    for (let n = 1; n <= 20; n++) await episode(`Episode ${String(n)}`, 1);
    const { text } = await page(await create({ kind: 'podcast', podcast }));
    expect(text.match(/<script/g)).toHaveLength(2);
    const [, file = ''] = /<script src="([^"]+player-episodes\.js)" crossorigin>/.exec(text) ?? [];
    const script = await (await fetch(`${portal.url}${file}`)).text();
    const sizeOf = (of: string) => gzipSync(of, { level: 9 }).length;
    expect(sizeOf(text) + sizeOf(script)).toBeLessThan(14_000);
  });

  test('shows nothing once the podcast has gone to another account, or is deleted', async () => {
    await episode('First');
    const player = await create({ kind: 'podcast', podcast });
    const other = await portal.make.account();
    const { db } = portal.kernel;
    await db.updateTable('podcasts').set({ account_key: other }).where('key', '=', podcast).execute();
    expect((await page(player)).status).toBe(403);
    await db.deleteFrom('podcasts').where('key', '=', podcast).execute();
    const read = await owner.ok(players.get, { params: { id: account, playerKey: player.key } });
    expect([read.kind, read.podcast]).toEqual(['podcast', null]);
  });
});

describe('a player of chosen episodes', () => {
  test('plays those that are public, in their order, from several podcasts', async () => {
    const second = await portal.make.podcast(account);
    const [one, other, later] = [await episode('One'), await episode('Other', 1, second), await episode('Later', 21)];
    const player = await create({ kind: 'playlist', episodes: [other, later, one] });
    expect(player.name).toBe('Other');
    expect(player.episodes.map(({ title }) => title)).toEqual(['Other', 'Later', 'One']);
    expect(await titles(player)).toEqual(['Other', 'One']);
    const changed = await owner.ok(players.update, {
      params: { id: account, playerKey: player.key },
      body: { episodes: [one, other], revision: 1 },
    });
    expect(changed.episodes.map(({ title }) => title)).toEqual(['One', 'Other']);
    const copy = await owner.ok(players.duplicate, { params: { id: account, playerKey: player.key } });
    expect(copy).toMatchObject({ kind: 'playlist', episodes: [{ key: one }, { key: other }] });
  });
});

test('what its kind needs must be chosen, and be the account’s own', async () => {
  const given = async (body: NewPlayer) => {
    const { status, json } = await owner.call(players.create, { params: { id: account }, body });
    const { error } = json as { error: { code: string; fields?: Record<string, string> } };
    return [status, error.code, ...Object.keys(error.fields ?? {})];
  };
  expect(await given({ kind: 'podcast' })).toEqual([400, 'request.invalid', 'podcast']);
  expect(await given({ kind: 'playlist' })).toEqual([400, 'request.invalid', 'episodes']);
  expect(await given({ kind: 'playlist', episodes: [] })).toEqual([400, 'request.invalid', 'episodes']);
  expect(await given({ kind: 'stations' })).toEqual([400, 'request.invalid', 'stations']);
  expect(await given({ kind: 'podcast', podcast, latest: 0 })).toEqual([400, 'request.invalid', 'latest']);
  const foreign = await portal.make.podcast(await portal.make.account());
  expect(await given({ kind: 'podcast', podcast: foreign })).toEqual([404, 'podcast.notFound']);
  const hidden = await episode('Hidden', 1, foreign);
  expect(await given({ kind: 'playlist', episodes: [hidden] })).toEqual([404, 'episode.notFound']);
});

test('what it reports counts as plays and listening', async () => {
  await episode('First');
  const player = await create({ kind: 'podcast', podcast });
  const post = (e: string, s: string) =>
    fetch(`${portal.url}/embed/${player.key}/count`, {
      method: 'POST',
      body: JSON.stringify({ e, s, h: 'tea.example', ms: 1500 }),
    });
  for (const e of ['load', 'play', 'listen']) expect((await post(e, '')).status).toBe(204);
  const rows = async () => {
    const stored = await portal.kernel.db.selectFrom('player_count_batches').select('rows').execute();
    return stored.flatMap((batch) => batch.rows as { event: string; ms: number }[]).map(({ event, ms }) => [event, ms]);
  };
  await expect.poll(rows).toEqual([
    ['load', 1500],
    ['play', 1500],
    ['listen', 1500],
  ]);
});
