import { afterAll, beforeAll, expect, test } from 'vitest';
import { live } from '#contract/api/live.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let clickhouse: TestClickHouse;
let portal: TestPortal;

beforeAll(async () => {
  clickhouse = await testClickHouse({ withTables: true });
  portal = await testPortal({ config: { clickhouseUrl: clickhouse.url } });
});
afterAll(async () => {
  await portal?.close();
  await clickhouse?.drop();
});

test('includes plays from before this process started, but not the current one', async () => {
  const account = await portal.make.account();
  const key = await portal.make.station(account);
  const began = Date.now() - 60_000;
  const play = (title: string, artist: string, minutesAgo: number) => ({
    ...{ engine: 'e', station: key, account, source: 'live', track: '', title, artist, album: '', why: '' },
    at: new Date(began - minutesAgo * 60_000).toISOString().replace('T', ' ').replace('Z', ''),
  });
  const values = [play('Older', '', 8), play('', '', 6), play('Deep Blue', 'Nova', 4), play('Now', 'Ada', 0)];
  await clickhouse.client.insert({ table: 'plays', values, format: 'JSONEachRow' });
  const { mount } = await portal.kernel.db
    .selectFrom('stations')
    .select('streamname as mount')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  portal.live.publish({
    ...{ key, status: 'active', source: 'live', encoder: null, title: 'Ada - Now', track: null, listeners: 0 },
    track_started: new Date(began + 500).toISOString(),
  });
  const playing = await (await portal.as(undefined)).ok(live.nowPlaying, { params: { mount } });
  expect(playing.title).toBe('Ada - Now');
  expect(playing.history.map(({ title, artist, track }) => [title, artist, track])).toEqual([
    ['Nova - Deep Blue', 'Nova', 'Deep Blue'],
    ['Older', '', 'Older'],
  ]);
});
