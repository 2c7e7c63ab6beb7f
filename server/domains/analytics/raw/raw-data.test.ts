import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { analytics as stats } from '#contract/api/analytics.ts';
import type { PlayEvent, SliceEvent } from '#contract/engine/engine.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { rawData as api } from '#contract/api/raw-data.ts';
import { userAgents } from '#shared/agents/user-agent.ts';
import { mmdbGeo, packagedDatabases } from '#server/engines/geo/mmdb.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { openOf, slicesOf, testSpool } from '../testing/listening.ts';
import { store } from '../spool-consumer.ts';

const minute = 60_000;
/** 14:40 in Berlin. */
const now = Date.UTC(2026, 10, 21, 13, 40);
const german = '91.0.0.1';
const phone = 'AppleCoreMedia/1.0 (iPhone; CPU OS 17_5 like Mac OS X)';
const today = { from_date: '2026-11-21', to_date: '2026-11-21' };

let clickhouse: TestClickHouse;
let portal: TestPortal;
let spool: Awaited<ReturnType<typeof testSpool>>;
let client: TestClient;
let account: AccountKey;
let at = now;

// Real databases on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

beforeAll(async () => {
  [clickhouse, spool] = await Promise.all([testClickHouse({ withTables: true }), testSpool('token')]);
  const config = { clickhouseUrl: clickhouse.url, engineUrl: spool.url, engineToken: 'token' };
  portal = await testPortal({ config, clock: { now: () => new Date(at) } });
  account = await portal.make.account();
  const person = await portal.make.person();
  await portal.make.accountMember(account, person, 'owner');
  client = await portal.as(person);
});
afterAll(async () => {
  await portal.close();
  spool.close();
  await clickhouse.drop();
});

let batches = 0;
const record = async (...events: (SliceEvent | PlayEvent)[][]): Promise<void> => {
  const parts = { clickhouse: clickhouse.client, geo: mmdbGeo(packagedDatabases()), agents: userAgents() };
  const batch = { engine: 'e', batch: ++batches, events: events.flat() };
  await store({ ...parts, secrets: portal.kernel.secrets }, batch);
};

const berlin = async (): Promise<StationKey> => {
  const key = await portal.make.station(account, { name: 'Radio Berlin' });
  const zone = { default_timezone: 'Europe/Berlin' };
  await portal.kernel.db.updateTable('stations').set(zone).where('key', '=', key).execute();
  spool.state.open = [];
  return key;
};
const fileOf = async (key: StationKey, query: { from_date: string; to_date: string; kind?: 'sessions' | 'plays' }) => {
  // A new user each time, because the same file is made once a minute per user.
  const person = await portal.make.person();
  await portal.make.accountMember(account, person, 'admin');
  const reply = await (await portal.as(person)).call(api.detailed, { params: { key }, query });
  const [head = [], ...rows] = reply.text
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(',').map((cell) => cell.replace(/^"|"$/g, '')));
  const lines = rows.map((row) => Object.fromEntries(row.map((cell, i) => [head[i] ?? '', cell])));
  return { reply, head, lines };
};

