import { Transformer } from '@napi-rs/image';
import type { Updateable } from 'kysely';
import { renderSVG } from 'uqr';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountKey } from '#contract/rules/keys.ts';
import { stations } from '#contract/api/stations.ts';
import type { StationsTable } from '#server/domains/stations/stations.tables.ts';
import { picture } from '#server/testing/picture.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { stationWithPage } from './testing/station-with-page.ts';

/* What belongs to the page of a station: pictures, the installable app, its preview, its place in sitemaps. */

let portal: TestPortal;
let account: AccountKey;
beforeAll(async () => {
  portal = await testPortal();
  account = await portal.make.account();
});
afterAll(() => portal.close());

const stationWith = (values: Updateable<StationsTable> = {}) => stationWithPage(portal, account, values);
const get = async (path: string) => {
  const reply = await fetch(`${portal.url}${path}`);
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
};

test('has a card of 1200 × 630 and icons, which change with the station', async () => {
  const { key, path } = await stationWith();
  const person = await portal.make.person();
  await portal.make.accountMember(account, person, 'owner');
  const owner = await portal.as(person);
  const card = /og:image" content="http:\/\/portal\.test([^"]+)"/.exec((await get(path)).text)?.[1] ?? '';
  const sizeOf = async (file: string) => {
    const reply = await fetch(`${portal.url}${file}`);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/png']);
    const bytes = Buffer.from(await reply.arrayBuffer());
    const { width, height } = await new Transformer(bytes).metadata();
    return { bytes, size: `${width} × ${height}` };
  };
  const plain = await sizeOf(card);
  expect(plain.size).toBe('1200 × 630');
  expect((await sizeOf(`${path}/icon-192.png`)).size).toBe('192 × 192');
  expect((await sizeOf(`${path}/icon-512.png`)).size).toBe('512 × 512');
  await owner.ok(stations.setLogo, { params: { key }, file: await picture(200, 200) });
  const withLogo = await sizeOf(`${path}/card.png`);
  expect(withLogo.bytes.equals(plain.bytes)).toBe(false);
});

test('has a manifest, and a worker for the page alone', async () => {
  const { path } = await stationWith({ language: 'ar' });
  const { headers, text } = await get(`${path}/manifest.webmanifest`);
  expect(headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
  const manifest = JSON.parse(text) as { icons: { src: string; sizes: string; purpose: string }[] };
  expect(manifest).toMatchObject({
    ...{ id: path, start_url: path, scope: path, name: 'Wave Radio', lang: 'ar', dir: 'rtl' },
    shortcuts: [{ name: 'استمع', url: `${path}?play` }],
  });
  for (const { src } of manifest.icons) expect((await get(src)).status).toBe(200);
  const worker = await get(`${path}/sw.js`);
  expect(worker.headers.get('service-worker-allowed')).toBe(path);
  expect(worker.headers.get('content-type')).toContain('text/javascript');
  expect((await get(`${path}/other.js`)).status).toBe(404);
});

test('has its address as a QR code, in the page too', async () => {
  const { path } = await stationWith();
  const { headers, text } = await get(`${path}/qr.svg`);
  expect(headers.get('content-type')).toBe('image/svg+xml');
  expect(text).toBe(renderSVG(`http://portal.test${path}`, { ecc: 'M', border: 2 }));
  expect((await get(path)).text).toContain(`src="${path}/qr.svg"`);
});

test('has an oEmbed document with its player and the card', async () => {
  const { path } = await stationWith();
  const url = `http://portal.test${path}`;
  const { status, text } = await get(`/oembed?url=${encodeURIComponent(url)}`);
  expect(status).toBe(200);
  expect(JSON.parse(text)).toMatchObject({
    ...{ version: '1.0', type: 'rich', title: 'Wave Radio', author_url: url, width: 640, height: 120 },
    html: expect.stringMatching(/^<iframe src="http:\/\/portal\.test\/embed\/y-\w{22}" title="Wave Radio" /),
    ...{ thumbnail_width: 1200, thumbnail_height: 630 },
  });
  expect(text).toContain('/card.png');
  const small = (await get(`/oembed?url=${encodeURIComponent(url)}&maxwidth=400`)).text;
  expect(small).not.toContain('card.png');
  expect(JSON.parse(small)).toMatchObject({ type: 'rich', width: 400 });
});

test('has the same document as XML', async () => {
  const { path, key } = await stationWith();
  const name = 'Wave <&> "Radio"\u0001';
  await portal.kernel.db.updateTable('stations').set({ name }).where('key', '=', key).execute();
  const url = encodeURIComponent(`http://portal.test${path}`);
  const { status, headers, text } = await get(`/oembed?url=${url}&format=xml`);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/xml; charset=utf-8']);
  expect(text).toContain('<title>Wave &lt;&amp;&gt; &quot;Radio&quot;</title>');
  expect(text).toMatch(/^<\?xml version="1\.0" encoding="utf-8" standalone="yes"\?>\n<oembed><version>1\.0<\/version>/);
  expect(text).toMatch(/<html>&lt;iframe src=&quot;http:[^<]*<\/html>/);
});

test('shares the code of its player, and while that is switched off the browser’s own', async () => {
  const { path, key } = await stationWith();
  expect((await get(path)).text).toMatch(/&lt;script async src=.*\/embed\/v1\.js.* data-player=.*y-\w{22}/);
  await portal.kernel.db.updateTable('players').set({ active: false }).where('station_key', '=', key).execute();
  expect((await get(path)).text).toContain('&lt;audio controls');
  const url = encodeURIComponent(`http://portal.test${path}`);
  expect(JSON.parse((await get(`/oembed?url=${url}`)).text)).toMatchObject({ type: 'link' });
});

test('has an entry in the sitemap, which robots.txt names', async () => {
  const { path } = await stationWith();
  const robots = await get('/robots.txt');
  expect(robots.text).toContain('Allow: /radio/\n');
  expect(robots.text).toContain('Sitemap: http://portal.test/sitemap.xml');
  const index = await get('/sitemap.xml');
  expect(index.headers.get('content-type')).toContain('xml');
  expect(index.text).toContain('<loc>http://portal.test/sitemaps/stations.xml</loc>');
  expect((await get('/sitemaps/stations.xml')).text).toContain(`<loc>http://portal.test${path}</loc>`);
  expect((await get('/sitemaps/accounts.xml')).status).toBe(404);
});
