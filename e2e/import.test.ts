import type { Browser, Page } from 'playwright-core';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  feedOf,
  fakePodcastHost,
  type FakePodcastHost,
} from '#server/domains/podcasts/import/testing/fake-podcast-host.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { emailTextsTo } from './registered-users.ts';
import { toneFile } from './encoder.ts';
import { show } from './page.ts';
import { picture } from './picture.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { allowedPrivateAddress } from './shared-service.ts';
import { createTestStation, type TestStation } from './test-station.ts';

/*
 * Importing a podcast from another host: its feed is read, its episodes are fetched, failed ones are retried, a locked
 * feed asks for a code.
 */

let product: Product;
let browser: Browser;
let page: Page;
let at: TestStation;
let host: FakePodcastHost;
let pageErrors: () => string[];
let folder: string;

beforeAll(async () => {
  [product, browser, host] = await Promise.all([sharedProduct(), launch(), fakePodcastHost(allowedPrivateAddress)]);
  at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  folder = await mkdtemp(join(tmpdir(), 'skywave-import-'));
  const tone = await toneFile(join(folder, 'tone.mp3'), { hz: 440, seconds: 4, title: 'T', artist: 'A', album: 'B' });
  host.serve('/1.mp3', await readFile(tone), 'audio/mpeg');
  host.serve('/art.png', picture(1400), 'image/png');
  page = await (await openWindow(browser)).newPage();
  page.setDefaultTimeout(60_000);
  pageErrors = collectErrors(page);
  await openSignedIn(page, product.url, product.admin);
});
afterAll(async () => {
  host?.close();
  await browser?.close();
  await product?.stop();
});

const main = () => page.getByRole('main');
const startImport = async (feedUrl: string): Promise<void> => {
  await show(page, `${product.url}${at.accountPath}/podcasts/create`);
  await main()
    .getByRole('radio', { name: /^Import/ })
    .click();
  await main().getByLabel('Feed URL').fill(feedUrl);
  await main().getByRole('button', { name: 'Import', exact: true }).click();
};
const row = (title: string) => main().getByRole('row').filter({ hasText: title });

it('says at the field what is wrong with a feed URL', async () => {
  host.serve('/page', '<!doctype html><html><body>A page</body></html>', 'text/html');
  await startImport('not an address');
  await main().getByText('The feed URL field must be a valid URL').waitFor();
  await main().getByLabel('Feed URL').fill(`${host.url}/page`);
  await main().getByRole('button', { name: 'Import', exact: true }).click();
  await main().getByText('it is a web page').first().waitFor();
});

it('imports a podcast, shows the result of each episode, and retries failed ones', async () => {
  const items = [
    { guid: 'one', title: 'The first &lt;one>', audio: `${host.url}/1.mp3` },
    { guid: 'two', title: 'The missing one', audio: `${host.url}/2.mp3` },
  ];
  host.serve('/feed', feedOf(`<itunes:image href="${host.url}/art.png"/>`, items, 'Salt &amp; Stones'));
  await startImport(`${host.url}/feed`);
  await page.waitForURL(/\/podcasts\/p-\w+\/import$/);
  await main().getByRole('heading', { name: 'Imported', exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Salt & Stones' }).waitFor();
  await row('The first <one>').getByText('Imported').waitFor();
  await row('The missing one')
    .getByText(/responded with status 404/)
    .waitFor();
  await main().getByRole('heading', { name: 'Redirect your old feed' }).waitFor();

  host.serve('/2.mp3', await readFile(await toneFile(join(folder, '2.mp3'), tags)), 'audio/mpeg');
  await main().getByRole('button', { name: 'Retry 1 episode' }).click();
  await row('The missing one').getByText('Imported').waitFor();
  await row('The missing one').getByRole('link').click();
  await page.getByRole('heading', { name: 'The missing one' }).first().waitFor();
  expect(pageErrors()).toEqual([]);
});

it('imports a locked feed with the code that was e-mailed to its owner', async () => {
  host.serve('/locked', feedOf('<podcast:locked owner="boss@example.com">yes</podcast:locked>', [], 'Locked up'));
  await startImport(`${host.url}/locked`);
  await main().getByText('The feed is locked').waitFor();
  await main().getByRole('button', { name: 'Send code' }).click();
  await main()
    .getByText(/We sent a code to/)
    .waitFor();
  const code = await mailedCode();
  await main()
    .getByLabel('Code')
    .fill(code === '00000000' ? '11111111' : '00000000');
  await main().getByRole('button', { name: 'Import', exact: true }).click();
  await main()
    .getByText(/Attempts left: 4/)
    .first()
    .waitFor();
  await main().getByLabel('Code').fill(code);
  await main().getByRole('button', { name: 'Import', exact: true }).click();
  await page.waitForURL(/\/podcasts\/p-\w+\/import$/);
  await page.getByRole('heading', { name: 'Locked up' }).waitFor();
  expect(pageErrors()).toEqual([]);
});

const tags = { hz: 660, seconds: 4, title: 'T', artist: 'A', album: 'B' };

/** The e-mail names the administrator too, whose random address may have eight digits. */
const mailedCode = async (): Promise<string> =>
  /import form:\s+(\d{8})/.exec((await emailTextsTo(product, 'boss@example.com')).at(-1) ?? '')?.[1] ?? '';
