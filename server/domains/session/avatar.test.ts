import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { portal } from '#contract/api/portal.ts';
import { session } from '#contract/api/session.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let at: TestPortal;
beforeAll(async () => {
  at = await testPortal();
});
afterAll(() => at.close());

const picture = async (size: string): Promise<Blob> => {
  const path = join(at.kernel.config.dataDir, 'picture.png');
  const source = ['-f', 'lavfi', '-i', `testsrc=size=${size}`, '-frames:v', '1'];
  execFileSync('ffmpeg', ['-loglevel', 'error', '-y', ...source, path]);
  return new Blob([await readFile(path)], { type: 'image/png' });
};
const newPerson = async () => at.as(await at.make.person());
const nameIn = (url: string | null) => url?.split('/').at(-1) ?? '';
const leftoverFiles = () => readdir(join(at.kernel.config.dataDir, 'tmp')).catch(() => []);

it('becomes a square image that is public and cacheable, at a new URL each time', async () => {
  const call = await newPerson();
  const file = await picture('640x480');
  const first = (await call.ok(session.setAvatar, { file })).dj_info.image_url;
  expect(first).toMatch(/^\/images\/avatar-\w{22}\.webp$/);
  const anonymous = await at.as(undefined);
  const reply = await anonymous.raw(portal.image, { params: { name: nameIn(first) } });
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  const bytes = Buffer.from(await reply.arrayBuffer());
  expect(bytes.toString('latin1', 0, 4)).toBe('RIFF');
  const etag = reply.headers.get('etag') ?? '';
  expect((await anonymous.send('GET', first ?? '', undefined, { 'if-none-match': etag })).status).toBe(304);

  const second = (await call.ok(session.setAvatar, { file })).dj_info.image_url;
  expect(second).not.toBe(first);
  expect((await anonymous.call(portal.image, { params: { name: nameIn(first) } })).json.error.code).toBe(
    'image.notFound',
  );
  expect((await call.ok(session.removeAvatar)).dj_info.image_url).toBe(null);
  expect((await anonymous.call(portal.image, { params: { name: nameIn(second) } })).status).toBe(404);
  expect((await call.ok(session.removeAvatar)).dj_info.image_url).toBe(null);
  await expect.poll(leftoverFiles, { timeout: 20_000 }).toEqual([]);
});

it('leaves one image after concurrent uploads', async () => {
  const call = await newPerson();
  const file = await picture('300x300');
  await Promise.all(Array.from({ length: 6 }, () => call.ok(session.setAvatar, { file })));
  const current = nameIn((await call.ok(session.me)).dj_info.image_url);
  const images = await readdir(join(at.kernel.config.dataDir, 'files/images'));
  expect(images).toEqual([current]);
});

it('refuses files that are not images or are too large, and leaves the previous avatar', async () => {
  const call = await newPerson();
  const before = (await call.ok(session.setAvatar, { file: await picture('300x300') })).dj_info.image_url;
  const svg = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/png' });
  expect((await call.call(session.setAvatar, { file: svg })).json.error.code).toBe('image.notImage');
  const large = new Blob([new Uint8Array(5 * 1024 ** 2 + 1)]);
  expect((await call.call(session.setAvatar, { file: large })).json.error.code).toBe('request.tooLarge');
  const without = await call.send('PUT', session.setAvatar.path, new FormData());
  expect([without.status, ((await without.json()) as { error: object }).error]).toMatchObject([
    400,
    { fields: { file: 'This field is required' } },
  ]);
  expect((await call.ok(session.me)).dj_info.image_url).toBe(before);
  await expect.poll(leftoverFiles, { timeout: 20_000 }).toEqual([]);
});
