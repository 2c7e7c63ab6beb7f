import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { AccountKey, StationKey, TrackKey } from '#contract/rules/keys.ts';
import { library } from '#contract/api/library.ts';
import { ffmpegAudio } from '#server/engines/audio/ffmpeg.ts';
import { makeTone } from '#server/engines/audio/testing/test-audio.ts';
import { napiImages } from '#server/engines/images/napi-images.ts';
import { testClient, type TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { workLibrary } from '../library.work.ts';

/** A test portal with an account and its owner; `work` also runs the library's jobs. */
export const libraryRig = async (options: Parameters<typeof testPortal>[0] & { work?: boolean } = {}) => {
  const portal = await testPortal(options);
  const folder = mkdtempSync(join(tmpdir(), 'library-'));
  const account = await portal.make.account({ plan: 'premier' });
  const person = await portal.make.person();
  await portal.make.accountMember(account, person, 'owner');
  const client = await portal.as(person);
  const deps = { ...portal.kernel, audio: ffmpegAudio(), images: napiImages() };
  if (options.work) await workLibrary(deps);
  return {
    portal,
    folder,
    account,
    person,
    client,
    deps,
    /** A client of a new station's library, with its token. */
    newLibrary: () => newLibrary(portal, account, client),
    /** An audio file with a 3 s tone. */
    tone: (name: string, hz: number, extra: string[] = []): Buffer => {
      makeTone(join(folder, name), { hz, seconds: 3 }, extra);
      return readFileSync(join(folder, name));
    },
    close: async () => {
      await portal.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export type LibraryRig = Awaited<ReturnType<typeof libraryRig>>;

const newLibrary = async (portal: TestPortal, account: AccountKey, client: TestClient) => {
  const station: StationKey = await portal.make.station(account);
  const { token } = await client.ok(library.token, { params: { id: station } });
  const media = testClient(portal.url, token);
  const waitForTask = async (id: string) => {
    await portal.drain();
    await expect
      .poll(async () => (await media.ok(library.task, { params: { id } })).status, { timeout: 90_000, interval: 200 })
      .not.toBe('PROCESSING');
    return await media.ok(library.task, { params: { id } });
  };
  const upload = (bytes: Buffer, name: string) =>
    media.call(library.upload, { query: { token }, fields: { name }, file: new Blob([new Uint8Array(bytes)]) });
  return {
    ...media,
    station,
    token,
    upload,
    waitForTask,
    /** Uploads a file and waits until the track is ready. */
    add: async (bytes: Buffer, name: string): Promise<TrackKey> => {
      const { json } = await upload(bytes, name);
      const task = await waitForTask(json.task);
      expect(task).toMatchObject({ status: 'SUCCESS', error: null });
      return task.data!.key;
    },
    list: (query: Parameters<typeof media.ok<typeof library.list>>[1] = {}) => media.ok(library.list, query),
  };
};
