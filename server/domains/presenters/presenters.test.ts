import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ErrorReply } from '#contract/texts/errors.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { presenters, type NewPresenter } from '#contract/api/presenters.ts';
import { stations } from '#contract/api/stations.ts';
import { desiredStations } from '#server/domains/playout/desired.ts';
import type { TestClient } from '#server/testing/client.ts';
import { presenterEngine, type PresenterEngine } from '#server/testing/presenter-engine.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let portal: TestPortal;
let owner: TestClient;
let account: AccountKey;
let key: StationKey;
let engine: PresenterEngine;

const begin = Date.parse('2026-11-20T18:00:00Z');
const audio = Buffer.from('the frames of a broadcast');

beforeAll(async () => {
  engine = await presenterEngine(audio);
  portal = await testPortal({ config: { engineUrl: engine.url } });
  account = await portal.make.account();
  const one = await portal.make.person();
  await portal.make.accountMember(account, one, 'owner');
  owner = await portal.as(one);
  key = await portal.make.station(account);
});
afterAll(async () => {
  await portal.close();
  engine.close();
});
beforeEach(async () => {
  key = await portal.make.station(account);
});

const anna: NewPresenter = {
  ...{ name: 'Anna Berg', user: 'anna', windows: [{ days: [1, 2], from: 1200, to: 1320 }] },
  ...{ at_end: 'cut', grace_minutes: 5, record: true, disabled: false },
};
const add = (body: Partial<NewPresenter> = {}) =>
  owner.ok(presenters.create, { params: { key }, body: { ...anna, ...body } });
const codeOf = ({ json }: { json: ErrorReply }) => json.error.code;
const desired = async () => {
  const [station] = await desiredStations({ db: portal.kernel.db, media: undefined }, [key]);
  return { revision: station!.revision, presenters: station!.document?.presenters };
};

describe('a presenter', () => {
  it('is sent to the engine with the hash of a password that is shown once', async () => {
    const before = await desired();
    expect(before.presenters).toBeUndefined();
    await owner.ok(stations.update, { params: { key }, body: { default_timezone: 'Europe/Berlin' } });
    const { presenter, password, encoder } = await add({ user: ' Anna ' });
    expect(presenter).toMatchObject({ name: 'Anna Berg', user: 'anna', windows: anna.windows, picture: null });
    expect(encoder.icecast).toMatchObject({ user: 'source' });
    expect(password).toMatch(/^\w{16}$/);
    const after = await desired();
    expect(after.revision).toBeGreaterThan(before.revision);
    const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
    const { id } = presenter;
    expect(after.presenters).toEqual({
      timezone: 'Europe/Berlin',
      list: [
        {
          ...{ id, user: 'anna', name: 'Anna Berg', picture: null, password_hash: hashOf(password) },
          ...{ windows: anna.windows, at_end: 'cut', grace_ms: 300_000, record: true, disabled: false },
        },
      ],
    });
    const renewed = await owner.ok(presenters.newPassword, { params: { key, id } });
    expect(renewed.password).not.toBe(password);
    expect((await desired()).presenters?.list[0]?.password_hash).toBe(hashOf(renewed.password));
    expect(JSON.stringify(await owner.ok(presenters.list, { params: { key } }))).not.toContain(
      hashOf(renewed.password),
    );
  });

  it('is changed, disabled and deleted', async () => {
    const { presenter } = await add();
    const params = { key, id: presenter.id };
    const changes = { ...anna, name: 'Anna B.', windows: [], disabled: true };
    expect(await owner.ok(presenters.update, { params, body: changes })).toMatchObject({
      name: 'Anna B.',
      windows: [],
    });
    expect((await desired()).presenters?.list).toMatchObject([{ name: 'Anna B.', disabled: true }]);
    await owner.ok(presenters.remove, { params });
    expect(await owner.ok(presenters.list, { params: { key } })).toEqual({ timezone: 'UTC', presenters: [] });
    expect((await desired()).presenters).toBeUndefined();
    expect(codeOf(await owner.call(presenters.remove, { params }))).toBe('presenter.notFound');
  });

  it('needs a user name of its own', async () => {
    await add();
    const taken = await owner.call(presenters.create, { params: { key }, body: { ...anna, user: 'ANNA' } });
    expect([taken.status, codeOf(taken)]).toEqual([409, 'presenter.userTaken']);
    expect(taken.json.error.fields).toEqual({ user: 'Another presenter has this user name.' });
    const { presenter } = await add({ user: 'ben' });
    const renamed = await owner.call(presenters.update, { params: { key, id: presenter.id }, body: anna });
    expect(codeOf(renamed)).toBe('presenter.userTaken');
    for (const user of ['source', 'a', 'anna berg', 'anna:b'])
      expect(codeOf(await owner.call(presenters.create, { params: { key }, body: { ...anna, user } }))).toBe(
        'request.invalid',
      );
    const other = await portal.make.station(account);
    await owner.ok(presenters.create, { params: { key: other }, body: anna });
  });

  it('does not move to another account with the station', async () => {
    await add();
    const to = await portal.make.account();
    const admin = await portal.as(await portal.make.person({ admin: true }));
    await admin.ok(stations.transfer, { params: { key, accountId: to } });
    expect((await desired()).presenters).toBeUndefined();
  });
});

describe('the recordings of a presenter', () => {
  const record = (presenter: string) => {
    const id = randomUUID();
    const rest = { codec: 'mp3', ms: 2500, bytes: audio.length, reason: null } as const;
    engine.recorded.push({ station: key, id, presenter, begin, end: begin + 2500, ...rest });
    return id;
  };

  it('are listed for each, and downloaded by a link', async () => {
    const [one, other] = [(await add()).presenter.id, (await add({ user: 'ben', name: 'Ben' })).presenter.id];
    const recording = record(one);
    record(other);
    const params = { key, id: one };
    const { recordings } = await owner.ok(presenters.recordings, { params });
    expect(recordings).toEqual([
      {
        ...{ id: recording, begin: '2026-11-20T18:00:00.000Z', end: '2026-11-20T18:00:02.500Z', seconds: 2.5 },
        ...{ bytes: audio.length, reason: null, expires: '2026-12-04T18:00:00.000Z' },
      },
    ]);
    const link = await owner.ok(presenters.recordingLink, { params: { ...params, recording } });
    const whole = await portal.app.inject({ url: link.download_url });
    expect(whole.body).toBe(audio.toString());
    expect(whole.headers['content-disposition']).toContain('Anna Berg 2026-11-20T18.00.mp3');
    const part = await portal.app.inject({ url: link.url, headers: { range: 'bytes=4-9' } });
    expect([part.statusCode, part.body]).toEqual([206, 'frames']);
    await owner.ok(presenters.removeRecording, { params: { ...params, recording } });
    expect(await owner.ok(presenters.recordings, { params })).toEqual({ recordings: [] });
    const foreign = await owner.call(presenters.recordingLink, { params: { key, id: other, recording } });
    expect(codeOf(foreign)).toBe('presenter.recordingNotFound');
  });
});
