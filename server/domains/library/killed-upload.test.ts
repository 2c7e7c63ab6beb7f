import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { library } from '#contract/api/library.ts';
import { removeExpiredUploads } from '#server/platform/uploads/resumable.ts';
import { libraryRig, type LibraryRig } from './testing/library-rig.ts';

/* kill -9 of a portal between the last byte of an upload and its acceptance: nothing is sent again, nothing is there twice. */

const childPath = fileURLToPath(new URL('testing/upload-child.ts', import.meta.url));

let rig: LibraryRig;
beforeAll(async () => {
  rig = await libraryRig();
}, 120_000);
afterAll(() => rig.close());

type Library = Awaited<ReturnType<LibraryRig['newLibrary']>>;

const send = (media: Library, method: string, path: string, more: RequestInit = {}) =>
  fetch(rig.portal.url + path, {
    method,
    ...more,
    headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${media.token}`, ...(more.headers as object) },
  });
const patch = (media: Library, path: string, offset: number, body: Buffer) =>
  send(media, 'PATCH', path, {
    headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
    body: new Uint8Array(body),
  });
const stateOf = async (media: Library, path: string) => {
  const { status, headers } = await send(media, 'HEAD', path);
  return [status, Number(headers.get('upload-offset'))];
};

/** Sends the rest in another process, which kills itself at this step. */
const sendAndDie = async (media: Library, id: string, offset: number, rest: Buffer, step: string): Promise<void> => {
  const args = [childPath, JSON.stringify(rig.portal.kernel.config), media.station, id, String(offset), step];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'inherit'] });
  child.stdin.on('error', () => undefined).end(rest);
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  expect(signal, step).toBe('SIGKILL');
};

test.concurrent.each(['part stored', 'before acceptance', 'within acceptance', 'after acceptance'])(
  'an upload whose portal is killed at "%s" is accepted once, whole',
  async (step) => {
    const media = await rig.newLibrary();
    const whole = rig.tone(`${step}.wav`, 440);
    const half = Math.floor(whole.length / 2);
    const metadata = `filename ${Buffer.from('a.wav').toString('base64')}`;
    const begun = await send(media, 'POST', '/tus/', {
      headers: { 'upload-length': String(whole.length), 'upload-metadata': metadata },
    });
    const path = begun.headers.get('location') ?? '';
    const id = path.split('/').at(-1) ?? '';
    expect((await patch(media, path, 0, whole.subarray(0, half))).status).toBe(204);
    await sendAndDie(media, id, half, whole.subarray(half), step);

    // A part that was not counted is sent again; what was counted is not.
    const isCounted = step !== 'part stored';
    expect(await stateOf(media, path)).toEqual([200, isCounted ? whole.length : half]);
    if (!isCounted) expect((await patch(media, path, half, whole.subarray(half))).status).toBe(204);
    expect(await stateOf(media, path)).toEqual([200, whole.length]);
    expect((await media.ok(library.task, { params: { id } })).status).toBe('PROCESSING');
    const { db, storage } = rig.portal.kernel;
    const tracks = await db.selectFrom('tracks').select('original').where('station_key', '=', media.station).execute();
    expect(tracks).toHaveLength(1);
    expect((await readFile(await storage.localPath(tracks[0]!.original))).equals(whole)).toBe(true);
    await removeExpiredUploads(rig.portal.kernel);
    expect(await db.selectFrom('resumable_parts').selectAll().where('upload_id', '=', id).execute()).toEqual([]);
  },
);
