import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { presenters } from '#contract/api/presenters.ts';
import { stations } from '#contract/api/stations.ts';
import { studio } from '#contract/api/studio.ts';
import { passwordMark, readStudioToken, type StudioClaims } from '#shared/studio-token.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

const secret = 'the token of the engine';
let portal: TestPortal;
let account: AccountKey;
let key: StationKey;
let owner: TestClient;
let staff: TestClient;
let staffId: string;

beforeAll(async () => {
  portal = await testPortal({
    config: { engineToken: secret, publicUrl: 'https://portal.test', streamUrl: 'https://stream.test/radio/' },
    clock: { now: () => new Date('2026-11-30T19:30:00Z') },
  });
  account = await portal.make.account();
  key = await portal.make.station(account);
  const [first, second] = [await portal.make.person(), await portal.make.person()];
  await portal.make.accountMember(account, first, 'owner');
  await portal.make.stationMember(key, second, 'staff');
  staffId = second.id;
  owner = await portal.as(first);
  staff = await portal.as(second);
});
afterAll(() => portal.close());

const connect = (who: TestClient) => who.ok(studio.connect, { params: { key } });
const claimsOf = (token: string): StudioClaims => readStudioToken(secret, token)!;
const addPresenter = async (name: string, windows: { days: number[]; from: number; to: number }[], disabled = false) =>
  await owner.ok(presenters.create, {
    params: { key },
    body: {
      ...{ name, user: name.toLowerCase(), windows, at_end: 'cut', grace_minutes: 0, record: false, disabled },
      user_id: staffId,
    },
  });

describe('a token of the studio', () => {
  it('names the station, the page and who it is, and lasts ten minutes', async () => {
    const { url, token, expires, presenter } = await connect(owner);
    const { password } = await owner.ok(stations.revealPassword, { params: { key } });
    expect(presenter).toBeNull();
    expect(expires).toBe('2026-11-30T19:40:00.000Z');
    expect(url).toMatch(/^wss:\/\/stream\.test\/radio\/studio\/[\w-]+$/);
    expect(claimsOf(token)).toMatchObject({
      ...{ station: key, presenter: null, origin: 'https://portal.test', expires: Date.parse(expires) },
      password: passwordMark(secret, password),
    });
  });

  it('is the presenter’s for a person who is one, of several the one whose hours it is', async () => {
    const monday = (from: number, to: number) => [{ days: [1], from: from * 60, to: to * 60 }];
    expect((await connect(staff)).presenter).toBeNull();
    const early = await addPresenter('Early', monday(6, 8));
    expect((await connect(staff)).presenter).toEqual({ id: early.presenter.id, name: 'Early' });
    await addPresenter('Barred', monday(18, 22), true);
    const evening = await addPresenter('Evening', monday(18, 22));
    const { presenter, token } = await connect(staff);
    expect(presenter).toEqual({ id: evening.presenter.id, name: 'Evening' });
    expect(claimsOf(token)).toMatchObject({ name: 'Evening', presenter: evening.presenter.id });
    expect((await connect(owner)).presenter).toBeNull();
  });

  it('stands for a password, and changes with it', async () => {
    const before = claimsOf((await connect(owner)).token).password;
    await owner.ok(stations.resetPassword, { params: { key } });
    expect(claimsOf((await connect(owner)).token).password).not.toBe(before);
  });
});