describe('the file of sessions', () => {
  it('has a line for each, in the station’s time zone, with hashed addresses', async () => {
    const key = await berlin();
    const by = { station: key, account };
    const from = Date.UTC(2026, 10, 21, 13);
    await record(
      slicesOf({ ...by, from, to: from + 35 * minute }),
      slicesOf({ ...by, from: from + 10 * minute, to: from + 12 * minute, ip: german, user_agent: phone }),
    );
    const { reply, head, lines } = await fileOf(key, today);
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(reply.headers.get('content-disposition')).toContain('filename="sessions-2026-11-21.csv"');
    expect(head).toHaveLength(14);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({
      ...{ started: '2026-11-21T14:10:00+01:00', ended: '2026-11-21T14:12:00+01:00', seconds: '120' },
      ...{ bytes: String(2 * minute * 16), country: 'DE', device: 'phone', player: 'Apple player', output: 'stream' },
    });
    expect(lines[1]).toMatchObject({ started: '2026-11-21T14:00:00+01:00', seconds: '2100', country: 'US' });
    expect(lines[1]?.listener).toMatch(/^h[0-9a-f]{16}$/);
    expect(lines[0]?.listener).not.toBe(lines[1]?.listener);
    expect(reply.text).not.toContain(german);
  });

  it('lists current listeners without an end, once, also while their slice arrives', async () => {
    const key = await berlin();
    const slices = slicesOf({ station: key, account, from: now - 20 * minute, to: now, ip: german, open: true });
    const last = slices.at(-1)!;
    await record(slices.slice(0, -1));
    spool.state.open = [openOf(last)];
    const expectedRow = { started: '2026-11-21T14:20:00+01:00', ended: '', country: 'DE' };
    const first = await fileOf(key, today);
    expect(first.lines).toMatchObject([{ ...expectedRow, seconds: '1200' }]);
    const [{ listener }] = first.lines as [{ listener: string }];
    await record([last]);
    expect((await fileOf(key, today)).lines).toMatchObject([{ ...expectedRow, seconds: '1200', listener }]);
    spool.state.open = [];
    expect((await fileOf(key, today)).lines).toMatchObject([{ ...expectedRow, seconds: '1200' }]);
  });

  it('splits a session past midnight between both days', async () => {
    const key = await berlin();
    const midnight = Date.UTC(2026, 10, 20, 23);
    await record(slicesOf({ station: key, account, from: midnight - 20 * minute, to: midnight + 40 * minute }));
    const eve = await fileOf(key, { from_date: '2026-11-20', to_date: '2026-11-20' });
    expect(eve.lines).toMatchObject([{ started: '2026-11-20T23:40:00+01:00', ended: '', seconds: '1200' }]);
    const day = await fileOf(key, today);
    expect(day.lines).toMatchObject([
      { started: '2026-11-20T23:40:00+01:00', ended: '2026-11-21T00:40:00+01:00', seconds: '2400' },
    ]);
    const both = await fileOf(key, { from_date: '2026-11-20', to_date: '2026-11-21' });
    expect(both.lines).toMatchObject([{ seconds: '3600' }]);
    expect(both.reply.headers.get('content-disposition')).toContain('"sessions-2026-11-20-2026-11-21.csv"');
  });

  it('ends a session with its engine’s last slice', async () => {
    const key = await berlin();
    const from = Date.UTC(2026, 10, 21, 9);
    const cut = slicesOf({ station: key, account, from, to: from + 40 * minute }).slice(0, 2);
    await record(cut, slicesOf({ station: key, account, from: from + 120 * minute, to: from + 125 * minute }));
    const { lines } = await fileOf(key, today);
    expect(lines).toMatchObject([
      { started: '2026-11-21T10:00:00+01:00', ended: '2026-11-21T10:30:00+01:00', seconds: '1800' },
      { started: '2026-11-21T12:00:00+01:00', seconds: '300' },
    ]);
  });

  it('adds up to the statistics', async () => {
    const key = await berlin();
    const from = Date.UTC(2026, 10, 19, 20);
    const sessions = Array.from({ length: 40 }, (_, i) =>
      slicesOf({
        station: key,
        account,
        from: from + i * 37 * minute,
        to: from + (i * 37 + (i % 9) * 11 + 1) * minute,
      }),
    );
    await record(...sessions);
    const query = { from_date: '2026-11-20', to_date: '2026-11-20' };
    const { lines } = await fileOf(key, query);
    const found = await client.ok(stats.stations, { params: { type: 'day' }, query: { ...query, stationKeys: [key] } });
    const seconds = lines.reduce((sum, line) => sum + Number(line.seconds), 0);
    const text = JSON.stringify(found);
    expect(text).toContain(`"listening_time":${seconds}`);
    expect(text).toContain(`"connections":${lines.length}`);
    const preview = await client.ok(api.preview, { params: { key }, query });
    expect(preview.total).toBe(lines.length);
  });

  it('escapes formulas that listeners send, and keeps commas and quotes', async () => {
    const key = await berlin();
    const one = slicesOf({ station: key, account, from: now - minute, to: now }).map((slice) => ({
      ...slice,
      referer: '=HYPERLINK("http://evil.test","a, b")',
    }));
    await record(one);
    const { reply } = await fileOf(key, today);
    expect(reply.text).toContain(`"'=HYPERLINK(""http://evil.test"",""a, b"")"`);
  });

  it('is only its heading where nothing was recorded', async () => {
    const { reply, lines } = await fileOf(await berlin(), today);
    expect([reply.status, lines.length]).toEqual([200, 0]);
  });

  it('goes back 90 days, refuses invalid periods, and is made once a minute', async () => {
    const key = await berlin();
    const old = await fileOf(key, { from_date: '2026-08-22', to_date: '2026-08-30' });
    expect([old.reply.status, old.reply.json.error.code]).toEqual([422, 'raw.tooOld']);
    expect(old.reply.json.error.message).toContain('2026-08-23');
    expect((await fileOf(key, { from_date: '2026-08-23', to_date: '2026-08-30' })).reply.status).toBe(200);
    const none = await fileOf(key, { from_date: '2026-11-21', to_date: '2026-11-20' });
    expect([none.reply.status, none.reply.json.error.code]).toEqual([400, 'analytics.period']);
    const download = async () => await client.call(api.detailed, { params: { key }, query: today });
    expect((await download()).status).toBe(200);
    const repeated = await download();
    expect([repeated.status, repeated.json.error.message]).toEqual([
      429,
      'Failed to fetch live raw stats. Please wait a minute and try again.',
    ]);
  });
});

