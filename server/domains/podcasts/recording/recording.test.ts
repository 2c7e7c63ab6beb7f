import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AccountKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import { podcasts } from '#contract/api/podcasts.ts';
import { recordingSchedules, type NewRecordingSchedule } from '#contract/api/recording-schedules.ts';
import { desiredRecordings } from '#server/domains/playout/desired-recordings.ts';
import type { TestClient } from '#server/testing/client.ts';
import type { TestPerson } from '#server/testing/make.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { planAll } from './plan-recordings.ts';
import { fakeRecordingEngine, type FakeRecordingEngine } from './testing/fake-recording-engine.ts';
import { upcomingRecordings, updateFrequencyOf } from './recording.service.ts';

/* Schedules and their planned recordings. The time is Sunday, 2026-11-22, 03:00 UTC. */

const sunday = Date.parse('2026-11-22T03:00:00Z');
const hour = 3_600_000;
let now = sunday;
let portal: TestPortal;
let engine: FakeRecordingEngine;
let person: TestPerson;
let owner: TestClient;
let account: AccountKey;
let station: StationKey;
let podcast: PodcastKey;

beforeAll(async () => {
  engine = await fakeRecordingEngine();
  portal = await testPortal({ config: { engineUrl: engine.url }, clock: { now: () => new Date(now) } });
});
beforeEach(async () => {
  now = sunday;
  person = await portal.make.person();
  owner = await portal.as(person);
  account = await portal.make.account({ plan: 'prime' });
  await portal.make.accountMember(account, person, 'owner');
  station = await portal.make.station(account);
  podcast = await portal.make.podcast(account);
});
afterAll(async () => {
  await portal.close();
  await engine.close();
});

const schedule = (given: Partial<NewRecordingSchedule> = {}): NewRecordingSchedule => ({
  stream: station,
  name: 'Morning show',
  begin: '2026-11-01',
  end: null,
  timezone: 'Europe/Athens',
  slots: [{ duration: 60, daysOfWeek: [1, 2], start: '07:00' }],
  frequency: 1,
  publish: 'draft',
  title: '{name}, {date}',
  ...given,
});
const params = () => ({ params: { podcastKey: podcast } });
const create = (given: Partial<NewRecordingSchedule> = {}, client = owner) =>
  client.call(recordingSchedules.create, { ...params(), body: schedule(given) });
const table = () => owner.ok(recordingSchedules.table, params());
const planned = async (of = station): Promise<string[]> => {
  const found = await desiredRecordings(portal.kernel.db, [of]);
  return (found.get(of) ?? []).map(({ begin, end }) => {
    const iso = (moment: number): string => new Date(moment).toISOString().slice(0, 16);
    return `${iso(begin)}/${iso(end).slice(11)}`;
  });
};

