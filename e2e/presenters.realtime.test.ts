import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { presenters } from '#contract/api/presenters.ts';
import { stations } from '#contract/api/stations.ts';
import { collectErrors, launch, openSignedIn, openWindow } from './browser.ts';
import { goLive, type Encoder } from './encoder.ts';
import { show } from './page.ts';
import type { Product } from './product.ts';
import { saveScreenshots } from './screenshots.ts';
import { sharedProduct } from './shared-product.ts';
import { createTestStation, type TestStation } from './test-station.ts';

/* Presenters of a station: added on the screen, on the air with the profile that it gives, recorded, refused, barred. */

let product: Product;
let browser: Browser;
let page: Page;
let at: TestStation;
let pageErrors: () => string[];
let url: string;
let port: number;
let mount: string;
let encoder: Encoder | undefined;

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  const { icecast } = await at.call(stations.encoder, { params: { key: at.station } });
  [port, mount] = [icecast.port, icecast.mount.replace(/^\//, '')];
  url = `${product.url}${at.stationPath}/presenters`;
  page = await (await openWindow(browser)).newPage();
  page.setDefaultTimeout(90_000);
  pageErrors = collectErrors(page);
  await openSignedIn(page, product.url, product.admin);
  await show(page, url);
});
afterAll(async () => {
  await encoder?.stop('kill');
  await browser?.close();
  await product?.stop();
});

const row = (name: string) => page.getByRole('listitem', { name });
const dialog = () => page.getByRole('dialog');
const choose = async (name: string, item: string): Promise<void> => {
  await row(name)
    .getByRole('button', { name: `Actions for ${name}` })
    .click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};
const broadcast = (user: string, password: string): Encoder =>
  (encoder = goLive({ url: `icecast://${user}:${password}@127.0.0.1:${String(port)}/${mount}`, hz: 440 }));

it('adds a presenter, whose password is shown once and downloaded as profiles', async () => {
  await page.getByText('No presenters yet').waitFor();
  await page.getByRole('button', { name: 'Add presenter' }).first().click();
  await dialog().getByLabel('Name', { exact: false }).first().fill('Anna Berg');
  await dialog().getByLabel('User name').fill('source');
  await dialog()
    .getByRole('switch', { name: /^Record their broadcasts/ })
    .check();
  await dialog().getByRole('button', { name: 'Add presenter' }).click();
  await dialog().getByText('This user name is reserved.').waitFor();
  await dialog().getByLabel('User name').fill('anna');
  await dialog().getByRole('button', { name: 'Add presenter' }).click();
  await dialog().getByText('Copy the password now: it is not shown again.').waitFor();
  const [butt] = await Promise.all([
    page.waitForEvent('download'),
    dialog().getByRole('button', { name: 'Profile for BUTT' }).click(),
  ]);
  const profile = await readFile(await butt.path(), 'utf8');
  const [mixxx] = await Promise.all([
    page.waitForEvent('download'),
    dialog().getByRole('button', { name: 'Profile for Mixxx' }).click(),
  ]);
  expect(mixxx.suggestedFilename()).toBe('Harbour Lights Radio.bcp.xml');
  expect(profile).toContain('usr = anna');
  const password = /^password = (.*)$/m.exec(profile)?.[1] ?? '';
  await dialog().getByRole('button', { name: 'Done' }).click();
  await row('Anna Berg').getByText('At any time').waitFor();
  broadcast('anna', password);
  await row('Anna Berg').getByText('On the air').waitFor();
});

it('shows who is on the air, in the portal and to listeners', async () => {
  const live = () => fetch(`${product.url}/live/${mount}`).then((reply) => reply.json() as Promise<object>);
  await expect.poll(live).toMatchObject({ live: true, presenter: { name: 'Anna Berg', picture: null } });
  await saveScreenshots(page, url, 'presenters');
  await show(page, `${product.url}${at.stationPath}`);
  const panel = page.getByRole('region', { name: 'On the air', exact: true });
  await panel.getByText('Anna Berg', { exact: true }).waitFor();
  await saveScreenshots(page, `${product.url}${at.stationPath}`, 'presenter-on-air');
  await panel.getByRole('button', { name: 'Disconnect Anna Berg for a time' }).click();
  await page.getByRole('menuitem', { name: 'For 10 minutes' }).click();
  await show(page, url);
  await row('Anna Berg')
    .getByText(/^Barred until/)
    .waitFor();
  await choose('Anna Berg', 'Allow again');
  await row('Anna Berg')
    .getByText(/^Barred until/)
    .waitFor({ state: 'detached' });
});

it('has the recording, to listen to, download and delete', async () => {
  await choose('Anna Berg', 'Recordings');
  const recordings = page.getByRole('dialog', { name: 'Recordings of Anna Berg' });
  await recordings.getByRole('button', { name: 'Listen' }).click();
  await recordings.locator('audio').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    recordings.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Anna Berg .*\.mp3$/);
  await recordings.getByRole('button', { name: 'Delete' }).click();
  const confirm = page.getByRole('dialog', { name: 'Delete this recording?' });
  await confirm.getByRole('button', { name: 'Delete', exact: true }).click();
  await recordings.getByText('No recordings yet.').waitFor();
  await page.keyboard.press('Escape');
});

it('shows why a presenter was refused outside their hours', async () => {
  await page.getByRole('button', { name: 'Add presenter' }).click();
  await dialog().getByLabel('Name', { exact: false }).first().fill('Ben Cole');
  await dialog().getByLabel('User name').fill('ben');
  await dialog().getByRole('button', { name: 'Add hours' }).click();
  await dialog().getByRole('button', { name: 'Add presenter' }).click();
  await dialog().getByText('Please choose a day.').waitFor();
  // Not today, nor the day that has begun somewhere.
  const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][(new Date().getUTCDay() + 2) % 7] ?? '';
  await dialog().getByText(day, { exact: true }).click();
  await dialog().getByText('Cut them off').click();
  await dialog().getByRole('button', { name: 'Add presenter' }).click();
  await dialog().getByRole('button', { name: 'Done' }).click();
  const { presenters: listed } = await at.call(presenters.list, { params: { key: at.station } });
  const { id } = listed.find(({ user }) => user === 'ben')!;
  const { password } = await at.call(presenters.newPassword, { params: { key: at.station, id } });
  const refusal = row('Ben Cole').getByText(/^Refused at .*: Ben Cole may broadcast/);
  // The engine may get the new password a moment after the caller.
  for (let tries = 0; tries < 10 && !(await refusal.isVisible()); tries++) {
    const refused = broadcast('ben', password);
    await refusal.waitFor({ timeout: 6000 }).catch(() => undefined);
    await refused.stop('kill');
  }
  await refusal.waitFor();
  await saveScreenshots(page, url, 'presenter-dialog', () => choose('Ben Cole', 'Edit'));
});

it('is disabled and deleted', async () => {
  await choose('Ben Cole', 'Disable');
  await row('Ben Cole').getByText('Disabled', { exact: true }).waitFor();
  await choose('Ben Cole', 'Delete');
  await dialog().getByRole('button', { name: 'Delete', exact: true }).click();
  await row('Ben Cole').waitFor({ state: 'detached' });
});

it('raises no page errors', () => {
  expect(pageErrors()).toEqual([]);
});
