import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { accounts } from '#contract/api/accounts.ts';
import { episodes } from '#contract/api/episodes.ts';
import type { PodcastKey } from '#contract/rules/keys.ts';
import { podcasts } from '#contract/api/podcasts.ts';
import { portal } from '#contract/api/portal.ts';
import { session } from '#contract/api/session.ts';
import { stations } from '#contract/api/stations.ts';
import { markupTexts } from '#contract/testing/hostile-texts.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { goLive, type Encoder } from './encoder.ts';
import { show, navigate } from './page.ts';
import { picture } from './picture.ts';
import { ownProduct } from './own-product.ts';
import type { Product } from './product.ts';
import { addTracks, createTestStation, type TestStation } from './test-station.ts';

/* Every screen shows text from strangers literally, and runs none of it. */

let product: Product;
let browser: Browser;
let at: TestStation;
let page: Page;
let podcast: PodcastKey;
let encoder: Encoder;
let listener: Socket;
let pageErrors: () => string[];
const dialogs: string[] = [];
const [script, ending, image, quote] = markupTexts;
const title = `Live ${image}`;
const agent = `Player ${script}`;
const allMarkup = markupTexts.join(' ');
const everyone = { isNegated: false, values: [] };
const rules = { browserLanguage: everyone, plans: everyone };

beforeAll(async () => {
  [product, browser] = await Promise.all([ownProduct(), launch()]);
  at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  const { call, account, station } = at;
  for (const company of markupTexts) await call(accounts.create, { body: { company, email: product.admin.email } });
  await call(accounts.update, {
    params: { key: account },
    body: { company: quote, address: image, comments: allMarkup },
  });
  await call(session.update, { body: { basic_info: { first_name: script, last_name: image } } });
  await addTracks(at, [script, image], 5);
  await call(stations.update, { params: { key: station }, body: { description: allMarkup, about: allMarkup } });
  const logo = new File([new Uint8Array(picture(1400))], 'logo.png', { type: 'image/png' });
  const body = { title: ending, description: allMarkup, author: script, categories: ['Music'], owner_name: quote };
  const created = await call(podcasts.create, { query: { accountKey: account }, body, file: logo });
  podcast = created.key;
  for (const one of markupTexts) {
    const words = {
      title: one,
      subtitle: one,
      description: allMarkup,
      rich_description: `<p>Words</p>${allMarkup}`,
      author: one,
    };
    await call(episodes.create, { params: { podcastKey: podcast }, body: words });
  }
  await call(portal.addPost, { body: { title: image, contentHtml: `<p>Words</p>${allMarkup}`, rules } });
  await call(portal.addChangelog, {
    body: { title: script, contentHtml: `<p>Words</p>${allMarkup}`, date: '2026-11-20' },
  });
  await call(portal.addNotification, { body: { title: image, text: allMarkup } });
  await call(portal.addPartner, { body: { slug: 'north-sea', name: ending, description: allMarkup } });
  await broadcast();
  page = await (await openWindow(browser)).newPage();
  pageErrors = collectErrors(page);
  page.on('dialog', (dialog) => (dialogs.push(dialog.message()), void dialog.dismiss()));
  await page.addInitScript(() => Object.assign(window, { __hits: [], __hit: (n: number) => __hits.push(n) }));
  await openSignedIn(page, product.url, product.admin);
});
afterAll(async () => {
  listener?.destroy();
  await encoder?.stop('kill');
  await browser?.close();
  await product?.stop();
});

declare const __hits: number[];

/** Starts an encoder with a hostile title, and a listener with a hostile user agent. */
const broadcast = async (): Promise<void> => {
  const { password } = await at.call(stations.revealPassword, { params: { key: at.station } });
  const { streamname } = await at.call(stations.get, { params: { key: at.station } });
  const { host, hostname, port } = new URL(product.streamUrl);
  encoder = goLive({ url: `icecast://source:${password}@${host}/${streamname}`, hz: 440 });
  const song = new URLSearchParams({ mode: 'updinfo', mount: `/${streamname}`, song: title });
  const headers = { authorization: `Basic ${Buffer.from(`source:${password}`).toString('base64')}` };
  await vi.waitUntil(async () => (await fetch(`${product.streamUrl}/admin/metadata?${song}`, { headers })).ok, {
    timeout: 60_000,
    interval: 200,
  });
  listener = connect(Number(port), hostname);
  listener.on('error', () => undefined);
  listener.write(`GET /${streamname} HTTP/1.0\r\nUser-Agent: ${agent}\r\nReferer: ${image}\r\n\r\n`);
  await once(listener, 'data');
  listener.resume();
};

