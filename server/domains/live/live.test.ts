import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { live as endpoints, type NowPlaying } from '#contract/live.ts';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import type { StationLive } from '#contract/session.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let portal: TestPortal;
let anybody: TestClient;
let account: AccountKey;
let key: StationKey;
let mount: string;

beforeAll(async () => {
  portal = await testPortal();
  anybody = await portal.as(undefined);
  account = await portal.make.account();
});
afterAll(() => portal.close());
beforeEach(async () => {
  key = await portal.make.station(account, { name: 'Public Wave' });
  const row = await portal.kernel.db
    .selectFrom('stations')
    .select('streamname')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  mount = row.streamname;
});

const tell = (also: Partial<StationLive> = {}) =>
  portal.live.publish({
    key,
    status: 'active',
    source: 'live',
    encoder: null,
    title: 'Nova - Deep Blue - Remix',
    track: null,
    track_started: '2026-11-21T10:00:00.000Z',
    listeners: 1,
    ...also,
  });
const playing = () => anybody.ok(endpoints.nowPlaying, { params: { mount } });

test('tells anybody what a station plays', async () => {
  tell();
  expect(await playing()).toEqual({
    mount,
    name: 'Public Wave',
    on_air: true,
    live: true,
    title: 'Nova - Deep Blue - Remix',
    artist: 'Nova',
    track: 'Deep Blue - Remix',
    started: '2026-11-21T10:00:00.000Z',
    stream_url: `http://stream.test:8000/${mount}`,
  });
});

test("takes artist and title from the Auto DJ's track", async () => {
  tell({ source: 'autodj', title: 'A - B', track: { key: 't', title: 'B - C', artist: 'A', album: '' } });
  expect(await playing()).toMatchObject({ live: false, artist: 'A', track: 'B - C' });
});

test('tells of a stopped station that it is not on the air, and nothing else', async () => {
  const silent = { on_air: false, live: false, title: '', artist: '', track: '', started: null };
  expect(await playing()).toMatchObject(silent);
  tell({ status: 'inactive', source: 'none' });
  expect(await playing()).toMatchObject(silent);
});

test('hides the title where the station does', async () => {
  await portal.kernel.db.updateTable('stations').set({ show_tracks_playing: false }).where('key', '=', key).execute();
  tell();
  expect(await playing()).toMatchObject({ on_air: true, live: true, title: '', artist: '', track: '', started: null });
});

test('knows no mount of a deleted station', async () => {
  await portal.kernel.db.updateTable('stations').set({ deleted_at: new Date() }).where('key', '=', key).execute();
  expect((await anybody.call(endpoints.nowPlaying, { params: { mount } })).status).toBe(404);
  expect((await anybody.send('GET', `/live/${mount}/events`)).status).toBe(404);
});

test('follows each change of what plays, and not of who listens', async () => {
  tell({ title: 'First' });
  const leave = new AbortController();
  const reply = await fetch(`${portal.url}/live/${mount}/events`, { signal: leave.signal });
  expect(reply.headers.get('content-type')).toContain('text/event-stream');
  const events = playingEvents(reply);
  expect((await events.next()).value?.title).toBe('First');
  tell({ title: 'First', listeners: 2 });
  tell({ title: 'Second', listeners: 2 });
  expect((await events.next()).value?.title).toBe('Second');
  tell({ status: 'inactive', source: 'none' });
  expect((await events.next()).value?.on_air).toBe(false);
  leave.abort();
});

const playingEvents = async function* (reply: Response): AsyncGenerator<NowPlaying> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const bytes of reply.body ?? []) {
    const blocks = (rest + decoder.decode(bytes, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = block.split('\n').find((line) => line.startsWith('data: '));
      if (data) yield JSON.parse(data.slice('data: '.length)) as NowPlaying;
    }
  }
};
