import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '#contract/api/accounts.ts';
import { billing } from '#contract/api/billing.ts';
import { episodes } from '#contract/api/episodes.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { library } from '#contract/api/library.ts';
import { limits } from '#contract/rules/limits.ts';
import { plans } from '#contract/rules/plans.ts';
import { libraryRig, type LibraryRig } from './testing/library-rig.ts';

/* The storage limit of an account, and the limit of trial accounts per user. */

let rig: LibraryRig;
const allowed = plans.premier.features.allowedStorageBytes;
beforeAll(async () => {
  rig = await libraryRig();
}, 120_000);
afterAll(() => rig.close());

/** Fills the account's storage except for `bytes`. */
const leaveFree = async (station: StationKey, bytes: number): Promise<void> => {
  await sql`delete from tracks`.execute(rig.portal.kernel.db);
  const key = await rig.portal.make.track(station);
  await sql`update tracks set size = ${allowed - bytes} where key = ${key}`.execute(rig.portal.kernel.db);
};
const used = async (): Promise<number> =>
  (await rig.client.ok(billing.features, { params: { id: rig.account } })).usage.storage;

/** Sends the headers of an upload and waits for the response without sending a body. */
const sendHead = async (token: string, length: number): Promise<{ status: number; code: string }> => {
  const upload = request(`${rig.portal.url}/media/upload/?token=${token}`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': length },
  });
  upload.on('error', () => undefined);
  upload.flushHeaders();
  const [reply] = (await once(upload, 'response')) as [IncomingMessage];
  const text = Buffer.concat(await reply.toArray()).toString();
  upload.destroy();
  return { status: reply.statusCode ?? 0, code: (JSON.parse(text) as { error: { code: string } }).error.code };
};

const begin = (media: { token: string }, length: number) =>
  fetch(`${rig.portal.url}/tus/`, {
    method: 'POST',
    headers: {
      ...{ 'tus-resumable': '1.0.0', authorization: `Bearer ${media.token}`, 'upload-length': String(length) },
      'upload-metadata': `filename ${Buffer.from('a.wav').toString('base64')}`,
    },
  });

describe('the storage limit', () => {
  it('is not exceeded by concurrent uploads', async () => {
    const media = await rig.newLibrary();
    const tones = Array.from({ length: 6 }, (_none, n) => rig.tone(`at-once-${n}.mp3`, 300 + 60 * n));
    await leaveFree(media.station, tones[0]!.length * 2.5);
    const replies = await Promise.all(tones.map((bytes, n) => media.upload(bytes, `at-once-${n}.mp3`)));
    const refused = replies.filter(({ json }) => json.error?.code === 'plan.storageExceeded');
    expect(refused.length).toBeGreaterThanOrEqual(4);
    expect(replies.length - refused.length).toBe(replies.filter(({ status }) => status === 202).length);
    expect(await used()).toBeLessThanOrEqual(allowed);
    expect(refused[0]!.status).toBe(409);
  }, 120_000);

  it('is checked before the body of an upload is read', async () => {
    const media = await rig.newLibrary();
    await leaveFree(media.station, 1000);
    expect(await sendHead(media.token, 500 * 1024 ** 2)).toEqual({ status: 409, code: 'plan.storageExceeded' });
  });

  it('includes unfinished resumable uploads, and episodes', async () => {
    const media = await rig.newLibrary();
    await leaveFree(media.station, 100_000);
    expect((await begin(media, 60_000)).status).toBe(201);
    const second = await begin(media, 60_000);
    expect([second.status, await second.text()]).toEqual([409, expect.stringContaining('plan.storageExceeded')]);

    const podcast = await rig.portal.make.podcast(rig.account);
    const file = new Blob([new Uint8Array(rig.tone('episode.mp3', 440))]);
    const upload = { params: { podcastKey: podcast }, fields: { name: 'episode.mp3' }, file };
    await leaveFree(media.station, 1000);
    expect((await rig.client.call(episodes.upload, upload)).json.error.code).toBe('plan.storageExceeded');
    await sql`delete from resumable_uploads`.execute(rig.portal.kernel.db);
    await leaveFree(media.station, 1_000_000);
    const before = await used();
    expect((await rig.client.call(episodes.upload, upload)).status).toBe(202);
    expect(await used()).toBe(before + file.size);
  }, 60_000);

  it('releases the reservation of a refused upload', async () => {
    const media = await rig.newLibrary();
    await leaveFree(media.station, 100_000);
    expect((await media.upload(Buffer.from('no sound at all '.repeat(3000)), 'a.mp3')).status).toBe(422);
    const reserved = async () =>
      (await sql`select from storage_reservations`.execute(rig.portal.kernel.db)).rows.length;
    await expect.poll(reserved).toBe(0);
  });
});

it('refuses uploads while the disk is nearly full', async () => {
  const full = await libraryRig({ config: { minFreeDisk: Number.MAX_SAFE_INTEGER } });
  try {
    const media = await full.newLibrary();
    const { status, json } = await media.upload(full.tone('full.mp3', 440), 'full.mp3');
    expect([status, json.error.code]).toEqual([507, 'media.diskLow']);
    expect((await media.call(library.list, {})).status).toBe(200);
  } finally {
    await full.close();
  }
}, 120_000);

it('lets a user own at most five trial accounts, even under concurrent requests', async () => {
  const person = await rig.portal.make.person();
  const client = await rig.portal.as(person);
  const create = (n: number) =>
    client.call(accounts.create, { body: { company: `Company ${n}`, email: 'a@example.com' } });
  const replies = await Promise.all(Array.from({ length: 8 }, (_none, n) => create(n)));
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(limits.trialAccounts);
  expect(replies.find(({ status }) => status !== 201)).toMatchObject({
    status: 409,
    json: { error: { code: 'account.trialLimit', details: { max: limits.trialAccounts } } },
  });
}, 60_000);
