import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AccountKey, StationKey, TrackKey } from '#contract/rules/keys.ts';
import { playout, type AutoDj } from '#contract/api/playout.ts';
import { playoutRules } from '#contract/api/playout-rules.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

/* Moving tracks within a playlist, and undoing each kind of change. */

let portal: TestPortal;
let owner: TestClient;
let staff: TestClient;
let account: AccountKey;
let key: StationKey;

beforeAll(async () => {
  portal = await testPortal();
  const person = await portal.make.person();
  owner = await portal.as(person);
  account = await portal.make.account();
  await portal.make.accountMember(account, person, 'owner');
});
afterAll(() => portal.close());
beforeEach(async () => {
  key = await portal.make.station(account);
  const colleague = await portal.make.person();
  await portal.make.stationMember(key, colleague, 'staff');
  staff = await portal.as(colleague);
});

const library = (titles: readonly string[], station = key) =>
  Promise.all(titles.map((title) => portal.make.track(station, { title })));
/** Fills the playlist with A, B, C, …; returns the keys by title. */
const fillPlaylist = async (titles: string): Promise<Record<string, TrackKey>> => {
  const tracks = await library([...titles]);
  await owner.ok(playout.addTracks, { params: { key }, body: { tracks } });
  return Object.fromEntries([...titles].map((title, i) => [title, tracks[i] as TrackKey]));
};
const autoDj = () => owner.ok(playout.autoDj, { params: { key } });
const order = ({ playlist }: AutoDj): string => playlist.map(({ title }) => title).join('');
const move = (tracks: (TrackKey | undefined)[], before: TrackKey | null | undefined) =>
  owner.call(playout.move, {
    params: { key },
    body: { tracks: tracks as TrackKey[], before: before === undefined ? null : before },
  });
const undo = async (who = owner): Promise<AutoDj> =>
  await who.ok(playout.undo, { params: { key }, body: { step: (await autoDj()).undo?.id ?? 0 } });

test.each([
  ['B', 'D', 'ACBDE'],
  ['E', 'A', 'EABCD'],
  ['A', null, 'BCDEA'],
  ['DB', 'A', 'DBACE'],
  ['AC', null, 'BDEAC'],
  ['AB', 'C', 'ABCDE'],
])('moves %s to before %s', async (moving, before, expected) => {
  const at = await fillPlaylist('ABCDE');
  const old = await autoDj();
  const reply = await move(
    [...moving].map((title) => at[title]),
    before === null ? null : at[before],
  );
  expect(reply.status).toBe(200);
  expect(order(await autoDj())).toBe(expected);
  expect(reply.json).toMatchObject({
    revision: old.revision + 1,
    dirty: true,
    undo: { what: 'moved', tracks: moving.length, title: moving[0], by: 'Test Person' },
  });
  expect(order(await undo())).toBe('ABCDE');
});

test('moves tracks into the same gap any number of times', async () => {
  const at = await fillPlaylist('ABC');
  for (let i = 0; i < 60; i++)
    expect((await move([at[i % 2 === 0 ? 'C' : 'B']], at[i % 2 === 0 ? 'B' : 'C'])).status).toBe(200);
  expect(order(await autoDj())).toBe('ABC');
  for (let i = 0; i < 20; i++) await undo();
  expect(order(await autoDj())).toBe('ABC');
  expect((await autoDj()).undo).toBeNull();
});

test.each([
  ['a track that isn’t in the playlist', (at: Record<string, TrackKey>, other: TrackKey) => [[other], at['A']]],
  ['the same track twice', (at: Record<string, TrackKey>) => [[at['B'], at['B']], at['A']]],
  ['a track before itself', (at: Record<string, TrackKey>) => [[at['B']], at['B']]],
  [
    'a track before one that isn’t in the playlist',
    (at: Record<string, TrackKey>, other: TrackKey) => [[at['B']], other],
  ],
] as const)('refuses to move %s', async (_what, wrong) => {
  const at = await fillPlaylist('AB');
  const [other] = (await library(['Elsewhere'])) as [TrackKey];
  const [tracks, before] = wrong(at, other) as [TrackKey[], TrackKey];
  const reply = await move(tracks, before);
  expect([reply.status, reply.json.error.code]).toEqual([409, 'autodj.orderMismatch']);
  expect(order(await autoDj())).toBe('AB');
});

test('undoes the changes of several users step by step: removed, added, ordered, moved', async () => {
  const at = await fillPlaylist('ABCD');
  const [late] = (await library(['E'])) as [TrackKey];
  const tracks = ['D', 'C', 'B', 'A'].map((title) => at[title] as TrackKey);
  const seen = [order(await autoDj())];
  const steps = [
    () => staff.ok(playout.removeTracks, { params: { key }, body: { tracks: [at['B'] as TrackKey] } }),
    () => owner.ok(playout.addTrack, { params: { key, trackId: late } }),
    () => staff.ok(playout.addTrack, { params: { key, trackId: at['B'] as TrackKey } }),
    () => owner.ok(playout.reorder, { params: { key }, body: { tracks: [...tracks, late] } }),
    () => move([late], at['D']),
  ];
  for (const step of steps) {
    await step();
    seen.push(order(await autoDj()));
  }
  expect(seen).toEqual(['ABCD', 'ACD', 'ACDE', 'ACDEB', 'DCBAE', 'EDCBA']);
  const whats = [];
  for (const before of seen.slice(0, -1).toReversed()) {
    const now = await autoDj();
    whats.push([now.undo?.what, now.undo?.title, now.undo?.tracks]);
    expect(order(await undo(staff))).toBe(before);
  }
  expect(whats).toEqual([
    ['moved', 'E', 1],
    ['ordered', 'D', 5],
    ['added', 'B', 1],
    ['added', 'E', 1],
    ['removed', 'B', 1],
  ]);
});

