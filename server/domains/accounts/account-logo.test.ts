import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Transformer } from '@napi-rs/image';
import { accounts } from '#contract/api/accounts.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let portal: TestPortal;
let owner: TestClient;
let visitor: TestClient;
let key: AccountKey;

beforeAll(async () => {
  portal = await testPortal();
  visitor = await portal.as(undefined);
});
afterAll(() => portal.close());
beforeEach(async () => {
  const person = await portal.make.person();
  owner = await portal.as(person);
  key = await portal.make.account();
  await portal.make.accountMember(key, person, 'admin');
});

const picture = (size: string, colour = 'red'): Blob => {
  const source = ['-f', 'lavfi', '-i', `color=${colour}:size=${size}`, '-frames:v', '1'];
  return new Blob([execFileSync('ffmpeg', ['-loglevel', 'error', ...source, '-f', 'image2pipe', '-c:v', 'png', '-'])]);
};
const set = (file: Blob) => owner.call(accounts.setLogo, { params: { key }, file });
const get = (path: string, headers: Record<string, string> = {}) => visitor.send('GET', path, undefined, headers);
const nameOf = async () =>
  (await portal.kernel.db.selectFrom('accounts').select('logo').where('key', '=', key).executeTakeFirst())?.logo ?? '';

test('serves a re-encoded logo publicly by account key, cacheable forever', async () => {
  const { json } = await set(picture('1024x256'));
  expect(json.logo).toMatch(new RegExp(`^/v1/accounts/${key}/logo\\?v=[1-9A-Za-z]{12}$`));
  const reply = await get(json.logo ?? '');
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toBe('image/webp');
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
  expect(reply.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const { width, height } = await new Transformer(Buffer.from(await reply.arrayBuffer())).metadata();
  expect([width, height]).toEqual([512, 128]);
});

test('revalidates a logo without its version, with 304 if unchanged', async () => {
  await set(picture('64x64'));
  const path = `/v1/accounts/${key}/logo`;
  const reply = await get(path);
  expect(reply.headers.get('cache-control')).toBe('public, no-cache');
  const etag = reply.headers.get('etag') ?? '';
  expect((await get(path, { 'if-none-match': etag })).status).toBe(304);
  expect((await get(`${path}?v=another`)).headers.get('cache-control')).toBe('public, no-cache');
  await set(picture('64x64', 'blue'));
  expect((await get(path, { 'if-none-match': etag })).status).toBe(200);
});

test('deletes replaced and removed logos from storage', async () => {
  const { storage } = portal.kernel;
  await set(picture('64x64'));
  const first = `images/${await nameOf()}`;
  expect(await storage.size(first)).toBeGreaterThan(0);
  await Promise.all(Array.from({ length: 5 }, () => set(picture('64x64', 'green'))));
  const second = `images/${await nameOf()}`;
  expect([await storage.size(first), second === first]).toEqual([undefined, false]);
  expect(await storage.size(second)).toBeGreaterThan(0);
  const removed = await owner.ok(accounts.removeLogo, { params: { key } });
  expect([removed.logo, await storage.size(second)]).toEqual([null, undefined]);
  expect((await owner.call(accounts.removeLogo, { params: { key } })).status).toBe(200);
  expect((await get(`/v1/accounts/${key}/logo`)).status).toBe(404);
});

test('refuses a file that is not an image, and leaves the logo unchanged', async () => {
  await set(picture('64x64'));
  const before = await nameOf();
  const refused = await set(new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>']));
  expect([refused.status, refused.json.error.code]).toEqual([422, 'image.notImage']);
  expect(await nameOf()).toBe(before);
});

test('does not serve the logo of a deleted account', async () => {
  await set(picture('64x64'));
  await portal.kernel.db.updateTable('accounts').set({ deleted_at: new Date() }).where('key', '=', key).execute();
  expect((await get(`/v1/accounts/${key}/logo`)).status).toBe(404);
});
