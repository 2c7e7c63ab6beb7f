import { afterAll, beforeAll, expect, it } from 'vitest';
import { signMediaUrl } from '#shared/media-url.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

const token = 'the token of the engine';
const key = 'renditions/t-1-mp3.mp3';
let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal({ config: { engineToken: token } });
  await portal.kernel.storage.put(key, Buffer.from('0123456789'), 'audio/mpeg');
  await portal.kernel.storage.put('originals/secret.mp3', Buffer.from('secret'), 'audio/mpeg');
});
afterAll(() => portal.close());

const ask = async (url: string, headers: Record<string, string> = {}) => {
  const reply = await fetch(url, { headers });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
};
const signed = (of: string, secret = token, now = Date.now()) => signMediaUrl(secret, portal.url, of, now);

it('serves a rendition to the engine that signed for it, in whole or from a byte on', async () => {
  const whole = await ask(signed(key));
  expect([whole.status, whole.text]).toEqual([200, '0123456789']);
  expect(whole.headers.get('content-length')).toBe('10');
  expect(whole.headers.get('cache-control')).toBe('no-store');
  const rest = await ask(signed(key), { range: 'bytes=7-' });
  expect([rest.status, rest.text, rest.headers.get('content-range')]).toEqual([206, '789', 'bytes 7-9/10']);
  expect((await ask(signed(key), { range: 'bytes=10-' })).status).toBe(416);
});

it('refuses a URL that is not signed, signed with another token, for another file, or too long ago', async () => {
  const other = signed('renditions/t-2.mp3').replace('t-2.mp3', 't-1-mp3.mp3');
  const urls = [
    `${portal.url}/engine-media/${key}`,
    ...[signed(key, 'another token'), signed(key, token, Date.now() - 601_000), other],
    `${signed(key)}&expires=1`,
  ];
  for (const url of urls) expect((await ask(url)).status, url).toBe(401);
});

it('serves nothing but renditions, whatever was signed', async () => {
  for (const of of [
    'renditions/gone.mp3',
    'originals/secret.mp3',
    'renditions/..%2Foriginals%2Fsecret.mp3',
    'renditions/',
  ])
    expect([401, 404]).toContain((await ask(signed(of))).status);
  expect((await ask(signed('originals/secret.mp3'))).status).toBe(404);
});
