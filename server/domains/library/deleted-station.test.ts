import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { copyFile, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { StationKey } from '#contract/rules/keys.ts';
import { ffmpegAudio } from '#server/engines/audio/ffmpeg.ts';
import { makeTone } from '#server/engines/audio/testing/test-audio.ts';
import { napiImages } from '#server/engines/images/napi-images.ts';
import { mediaFolder } from '#server/kernel/create-kernel.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { prepareTrack } from './prepare.ts';
import { acceptUpload } from './upload.ts';

/* Uploading or preparing a track while its station is deleted leaves no orphaned files. */

const audio = ffmpegAudio();
const images = napiImages();
let portal: TestPortal;
let folder: string;
let station: StationKey;

beforeAll(async () => {
  portal = await testPortal();
  folder = mkdtempSync(join(tmpdir(), 'gone-'));
  makeTone(join(folder, 'tone.mp3'), { hz: 440, seconds: 1 });
});
afterAll(async () => {
  await portal.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  station = await portal.make.station(await portal.make.account());
});

const remove = async (): Promise<void> => {
  const deleted_at = new Date();
  await portal.kernel.db.updateTable('stations').set({ deleted_at }).where('key', '=', station).execute();
};
const upload = async (kernel: Kernel) => {
  const path = join(folder, 'sent.mp3');
  await copyFile(join(folder, 'tone.mp3'), path);
  const file = { path, size: readFileSync(path).length, filename: 'a.mp3', mimetype: 'audio/mpeg', sha256: '' };
  return await acceptUpload({ ...kernel, audio }, station, undefined, { file, name: undefined });
};
const filesIn = async (name: string): Promise<string[]> =>
  await readdir(join(mediaFolder(portal.kernel.config), name)).catch(() => []);

test('refuses an upload whose station was deleted while it was stored', async () => {
  const { storage } = portal.kernel;
  const slow = {
    ...storage,
    putFile: async (...args: Parameters<typeof storage.putFile>) => {
      await storage.putFile(...args);
      await remove();
    },
  };
  await expect(upload({ ...portal.kernel, storage: slow })).rejects.toMatchObject({ code: 'station.notFound' });
  expect(await filesIn('originals')).toEqual([]);
});

test('deletes the rendition of a track that was deleted while it was rendered', async () => {
  const { task } = await upload(portal.kernel);
  const { db } = portal.kernel;
  const render: typeof audio.render = async (...args) => {
    const rendered = await audio.render(...args);
    await db.deleteFrom('tracks').where('station_key', '=', station).execute();
    return rendered;
  };
  await prepareTrack({ ...portal.kernel, images, audio: { ...audio, render } }, task);
  expect(await filesIn('renditions')).toEqual([]);
});
