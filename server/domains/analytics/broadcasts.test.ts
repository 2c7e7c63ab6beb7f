import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PlayEvent } from '#contract/engine/engine.ts';
import type { AccountKey, StationKey, TrackKey } from '#contract/rules/keys.ts';
import { playlists } from '#contract/api/playlists.ts';
import { playoutRules } from '#contract/api/playout-rules.ts';
import { userAgents } from '#shared/agents/user-agent.ts';
import { mmdbGeo, packagedDatabases } from '#server/engines/geo/mmdb.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { store } from './spool-consumer.ts';

const now = Date.UTC(2026, 10, 21, 13, 40);
const minute = 60_000;

let clickhouse: TestClickHouse;
let portal: TestPortal;
let client: TestClient;
let account: AccountKey;
let station: StationKey;
let track: TrackKey;

beforeAll(async () => {
  clickhouse = await testClickHouse({ withTables: true });
  portal = await testPortal({ config: { clickhouseUrl: clickhouse.url }, clock: { now: () => new Date(now) } });
  account = await portal.make.account();
  const person = await portal.make.person();
  await portal.make.accountMember(account, person, 'owner');
  client = await portal.as(person);
  station = await portal.make.station(account);
  track = await portal.make.track(station);
});
afterAll(async () => {
  await portal.close();
  await clickhouse.drop();
});

const log = (query: { offset?: number; limit?: number; search?: string } = {}) =>
  client.ok(playoutRules.log, { params: { key: station }, query });
let batches = 0;
const play = (minutesAgo: number, given: Partial<PlayEvent> = {}): PlayEvent => {
  const at = now - minutesAgo * minute;
  const named = { title: `Title ${minutesAgo}`, artist: 'The Tones', album: 'Sines' };
  return { type: 'play', station, account, at, source: 'autodj', why: 'order', track, ...named, ...given };
};
const record = async (...events: PlayEvent[]): Promise<void> => {
  const parts = { clickhouse: clickhouse.client, geo: mmdbGeo(packagedDatabases()), agents: userAgents() };
  await store({ ...parts, secrets: portal.kernel.secrets }, { engine: 'e', batch: ++batches, events });
};

it('plays are empty while nothing was ever recorded', async () => {
  expect(await log()).toEqual({ plays: [], total: 0 });
  expect(await log()).toEqual({ plays: [], total: 0 });
});

it('plays give the reason for each play, latest first, and nothing of other stations', async () => {
  const settings = { weight: 1, enabled: true, shuffle: false, exclusive: false, hours: [], tags: [] };
  const body = { name: 'Night Shift', ...settings, content: 'tracks' as const, match: 'any' as const, tracks: [track] };
  const { id } = await client.ok(playlists.addPlaylist, { params: { key: station }, body });
  const { why: _, ...live } = play(1, { source: 'live', track: null, title: 'Said live' });
  await record(
    play(9, { why: 'first' }),
    play(8),
    play(7, { why: 'shuffle' }),
    play(6, { why: 'jingle' }),
    play(5, { why: `playlist:${id}` }),
    play(4, { why: 'playlist:long-gone' }),
    live,
    play(3, { station: await portal.make.station(account) }),
  );
  const { plays, total } = await log();
  expect(total).toBe(7);
  expect(plays[0]).toEqual({
    at: '2026-11-21T13:39:00.000Z',
    source: 'live',
    track: null,
    title: 'Said live',
    artist: 'The Tones',
    album: 'Sines',
    skipped: '',
    why: '',
    reason: 'Sent by a live encoder.',
  });
  expect(plays.slice(1).map(({ reason }) => reason)).toEqual([
    'From a playlist that was since deleted.',
    'From the playlist “Night Shift”.',
    'Jingle was due.',
    'Chosen by shuffle.',
    'Next in playlist.',
    'First track after a restart.',
  ]);
  expect(plays[1]?.track).toBe(track);
});

it('plays are paged, searchable regardless of case, and go back 31 days', async () => {
  const month = 31 * 24 * 60;
  await record(play(month - 1, { title: 'Nearly a month ago' }), play(month + 1, { title: 'Over a month ago' }));
  const first = await log({ limit: 2 });
  const second = await log({ limit: 2, offset: 2 });
  expect([first.total, first.plays.length, second.plays.length]).toEqual([8, 2, 2]);
  expect(second.plays[0]?.at).not.toBe(first.plays[1]?.at);
  expect((await log({ search: 'tones nEARLY a' })).plays.map(({ title }) => title)).toEqual(['Nearly a month ago']);
  expect((await log({ search: "'; drop table plays" })).total).toBe(0);
});

it('plays report that analytics is unavailable', async () => {
  const away = await testPortal({ config: { clickhouseUrl: 'http://127.0.0.1:9' } });
  const owner = await away.as(await away.make.person({ admin: true }));
  const key = await away.make.station(await away.make.account());
  const reply = await owner.call(playoutRules.log, { params: { key } });
  expect([reply.status, reply.json.error.code]).toEqual([503, 'request.unavailable']);
  await away.close();
});
