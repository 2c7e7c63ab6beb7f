import { randomUUID } from 'node:crypto';
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TrackKey } from '#contract/rules/keys.ts';
import { players } from '#contract/api/players.ts';
import { playoutAir } from '#contract/api/playout-air.ts';
import { playoutRules } from '#contract/api/playout-rules.ts';
import { stations } from '#contract/api/stations.ts';
import { collectErrors, launch, openSignedIn, openWindow } from './browser.ts';
import { show, violations } from './page.ts';
import type { Product } from './product.ts';
import { saveScreenshots } from './screenshots.ts';
import { sharedProduct } from './shared-product.ts';
import { addTracks, createTestStation, type TestStation } from './test-station.ts';
import { frameOfPlayer, openWebsite, type Website } from './website.ts';

/* A song from a listener's request, on the station's page, in its player and without scripts, to its play. */

const shots = process.env['SHOTS'];
let product: Product;
let browser: Browser;
let owner: Page;
let listener: Page;
let at: TestStation;
let first: TrackKey;
let url: string;
let station: string;
let website: Website;
let ownerErrors: () => string[];
let listenerErrors: () => string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await createTestStation(product, 'Wish Media', 'Wish Radio');
  first = (await addTracks(at, ['Low Tide', 'High Tide', 'Deep Blue', 'Harbour', 'Early Light'], 60))[0]!;
  const { pretty_url } = await at.call(stations.get, { params: { key: at.station } });
  url = `${product.url}${at.stationPath}/autodj/requests`;
  station = `${product.url}/radio/${pretty_url}`;
  [owner, listener] = await Promise.all([
    openWindow(browser).then((one) => one.newPage()),
    openWindow(browser).then((one) => one.newPage()),
  ]);
  for (const page of [owner, listener]) page.setDefaultTimeout(90_000);
  [ownerErrors, listenerErrors] = [collectErrors(owner), collectErrors(listener)];
  await openSignedIn(owner, product.url, product.admin);
  await show(owner, url);
}, 240_000);
afterAll(async () => {
  await browser?.close();
  website?.close();
  await product?.stop();
});

const live = () => at.call(stations.live, { params: { key: at.station } });
const row = (title: string) => owner.getByRole('listitem', { name: title });
const skip = async (): Promise<void> => {
  const { track } = await live();
  await at.call(playoutAir.skip, { params: { key: at.station }, body: { track: (track?.key ?? first) as TrackKey } });
};

it('is turned on by the owner', async () => {
  await saveScreenshots(owner, url, 'requests-off');
  await owner.getByRole('button', { name: 'Take requests' }).click();
  await owner.getByText('No requests yet.').waitFor();
  await owner.getByLabel('Same artist after').fill('0');
  await owner.getByRole('button', { name: 'Save' }).click();
  await owner.getByText('Settings saved.').waitFor();
  expect(await violations(owner)).toEqual([]);
});

it('takes a request on the page of the station, which the owner sees at once and approves', async () => {
  await expect.poll(async () => (await live()).source).toBe('autodj');
  await listener.goto(station);
  const box = listener.getByRole('region', { name: 'Request a song' });
  await box.getByLabel('Title or artist').fill('blue');
  await box.getByRole('button', { name: /^Deep Blue/ }).click();
  await box.getByLabel('Your name (optional)').fill('Lena');
  await box.getByLabel('Message (optional)').fill('For everybody at the harbour');
  expect(await violations(listener)).toEqual([]);
  if (shots !== undefined) await box.screenshot({ path: `${shots}/request-form.png` });
  await box.getByRole('button', { name: 'Send request' }).click();
  await box.getByText('The station received your request').waitFor();
  await row('Deep Blue').getByText('“For everybody at the harbour”').waitFor();
  await saveScreenshots(owner, url, 'requests-waiting');
  await row('Deep Blue').getByRole('button', { name: 'Approve' }).click();
  await box.getByText('Your song will play soon.').waitFor();
  await skip();
  await box.getByText('Your song is playing now.').waitFor();
  await row('Deep Blue').getByText('Playing', { exact: true }).waitFor();
  await skip();
  await box.getByText('Your song was played.').waitFor();
  const log = async () => {
    const { plays } = await at.call(playoutRules.log, { params: { key: at.station } });
    return plays.filter(({ title }) => title === 'Deep Blue').map(({ reason }) => reason);
  };
  // The playlist may have come to it as well by the time that its play is recorded.
  await expect.poll(log, { timeout: 90_000 }).toContain('Requested by Lena.');
});

it('says in the menu of the player what became of a request', async () => {
  const player = await at.call(players.ofStation, { params: { id: at.station } });
  website = await openWebsite(product.url, { '/': player.code.iframe });
  await listener.goto(website.url);
  const frame: Frame = await frameOfPlayer(listener, player.key);
  await frame.getByRole('button', { name: 'More', exact: true }).click();
  await frame.getByRole('button', { name: 'Request a song' }).click();
  await frame.getByLabel('Title or artist').fill('harb');
  await frame.getByRole('button', { name: /^Harbour/ }).click();
  if (shots !== undefined) await listener.screenshot({ path: `${shots}/request-player.png` });
  await frame.getByRole('button', { name: 'Send request' }).click();
  await frame.getByText('The station received your request.').waitFor();
  await row('Harbour').getByRole('button', { name: 'Refuse' }).click();
  await frame.getByText('The station did not play this request.').waitFor();
  expect(listenerErrors()).toEqual([]);
});

it('works without scripts', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(station);
  await page.getByLabel('Title or artist').fill('early');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('radio', { name: /^Early Light/ }).check();
  await page.getByLabel('Your name (optional)').fill(`No script ${randomUUID().slice(0, 8)}`);
  if (shots !== undefined) await page.screenshot({ path: `${shots}/request-plain.png` });
  await page.getByRole('button', { name: 'Send request' }).click();
  await page.getByText('The station received your request').waitFor();
  await row('Early Light').getByRole('button', { name: 'Approve' }).waitFor();
  await context.close();
  expect(ownerErrors()).toEqual([]);
});
