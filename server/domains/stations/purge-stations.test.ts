import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { stations } from '#contract/api/stations.ts';
import type { Jobs, Kernel } from '#server/kernel/kernel.ts';
import { picture } from '#server/testing/picture.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { subscribedKernel } from '#server/testing/subscribed-kernel.ts';
import { purgeDeletedStations, type PurgeDeps } from './purge-stations.ts';

let portal: TestPortal;
let account: AccountKey;
const removedFromEngine: StationKey[] = [];
const sentJobs: unknown[] = [];

beforeAll(async () => {
  portal = await testPortal();
  account = await portal.make.account();
});
afterAll(() => portal.close());

const day = 24 * 3_600_000;
const deps = (
  changes: Partial<Kernel> = {},
  deliver = (key: StationKey): Promise<void> => Promise.resolve(void removedFromEngine.push(key)),
): PurgeDeps => {
  const send: Jobs['send'] = (name, data, options) =>
    Promise.resolve(void sentJobs.push([name, data, options?.startAfterS]));
  return subscribedKernel(portal.kernel, { jobs: { ...portal.kernel.jobs, send }, ...changes }, { deliver });
};

const deletedFor = async (ms: number) => {
  const { db, storage } = portal.kernel;
  const admin = await portal.as(await portal.make.person({ admin: true }));
  const key = await portal.make.station(account);
  const track = await portal.make.track(key);
  const files = [`originals/${track}`, `renditions/${track}.mp3`];
  for (const file of files) await storage.put(file, Buffer.from('sound'), 'audio/mpeg');
  const format = { codec: 'mp3', bitrate: 1, sample_rate: 1, channels: 2 } as const;
  await db
    .insertInto('renditions')
    .values({ track_key: track, ...format, path: files[1] ?? '', size: 5, duration_ms: 9 })
    .execute();
  const { logo } = await admin.ok(stations.setLogo, { params: { key }, file: await picture(180, 180) });
  await db
    .updateTable('stations')
    .set({ deleted_at: new Date(Date.now() - ms) })
    .where('key', '=', key)
    .execute();
  return { key, files: [...files, (logo ?? '').slice(1)] };
};

const sizes = (files: string[]) => Promise.all(files.map((file) => portal.kernel.storage.size(file)));
const exists = async (key: StationKey) =>
  (await portal.kernel.db.selectFrom('stations').select('key').where('key', '=', key).execute()).length === 1;

test('removes stations deleted 30 days ago with their files and listening data, and nothing else', async () => {
  const old = await deletedFor(30 * day + 1000);
  const young = await deletedFor(30 * day - 60_000);
  const alive = await portal.make.station(account);
  await purgeDeletedStations(deps());
  expect([await exists(old.key), await exists(young.key), await exists(alive)]).toEqual([false, true, true]);
  expect(new Set(await sizes(old.files))).toEqual(new Set([undefined]));
  expect(await sizes(young.files)).not.toContain(undefined);
  expect(removedFromEngine).toEqual([old.key]);
  expect(sentJobs).toEqual([
    ['accounts.forgetListening', { stations: [old.key] }, 0],
    ['accounts.forgetListening', { stations: [old.key] }, 86_400],
  ]);
});

test('continues with other stations if one fails, and retries it on the next run', async () => {
  const [first, second] = [await deletedFor(32 * day), await deletedFor(31 * day)];
  const { storage } = portal.kernel;
  const remove = (file: string) =>
    file === first.files[0] ? Promise.reject(new Error('the disk is away')) : storage.remove(file);
  await purgeDeletedStations(deps({ storage: { ...storage, remove } }));
  expect([await exists(first.key), await exists(second.key)]).toEqual([true, false]);
  await purgeDeletedStations(deps({}, () => Promise.reject(new Error('away'))));
  expect(await exists(first.key)).toBe(false);
  expect(new Set(await sizes(first.files))).toEqual(new Set([undefined]));
});
