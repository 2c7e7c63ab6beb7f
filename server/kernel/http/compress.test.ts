import { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { compressLargeReplies } from './compress.ts';

const app = Fastify();
compressLargeReplies(app);
const items = Array.from({ length: 2000 }, (_, i) => ({ key: `t-${i}`, title: `Überall ${i}` }));
app.get('/large', () => items);
app.get('/small', () => ({ few: 'words' }));
app.get('/page', (_, reply) => reply.type('text/html').send('x'.repeat(100_000)));

const get = (url: string, encoding?: string) =>
  app.inject({ url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } });

test('compresses a large reply for clients that accept gzip', async () => {
  const reply = await get('/large', 'br, gzip;q=0.8');
  expect(reply.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  expect(reply.rawPayload.length).toBeLessThan(20_000);
  expect(Number(reply.headers['content-length'])).toBe(reply.rawPayload.length);
  expect(JSON.parse(gunzipSync(reply.rawPayload).toString())).toEqual(items);
});

test('sends it uncompressed to other clients, and small or non-JSON replies to all', async () => {
  expect((await get('/large')).json()).toEqual(items);
  expect((await get('/small', 'gzip')).headers['content-encoding']).toBeUndefined();
  expect((await get('/page', 'gzip')).headers['content-encoding']).toBeUndefined();
});