it('lists plays as a file', async () => {
  const key = await berlin();
  const play = (minutes: number, title: string): PlayEvent => ({
    ...{ type: 'play', station: key, account, at: now - minutes * minute, source: 'live', track: null },
    ...{ title, artist: 'The Tones', album: '' },
  });
  await record([play(3, '+49 Days'), play(30 * 24 * 60, 'A month ago')]);
  const { reply, lines } = await fileOf(key, { from_date: '2026-10-01', to_date: '2026-11-21', kind: 'plays' });
  expect(reply.headers.get('content-disposition')).toContain('"plays-2026-10-01-2026-11-21.csv"');
  expect(lines).toMatchObject([
    { title: 'A month ago', at: '2026-10-22T15:40:00+02:00' },
    { title: "'+49 Days", at: '2026-11-21T14:37:00+01:00', source: 'live' },
  ]);
});

describe('the preview', () => {
  it('shows open sessions first, then the latest ended ones, in pages', async () => {
    const key = await berlin();
    const by = { station: key, account };
    const openSlices = slicesOf({ ...by, from: now - 50 * minute, to: now, open: true });
    await record(
      openSlices.slice(0, -1),
      ...Array.from({ length: 5 }, (_, i) =>
        slicesOf({ ...by, from: now - (200 - i) * minute, to: now - (180 - i) * minute }),
      ),
    );
    spool.state.open = [openOf(openSlices.at(-1)!)];
    const query = { ...today, limit: 4 };
    const first = await client.ok(api.preview, { params: { key }, query });
    expect([first.timezone, first.total]).toEqual(['Europe/Berlin', 6]);
    expect(first.entities.map(({ ended, seconds }) => [ended, seconds])).toEqual([
      ['', 3000],
      ['2026-11-21T11:44:00+01:00', 1200],
      ['2026-11-21T11:43:00+01:00', 1200],
      ['2026-11-21T11:42:00+01:00', 1200],
    ]);
    const second = await client.ok(api.preview, { params: { key }, query: { ...query, offset: 4 } });
    expect(second.entities.map(({ ended }) => ended)).toEqual([
      '2026-11-21T11:41:00+01:00',
      '2026-11-21T11:40:00+01:00',
    ]);
    expect(second.entities[0]?.session).not.toBe(first.entities[3]?.session);
  });
});

const errorCode = async (reply: Response): Promise<string> =>
  ((await reply.json()) as { error: { code: string } }).error.code;

describe('a file by e-mail', () => {
  it('is made once, e-mailed as a link to a page, and downloaded by its owner with a link that works once', async () => {
    const key = await berlin();
    await record(slicesOf({ station: key, account, from: now - 5 * minute, to: now - minute }));
    const body = { ...today, kind: 'sessions' as const };
    const ordered = await client.ok(api.mailReport, { params: { key }, body });
    expect(ordered).toMatchObject({ state: 'waiting', filename: 'sessions-2026-11-21.csv', expires: null });
    expect((await client.ok(api.mailStationReport, { params: { key }, body })).id).toBe(ordered.id);
    await portal.startJobs();
    const emails = () => portal.mails.filter(({ messageId }) => messageId === `raw-report-${ordered.id}`);
    await expect.poll(() => emails().length, { timeout: 60_000 }).toBe(1);
    const page = `http://portal.test/accounts/${account}/stations/${key}/analytics/raw?report=${ordered.id}`;
    expect(emails()[0]?.action?.url).toBe(page);
    const { reports } = await client.ok(api.reports, { params: { key } });
    expect(reports).toMatchObject([{ id: ordered.id, state: 'ready', rows: 1 }]);
    expect(reports[0]?.expires).toBe('2026-11-28T14:40:00+01:00');
    const { url } = await client.ok(api.reportLink, { params: { key, id: ordered.id } });
    const file = await client.send('GET', url);
    expect(file.headers.get('content-disposition')).toContain('"sessions-2026-11-21.csv"');
    expect((await file.text()).trimEnd().split('\r\n')).toHaveLength(2);
    const second = await client.send('GET', url);
    expect([second.status, await errorCode(second)]).toEqual([410, 'raw.linkOver']);
  });

  it('is unavailable to others, and its link expires after a minute', async () => {
    const key = await berlin();
    const body = { ...today, kind: 'sessions' as const };
    const { id } = await client.ok(api.mailReport, { params: { key }, body });
    const state = async () => (await client.ok(api.reports, { params: { key } })).reports[0]?.state;
    await expect.poll(state, { timeout: 60_000 }).toBe('ready');
    const other = await portal.make.person();
    await portal.make.accountMember(account, other, 'owner');
    const theirs = await (await portal.as(other)).call(api.reportLink, { params: { key, id } });
    expect([theirs.status, theirs.json.error.code]).toEqual([404, 'raw.reportGone']);
    const { url } = await client.ok(api.reportLink, { params: { key, id } });
    at += 61_000;
    expect((await client.send('GET', url)).status).toBe(401);
    at = now;
  });
});