test('undoes only the latest change', async () => {
  const at = await fillPlaylist('AB');
  const { undo: first } = await autoDj();
  await move([at['B']], at['A']);
  const reply = await staff.call(playout.undo, { params: { key }, body: { step: first?.id ?? 0 } });
  expect([reply.status, reply.json.error.code]).toEqual([409, 'autodj.nothingToUndo']);
  expect(order(await autoDj())).toBe('BA');
});

test('undoes a change with a duplicate track', async () => {
  const at = await fillPlaylist('ABC');
  const [a, b] = [at['A'] as TrackKey, at['B'] as TrackKey];
  await owner.ok(playout.removeTracks, { params: { key }, body: { tracks: [a, b, a] } });
  expect((await autoDj()).undo).toMatchObject({ what: 'removed', tracks: 2 });
  expect(order(await undo())).toBe('ABC');
  await owner.ok(playoutRules.addJingles, { params: { key }, body: { tracks: [b, b] } });
  expect(order(await undo())).toBe('ABC');
});

test('stores twenty steps, and does not bring back a deleted track', async () => {
  const at = await fillPlaylist('ABC');
  await owner.ok(playout.removeTracks, {
    params: { key },
    body: { tracks: [at['B'] as TrackKey, at['C'] as TrackKey] },
  });
  await portal.kernel.db
    .deleteFrom('tracks')
    .where('key', '=', at['B'] as TrackKey)
    .execute();
  expect(order(await undo())).toBe('AC');
  for (let i = 0; i < 25; i++) await move([at['C']], i % 2 === 0 ? at['A'] : null);
  let undone = 0;
  while ((await autoDj()).undo) {
    await undo();
    undone++;
  }
  expect(undone).toBe(20);
});

test('adds several tracks in order, turns a jingle back into music, and refuses another station’s track', async () => {
  const [a, b] = (await library(['A', 'B'])) as [TrackKey, TrackKey];
  await owner.ok(playoutRules.addJingles, { params: { key }, body: { tracks: [b] } });
  expect(order(await owner.ok(playout.addTracks, { params: { key }, body: { tracks: [b, a] } }))).toBe('BA');
  expect((await owner.ok(playoutRules.jingles, { params: { key } })).jingles).toEqual([]);
  const other = await portal.make.station(account);
  const [foreign] = (await library(['F'], other)) as [TrackKey];
  const reply = await owner.call(playout.addTracks, { params: { key }, body: { tracks: [foreign] } });
  expect(reply.status).toBe(404);
  expect(order(await autoDj())).toBe('BA');
});

test('marks duplicates by file, or by artist and title', async () => {
  const tracks = await library(['One', 'Two', 'Copy', 'two']);
  const [one, two, copy, sameTitle] = tracks as [TrackKey, TrackKey, TrackKey, TrackKey];
  const set = (track: TrackKey, values: { sha256?: string; artist?: string }) =>
    portal.kernel.db.updateTable('tracks').set(values).where('key', '=', track).execute();
  await set(one, { sha256: 'abc', artist: 'X' });
  await set(copy, { sha256: 'abc', artist: 'Y' });
  await set(two, { artist: 'The Twos' });
  await set(sameTitle, { artist: 'the twos' });
  const { playlist } = await owner.ok(playout.addTracks, { params: { key }, body: { tracks } });
  expect(playlist.map(({ duplicate }) => duplicate)).toEqual([null, null, 'file', 'title']);
});

test('moves one of ten thousand tracks, forward and back, and writes no other', async () => {
  const letters = (i: number) => String(i).padStart(22, 'A').replaceAll('0', 'Z');
  const tracks = Array.from({ length: 10_000 }, (_, i) => `t-${letters(i)}` as TrackKey);
  const { db } = portal.kernel;
  await sql`insert into tracks (key, station_key, title, filename, original, sha256, state)
    select key, ${key}, 'A title of a usual length', 'a.mp3', 'originals/a', '', 'ready' from unnest(${tracks}::text[]) as key`.execute(
    db,
  );
  await owner.ok(playout.addTracks, { params: { key }, body: { tracks } });
  const list = db.selectFrom('playlist_tracks').select(['track_key', 'position']).where('station_key', '=', key);
  const positions = async () => new Map((await list.execute()).map((one) => [one.track_key, one.position]));
  let before = await positions();
  for (let i = 1; i <= 12; i++) {
    const [moved, behind] = [tracks[(i * 7919) % 10_000]!, tracks[(i * 104_729) % 10_000]!];
    expect((await move([moved], behind)).status).toBe(200);
    const after = await positions();
    // Renumbering the whole playlist would take seconds.
    expect(tracks.filter((track) => after.get(track) !== before.get(track))).toEqual([moved]);
    expect(after.get(moved)).toBeLessThan(after.get(behind)!);
    before = after;
  }
});
