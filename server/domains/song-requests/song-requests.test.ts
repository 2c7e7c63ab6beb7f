import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hourMs } from '#contract/rules/time.ts';
import { songRequests } from '#contract/api/song-requests.ts';
import { stations } from '#contract/api/stations.ts';
import { sweepSongRequests } from './song-requests.work.ts';
import { requestDeps } from './song-requests.routes.ts';
import { codeOf, requestStage, type RequestStage } from './testing/request-stage.ts';

let at: RequestStage;

beforeAll(async () => {
  at = await requestStage();
});
afterAll(() => at.close());
beforeEach(() => {
  // So that no test is limited by what the one before did.
  at.later(2 * hourMs);
  at.engine.refuseCommands(undefined);
  at.engine.commands.length = 0;
});

const titles = async (mount: string, search: string) => {
  const { songs } = await at.visitor.ok(songRequests.songs, { params: { mount }, query: { search } });
  return songs.map(({ title }) => title);
};
const sweep = () => sweepSongRequests(requestDeps(at.portal.kernel, at.portal));

describe('the songs that can be requested', () => {
  it('are those of the playlist, or of the library, but no jingles, by words', async () => {
    const { key, mount } = await at.station();
    expect(await titles(mount, 'nova')).toEqual(['Harbour', 'Tide']);
    expect(await titles(mount, 'nova tid')).toEqual(['Tide']);
    expect(await titles(mount, 'blue')).toEqual([]);
    expect(await titles(mount, 'n')).toEqual([]);
    expect(await titles(mount, '%%')).toEqual([]);
    await at.set(key, { songs: 'library' });
    expect(await titles(mount, 'blue')).toEqual(['Deep Blue']);
    expect(await titles(mount, 'nova')).toEqual(['Harbour', 'Tide']);
  });

  it('are shown with nothing else of the track, and only by stations that take requests', async () => {
    const { key, mount, tide } = await at.station();
    const found = await at.visitor.ok(songRequests.songs, { params: { mount }, query: { search: 'tide' } });
    expect(found).toEqual({
      open: true,
      reason: '',
      messages: true,
      songs: [{ key: tide, title: 'Tide', artist: 'Nova' }],
    });
    await at.set(key, { enabled: false });
    const off = await at.visitor.call(songRequests.songs, { params: { mount }, query: { search: 'tide' } });
    expect([off.status, codeOf(off)]).toEqual([409, 'songRequest.off']);
    const fresh = await at.portal.make.station(at.account);
    expect((await at.owner.ok(songRequests.list, { params: { key: fresh } })).settings.enabled).toBe(false);
  });
});

describe('a request', () => {
  it('waits until it is approved, and goes into the queue with who requested it', async () => {
    const { key, mount, tide } = await at.station();
    const sent = await at.request(mount, tide, { name: ' Lena\u202e\n ', message: '<b>For Mum</b>' });
    expect([sent.status, sent.json]).toEqual([
      201,
      { id: sent.json.id, title: 'Tide', artist: 'Nova', state: 'waiting' },
    ]);
    expect(at.engine.commands).toEqual([]);
    const { id } = sent.json;
    expect(await at.listed(key)).toMatchObject([{ id, name: 'Lena', message: '<b>For Mum</b>', state: 'waiting' }]);
    const approved = await at.owner.ok(songRequests.approve, { params: { key, id } });
    expect(approved).toMatchObject({ state: 'approved', decided_by: expect.stringMatching(/./) as unknown });
    expect(at.engine.commands).toMatchObject([
      {
        line: `POST /stations/${key}/queue`,
        body: { id, place: 'last', by: { id: `request:${id}`, name: 'Lena' }, item: { key: tide } },
      },
    ]);
    expect(codeOf(await at.owner.call(songRequests.approve, { params: { key, id } }))).toBe('songRequest.decided');
  });

  it('waits again if the engine refuses it, and is approved by rule as soon as it can be', async () => {
    const { key, mount, tide } = await at.station();
    const { id } = (await at.request(mount, tide)).json;
    at.engine.refuseCommands('The queue is full.');
    expect(codeOf(await at.owner.call(songRequests.approve, { params: { key, id } }))).toBe('air.queueFull');
    expect(await at.listed(key)).toMatchObject([{ state: 'waiting', decided: null }]);
    await at.set(key, { approval: 'rule' });
    await sweep();
    expect(await at.listed(key)).toMatchObject([{ state: 'waiting' }]);
    at.engine.refuseCommands(undefined);
    await sweep();
    expect(await at.listed(key)).toMatchObject([{ state: 'approved', decided_by: '' }]);
  });

  it('is approved at once where the rule decides', async () => {
    const { mount, tide } = await at.station({ approval: 'rule' });
    expect((await at.request(mount, tide)).json.state).toBe('approved');
  });

  it('is refused by hand, and then leaves the queue', async () => {
    const { key, mount, tide, other } = await at.station();
    const one = (await at.request(mount, tide)).json.id;
    const two = (await at.request(mount, other)).json.id;
    await at.owner.ok(songRequests.approve, { params: { key, id: one } });
    for (const id of [one, two])
      expect(await at.owner.ok(songRequests.refuse, { params: { key, id } })).toMatchObject({ state: 'refused' });
    expect(at.engine.commands.map(({ line }) => line)).toEqual([
      `POST /stations/${key}/queue`,
      `DELETE /stations/${key}/queue/${one}`,
    ]);
    expect(codeOf(await at.owner.call(songRequests.refuse, { params: { key, id: one } }))).toBe('songRequest.decided');
  });

  it('keeps no address: a hash, for a day, and is deleted after 31 days', async () => {
    const { key, mount, tide } = await at.station();
    await at.request(mount, tide);
    const row = () =>
      at.portal.kernel.db.selectFrom('song_requests').selectAll().where('station_key', '=', key).execute();
    expect((await row())[0]?.listener).toMatch(/^\d+$/);
    at.later(25 * hourMs);
    await sweep();
    expect(await row()).toMatchObject([{ listener: null, state: 'expired' }]);
    at.later(31 * 24 * hourMs);
    await sweep();
    expect(await row()).toEqual([]);
  });

  it('does not move to another account with the station', async () => {
    const { key, mount, tide } = await at.station();
    await at.request(mount, tide);
    const to = await at.portal.make.account();
    const admin = await at.portal.as(await at.portal.make.person({ admin: true }));
    await admin.ok(stations.transfer, { params: { key, accountId: to } });
    const { settings, requests } = await admin.ok(songRequests.list, { params: { key } });
    expect([settings.enabled, requests]).toEqual([false, []]);
  });
});