/** What only an injected text could have added to a page: elements that run or load something, and scripts that ran. */
const injected = (): Promise<string[]> =>
  page.evaluate(() => {
    const risky = 'iframe, object, embed, base, math, animate, meta[http-equiv], template, noscript p, img[src=x]';
    const elements = [...document.body.querySelectorAll('*'), ...document.head.querySelectorAll('base, meta')];
    const found = elements.filter(
      (one) =>
        one.matches(risky) ||
        [...one.attributes].some(
          ({ name, value }) =>
            /^on/i.test(name) ||
            (/^(href|src|action|formaction)$/i.test(name) && /^\s*(javascript|data:text)/i.test(value)),
        ),
    );
    return [...found.map(({ outerHTML }) => outerHTML.slice(0, 200)), ...__hits.map((n) => `ran ${n}`)];
  });
/** All text of a screen, including the values of its fields. */
const screenText = (): Promise<string> =>
  page.evaluate(() => {
    const screen = document.querySelector('#content') ?? document.body;
    const fields = [...screen.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')];
    return [screen.textContent, ...fields.map(({ value }) => value)].join('\n');
  });
/** Waits until the open screen shows each text, and checks that none was interpreted as markup. */
const showsLiterally = async (texts: readonly string[]): Promise<void> => {
  const missing = async (): Promise<string[]> => {
    const shown = await screenText();
    return texts.filter((text) => !shown.includes(text));
  };
  await expect.poll(missing, { message: page.url() }).toEqual([]);
  expect(await injected()).toEqual([]);
};

it('shows hostile texts literally on the screens of an account, a station and its tracks', async () => {
  const screens: [path: string, texts: readonly string[]][] = [
    ['/accounts', [ending, image]],
    [at.accountPath, [quote]],
    [`${at.accountPath}/settings`, [quote, image]],
    [`${at.accountPath}/people`, [`${script} ${image}`]],
    [at.stationPath, [title]],
    [`${at.stationPath}/settings/info`, [allMarkup]],
    [`${at.stationPath}/library`, [script, image]],
    [`${at.stationPath}/autodj`, [script, image]],
    [`${at.stationPath}/autodj/log`, [title]],
    [`${at.stationPath}/analytics/live`, [title]],
    // A user agent is shown only by the name of a known player, or not at all.
    [`${at.stationPath}/analytics/raw`, []],
    ['/profile/settings', [script, image]],
  ];
  await show(page, product.url);
  for (const [path, texts] of screens) {
    await navigate(page, product.url + path);
    await showsLiterally(texts);
  }
});

it('shows hostile texts literally on the screens of podcasts, and on their public pages', async () => {
  const path = `${at.accountPath}/podcasts/${podcast}`;
  const first = (await at.call(episodes.list, { params: { podcastKey: podcast } })).entities[0]!;
  for (const [screen, texts] of [
    [`${at.accountPath}/podcasts`, [ending]],
    [path, [ending]],
    [`${path}/episodes`, [first.title]],
    [`${path}/episodes/${first.key}`, [first.title, 'Words']],
    [`${path}/episodes/${first.key}/edit`, [first.title]],
    [`${path}/settings`, [ending, script, quote, allMarkup]],
    [`${path}/rss`, [ending]],
  ] as const) {
    await navigate(page, product.url + screen);
    await showsLiterally(texts);
  }
  const { pretty_url } = await at.call(podcasts.update, { params: { key: podcast }, body: { published: true } });
  await page.goto(`${product.url}/shows/${pretty_url}`);
  await showsLiterally([ending, script, allMarkup]);
});

it('shows hostile texts literally in the portal’s posts and lists', async () => {
  await show(page, product.url);
  for (const [path, texts] of [
    ['/', [image, 'Words']],
    ['/changelog', [script, 'Words']],
    ['/portal', [markupTexts.at(-1) ?? '']],
    ['/portal/accounts', [image]],
    ['/portal/podcasts', [ending]],
    ['/portal/people?tab=everybody', [`${script} ${image}`]],
    ['/portal/notifications', [image, allMarkup]],
    ['/portal/posts', [image]],
    ['/portal/partners', [ending]],
    ['/portal/partners/north-sea', [ending, allMarkup]],
    ['/portal/audit', [script]],
  ] as const) {
    await navigate(page, product.url + path);
    if (path === '/') await page.getByRole('button', { name: /^Read “/ }).click();
    await showsLiterally(texts);
  }
  expect(dialogs).toEqual([]);
  expect(pageErrors()).toEqual([]);
});