describe('a schedule', () => {
  test('is saved, and its recordings of the next three days reach the engine', async () => {
    const revision = async () =>
      (
        await portal.kernel.db
          .selectFrom('stations')
          .select('revision')
          .where('key', '=', station)
          .executeTakeFirstOrThrow()
      ).revision;
    const before = await revision();
    const { status, json } = await create();
    expect(status).toBe(201);
    const { id, created: _created, updated: _updated, ...saved } = json;
    expect(saved).toEqual({ ...schedule(), podcastKey: podcast });
    expect(await planned()).toEqual(['2026-11-23T05:00/06:00', '2026-11-24T05:00/06:00']);
    expect(await revision()).toBeGreaterThan(before);
    const { allowed, schedules, next, stations } = await table();
    expect(allowed).toBe(true);
    expect(schedules).toEqual([json]);
    expect(stations).toMatchObject([{ key: station }]);
    expect(next).toHaveLength(5);
    expect(next[0]).toEqual({
      schedule: id,
      name: 'Morning show',
      timezone: 'Europe/Athens',
      begin: '2026-11-23T05:00:00.000Z',
      end: '2026-11-23T06:00:00.000Z',
    });
  });

  test('accepts an offset as its time zone, without daylight saving time', async () => {
    const { status, json } = await create({ timezone: '+05:30' });
    expect([status, json.timezone]).toEqual([201, '+05:30']);
    expect((await table()).next[0]).toMatchObject({ timezone: '+05:30', begin: '2026-11-23T01:30:00.000Z' });
    expect(await planned()).toEqual(['2026-11-23T01:30/02:30', '2026-11-24T01:30/02:30']);
  });

  test.each([
    ['ends before it begins', { begin: '2026-12-02', end: '2026-12-01' }, 'end'],
    [
      'has slots that overlap',
      { slots: [1, 2].map((_, i) => ({ duration: 90, daysOfWeek: [1], start: `0${7 + i}:00` })) },
      'slots',
    ],
    ['has a slot of no minute', { slots: [{ duration: 0, daysOfWeek: [1], start: '07:00' }] }, 'slots.0.duration'],
    [
      'has a slot of more than 12 hours',
      { slots: [{ duration: 721, daysOfWeek: [1], start: '07:00' }] },
      'slots.0.duration',
    ],
    ['has a slot on no day', { slots: [{ duration: 60, daysOfWeek: [], start: '07:00' }] }, 'slots.0.daysOfWeek'],
    ['has a slot at no time', { slots: [{ duration: 60, daysOfWeek: [1], start: '24:00' }] }, 'slots.0.start'],
    ['has no slot', { slots: [] }, 'slots'],
    ['begins on no day', { begin: '2026-02-30' }, 'begin'],
    ['is in no zone', { timezone: 'Europe/Nowhere' }, 'timezone'],
    ['has no name', { name: ' ' }, 'name'],
  ])('is refused if it %s', async (_, given, field) => {
    const { status, json } = await create(given);
    expect(status).toBe(400);
    expect(Object.keys(json.error.fields ?? {})).toEqual([field]);
    expect(await planned()).toEqual([]);
  });

  test('needs a plan that includes recording, unless a portal admin creates it', async () => {
    account = await portal.make.account({ plan: 'starter' });
    await portal.make.accountMember(account, person, 'owner');
    station = await portal.make.station(account);
    podcast = await portal.make.podcast(account);
    const refused = await create();
    expect(refused.status).toBe(403);
    expect(refused.json.error).toMatchObject({
      code: 'plan.podcastRecording',
      message: expect.stringMatching(/^Please upgrade your subscription to begin recording \w+\.$/) as string,
    });
    expect((await table()).allowed).toBe(false);
    const admin = await portal.as(await portal.make.person({ admin: true }));
    expect((await create({}, admin)).status).toBe(201);
  });

  test('records only stations of the same account, and for a station’s podcast only that station', async () => {
    const elsewhere = await portal.make.account({ plan: 'prime' });
    await portal.make.accountMember(elsewhere, person, 'owner');
    const foreign = await portal.make.station(elsewhere);
    expect(await create({ stream: foreign })).toMatchObject({
      status: 404,
      json: { error: { code: 'station.notFound' } },
    });
    const own = await portal.make.station(account);
    podcast = await portal.make.podcast(account, { station: own });
    expect((await create({ stream: station })).status).toBe(404);
    expect((await create({ stream: own })).status).toBe(201);
    expect((await table()).stations.map(({ key }) => key)).toEqual([own]);
  });

  test('when changed, plans future recordings again and leaves the current one alone', async () => {
    const { json } = await create();
    now = Date.parse('2026-11-23T05:30:00Z');
    await owner.ok(recordingSchedules.update, {
      params: { podcastKey: podcast, id: json.id },
      body: schedule({ slots: [{ duration: 30, daysOfWeek: [1, 3], start: '20:00' }], frequency: 2 }),
    });
    // Weeks count from that of 2026-11-01, a Sunday.
    expect(await planned()).toEqual(['2026-11-23T05:00/06:00', '2026-11-23T18:00/18:30', '2026-11-25T18:00/18:30']);
  });

  test('when moved to another station, removes its recordings from the first', async () => {
    const { json } = await create();
    const other = await portal.make.station(account);
    const params = { podcastKey: podcast, id: json.id };
    await owner.ok(recordingSchedules.update, { params, body: schedule({ stream: other }) });
    expect(await planned()).toEqual([]);
    expect(await planned(other)).toHaveLength(2);
  });

  test('when deleted, removes future recordings and leaves the current one alone', async () => {
    const { json } = await create();
    now = Date.parse('2026-11-23T05:30:00Z');
    const params = { podcastKey: podcast, id: json.id };
    expect((await owner.call(recordingSchedules.remove, { params })).status).toBe(204);
    expect(await planned()).toEqual(['2026-11-23T05:00/06:00']);
    expect((await table()).schedules).toEqual([]);
    expect(await owner.call(recordingSchedules.remove, { params })).toMatchObject({
      status: 404,
      json: { error: { code: 'schedule.notFound' } },
    });
  });

  test('of another podcast is not found', async () => {
    const { json } = await create();
    podcast = await portal.make.podcast(account);
    const params = { podcastKey: podcast, id: json.id };
    expect((await owner.call(recordingSchedules.remove, { params })).status).toBe(404);
    expect((await owner.call(recordingSchedules.update, { params, body: schedule() })).status).toBe(404);
  });

  test('is planned further as time passes, each recording once', async () => {
    await create({ slots: [{ duration: 60, daysOfWeek: [1, 2, 3, 4, 5, 6, 7], start: '07:00' }] });
    const first = await planned();
    expect(first).toHaveLength(3);
    await planAll(portal.kernel, new Date(now));
    expect(await planned()).toEqual(first);
    now += 24 * hour;
    await planAll(portal.kernel, new Date(now));
    expect(await planned()).toEqual([...first, '2026-11-25T05:00/06:00']);
  });
});