describe('the limits of a station', () => {
  const refusals = async (...requests: ReturnType<RequestStage['request']>[]) =>
    (await Promise.all(requests)).map((one) => (one.status === 201 ? 'taken' : codeOf(one)));

  it('count requests per listener and hour', async () => {
    const { mount, tide, other } = await at.station({ listener_hour: 1 });
    expect(await refusals(at.request(mount, tide))).toEqual(['taken']);
    expect(await refusals(at.request(mount, other), at.request(mount, other, {}, 'two'))).toEqual([
      'songRequest.tooMany',
      'taken',
    ]);
    at.later(hourMs + 1);
    expect(await refusals(at.request(mount, tide))).toEqual(['songRequest.songRecently']);
  });

  it('separate requests of a song, and of an artist', async () => {
    const { key, mount, tide, other } = await at.station({ song_hours: 2, artist_minutes: 60 });
    const { id } = (await at.request(mount, tide)).json;
    expect(await refusals(at.request(mount, tide, {}, 'two'), at.request(mount, other, {}, 'three'))).toEqual([
      'songRequest.songRecently',
      'songRequest.artistRecently',
    ]);
    at.later(hourMs + 1);
    expect(await refusals(at.request(mount, other, {}, 'two'))).toEqual(['taken']);
    await at.owner.ok(songRequests.refuse, { params: { key, id } });
    at.later(hourMs + 1);
    expect(await refusals(at.request(mount, tide, {}, 'two'))).toEqual(['taken']);
  });

  it('bound how many wait, however many come at once', async () => {
    const { mount, tide, other } = await at.station({ waiting_most: 1 });
    const results = await refusals(at.request(mount, tide, {}, 'one'), at.request(mount, other, {}, 'two'));
    expect(results.toSorted()).toEqual(['songRequest.full', 'taken']);
  });

  it('close requests while the Auto DJ does not play, and outside the hours', async () => {
    // A Friday.
    const today = { days: [5, 6], from: 0, to: 1440 };
    const { key, mount, tide } = await at.station({ hours: [today] });
    at.onAir(key, 'live');
    const closed = await at.visitor.ok(songRequests.songs, { params: { mount }, query: { search: 'tide' } });
    expect(closed).toMatchObject({
      open: false,
      songs: [],
      reason: expect.stringContaining('its own tracks') as unknown,
    });
    expect(await refusals(at.request(mount, tide))).toEqual(['songRequest.notAutoDj']);
    await at.set(key, { only_autodj: false, hours: [{ ...today, days: [2] }] });
    expect(await refusals(at.request(mount, tide))).toEqual(['songRequest.closed']);
    await at.set(key, { only_autodj: false, hours: [] });
    expect(await refusals(at.request(mount, tide))).toEqual(['taken']);
  });

  it('refuse other songs, and malformed requests with the path of the field', async () => {
    const { mount, deep, jingle } = await at.station();
    const { tide: foreign } = await at.station();
    expect(await refusals(at.request(mount, deep), at.request(mount, jingle), at.request(mount, foreign))).toEqual([
      'songRequest.songNotFound',
      'songRequest.songNotFound',
      'songRequest.songNotFound',
    ]);
    const long = await at.request(mount, deep, { message: 'x'.repeat(201) });
    expect([long.status, long.json.error.fields]).toEqual([400, { message: expect.any(String) as unknown }]);
  });

  it('are the same for everyone who calls too often', async () => {
    const { mount, deep } = await at.station();
    const replies = [];
    for (let n = 0; n < 21; n++) replies.push(await at.request(mount, deep, {}, String(n)));
    expect(replies.at(-1)?.status).toBe(429);
  });
});