test('a station that moves to another account is no longer recorded for the old one', async () => {
  await create({ slots: [{ duration: 60, daysOfWeek: [1, 2, 3, 4, 5, 6, 7], start: '07:00' }] });
  const other = await portal.make.account({ plan: 'prime' });
  await portal.kernel.db.updateTable('stations').set({ account_key: other }).where('key', '=', station).execute();
  expect(await planned()).toEqual([]);
  now += 24 * hour;
  await planAll(portal.kernel, new Date(now));
  const rows = portal.kernel.db.selectFrom('recordings').select('id').where('podcast_key', '=', podcast);
  expect(await rows.execute()).toHaveLength(3);
  expect(await upcomingRecordings(portal.kernel.db, podcast, new Date(now))).toEqual([]);
});

test('deleting a podcast removes its recordings, also from the engine', async () => {
  await create();
  const revision = async (): Promise<number> => {
    const stations = portal.kernel.db.selectFrom('stations').select('revision').where('key', '=', station);
    return (await stations.executeTakeFirstOrThrow()).revision;
  };
  const before = await revision();
  await owner.ok(podcasts.remove, { params: { key: podcast } });
  expect(await planned()).toEqual([]);
  expect(await revision()).toBeGreaterThan(before);
});

describe('a current recording', () => {
  test('has the state that the engine reports', async () => {
    await create();
    now = Date.parse('2026-11-23T05:30:00Z');
    const state = async () => (await table()).recordings.map((one) => one.state);
    expect(await state()).toEqual(['unknown']);
    const { recordings } = await table();
    const [one] = recordings;
    const report = { id: one!.id, station, begin: Date.parse(one!.begin), end: Date.parse(one!.end) };
    const setState = (state: 'recording' | 'silent') =>
      engine.recordings.set(one!.id, {
        told: { ...report, state, reason: null, pieces: [], titles: [], sources: [] },
        sound: new Map(),
      });
    // Unknown, too, while the engine takes more than a moment to answer.
    setState('recording');
    await expect.poll(state).toEqual(['recording']);
    setState('silent');
    await expect.poll(state).toEqual(['silent']);
    engine.isUnreachable = true;
    expect(await state()).toEqual(['unknown']);
    engine.isUnreachable = false;
    now += 2 * hour;
    expect(await state()).toEqual(['preparing']);
    engine.recordings.clear();
  });

  test('and the next ones are listed for the feed, with their episode titles', async () => {
    await create({ slots: [{ duration: 60, daysOfWeek: [1, 5], start: '07:00' }] });
    now = Date.parse('2026-11-23T05:30:00Z');
    const upcoming = await upcomingRecordings(portal.kernel.db, podcast, new Date(now));
    expect(upcoming.slice(0, 2)).toMatchObject([
      { title: 'Morning show, November 23, 2026', station, begin: new Date('2026-11-23T05:00:00Z'), isLive: true },
      { title: 'Morning show, November 27, 2026', begin: new Date('2026-11-27T05:00:00Z'), isLive: false },
    ]);
    expect(new Set(upcoming.map(({ id }) => id)).size).toBe(upcoming.length);
    expect(await updateFrequencyOf(portal.kernel.db, podcast, new Date(now))).toEqual({
      rrule: 'FREQ=WEEKLY;BYDAY=MO,FR',
      text: 'Weekly on Monday and Friday',
    });
    const other = await portal.make.podcast(account);
    expect(await upcomingRecordings(portal.kernel.db, other, new Date(now))).toEqual([]);
    expect(await updateFrequencyOf(portal.kernel.db, other, new Date(now))).toBeUndefined();
  });
});
