import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TrackKey } from '#contract/rules/keys.ts';
import { monitoring } from '#contract/api/monitoring.ts';
import { portal } from '#contract/api/portal.ts';
import { stations } from '#contract/api/stations.ts';
import { readConfig } from '#server/kernel/config.ts';
import { connectDatabase } from '#server/kernel/db/connect.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { linkInEmail } from './registered-users.ts';
import { goLive, type Encoder } from './encoder.ts';
import { show } from './page.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { addTracks, createTestStation, type TestStation } from './test-station.ts';

/* Monitoring alerts, from the settings to the e-mail and back, with the real engine. */

let product: Product;
let browser: Browser;
let at: TestStation;
let page: Page;
let pageErrors: () => string[];
let encoder: Encoder | undefined;
let track: TrackKey;

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await createTestStation(product, 'Lighthouse Media', 'Beacon Light Radio');
  page = await (await openWindow(browser)).newPage();
  pageErrors = collectErrors(page);
  await openSignedIn(page, product.url, product.admin);
});

afterAll(async () => {
  await encoder?.stop('kill');
  await browser?.close();
  await product?.stop();
});

const settings = async () => (await at.call(stations.get, { params: { key: at.station } })).monitoring_settings;
const alerts = async () => (await at.call(monitoring.alerts, { params: { key: at.station } })).alerts;
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const stationEmail = () => linkInEmail(product, 'night@lighthouse.example', `/accounts/${at.account}/stations/`);

/** The files of a track as it is played, below the folder of files. */
const renditionsOf = async (key: TrackKey): Promise<string[]> => {
  const { db } = connectDatabase(readConfig({ DATA_DIR: product.dataDir }).databaseUrl, 1);
  const rows = await db.selectFrom('renditions').select('path').where('track_key', '=', key).execute();
  await db.destroy();
  return rows.map(({ path }) => path);
};

const recovered = ['recovered', 'recovered'];
const patience = { timeout: 120_000, interval: 1000 };

describe('the settings of alerts', () => {
  it('are reached from the station, and say that monitoring is off', async () => {
    await show(page, `${product.url}${at.stationPath}/settings`);
    await page.getByRole('link', { name: 'Monitoring Alerts' }).click();
    await page.getByText('Monitoring is off.').waitFor();
    expect(await page.getByRole('button', { name: 'Send test alert' }).isDisabled()).toBe(true);
  });

  it('add an e-mail or phone number on Enter, and refuse an invalid one at its field', async () => {
    const emails = page.getByRole('textbox', { name: 'E-mails' });
    await emails.fill('nobody');
    await emails.press('Enter');
    await page.getByText('Please enter a valid e-mail address.').waitFor();
    await emails.fill('Night@lighthouse.example');
    await emails.press('Enter');
    await page.getByText('night@lighthouse.example').waitFor();
    const phones = page.getByRole('textbox', { name: 'Phone numbers' });
    await phones.fill('030 1234567');
    await phones.press('Enter');
    await page.getByText('Please enter a phone number with + and the country code.').waitFor();
    await phones.fill('+49 30 123-4567');
    await phones.press('Enter');
    await page.getByText('+49301234567').waitFor();
    await page.getByText('SMS alerts are not available yet').waitFor();
  });

  it('refuse a time that is too short, at its field', async () => {
    await page.getByRole('textbox', { name: 'Alert after' }).fill('5');
    await press('Save');
    await page.getByText('Please enter 10 to 3600 seconds.').waitFor();
  });

  it('ask a recipient to confirm before sending anything else', async () => {
    await page.getByRole('textbox', { name: 'Alert after' }).fill('10');
    await press('Save');
    await page.getByText('Alert settings saved.').waitFor();
    await press('Send test alert');
    await page.getByRole('alert').filter({ hasText: 'Waiting for confirmation' }).first().waitFor();
    const link = await linkInEmail(product, 'night@lighthouse.example', '/alerts/confirm');
    const answer = await page.context().newPage();
    await answer.goto(link);
    await answer.getByRole('button', { name: 'Subscribe' }).click();
    await answer.getByText(/^You will now receive /).waitFor();
    await answer.close();
  });

  it('are saved', async () => {
    await page.getByRole('switch', { name: 'Monitor this station' }).check();
    await press('Save');
    await vi.waitFor(async () => expect(await settings()).toMatchObject({ link: true }), patience);
    expect(await settings()).toEqual({
      link: true,
      emails: ['night@lighthouse.example'],
      phones: ['+49301234567'],
      kinds: ['offline', 'dead_air', 'files'],
      threshold: -50,
      duration: 10,
      repeat_minutes: 10,
    });
    await show(page, page.url());
    await page.getByText('+49301234567').waitFor();
    expect(await page.getByRole('checkbox', { name: 'Dead air' }).isChecked()).toBe(true);
    expect(await page.getByRole('checkbox', { name: 'Encoder lost' }).isChecked()).toBe(false);
  });

  it('send a test alert', async () => {
    await press('Send test alert');
    await page.getByText('Test alert sent to night@lighthouse.example.').waitFor();
    expect(await stationEmail()).toContain(at.stationPath);
  });
});

describe('a station without audio', () => {
  it('is shown as an alert on its pages and in the list', async () => {
    await page.getByRole('alert').filter({ hasText: 'Offline since' }).waitFor({ timeout: 90_000 });
    await show(page, page.url());
    const row = page.getByRole('row').filter({ hasText: 'Offline' });
    await row.getByText('Open').waitFor();
    await vi.waitFor(async () => expect((await alerts())[0]?.letters).toBe(1), patience);
  });

  it('is dead air where an encoder sends silence', async () => {
    const { password } = await at.call(stations.revealPassword, { params: { key: at.station } });
    const mount = product.streamUrl.replace('http://', `icecast://source:${password}@`);
    encoder = goLive({ url: `${mount}/beacon-light-radio`, hz: 0 });
    await page.getByRole('alert').filter({ hasText: 'Dead air since' }).waitFor({ timeout: 90_000 });
    const states = (await alerts()).map(({ kind, ended }) => ({ kind, ended }));
    expect(states).toContainEqual({ kind: 'dead_air', ended: null });
  });

  it('recovers after a steady minute of audio', { timeout: 400_000 }, async () => {
    [track] = (await addTracks(at, ['Foghorn'])) as [TrackKey];
    await encoder?.stop('quit');
    await vi.waitFor(async () => expect((await alerts()).map(({ outcome }) => outcome)).toEqual(recovered), patience);
    await expect.poll(() => page.getByRole('alert').filter({ hasText: 'since' }).count(), patience).toBe(0);
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'Dead air' }).getByText('Open').count()).toBe(0);
    await vi.waitFor(async () => expect((await alerts()).map(({ letters }) => letters)).toEqual([2, 2]), patience);
    expect(pageErrors()).toEqual([]);
  });
});

describe('a track whose file is missing on disk', () => {
  it('is named on the station’s pages, raises an alert, and is reported by the health of the engine', async () => {
    for (const path of await renditionsOf(track)) await rm(join(product.dataDir, 'files', path));
    const named = page.getByRole('alert').filter({ hasText: '1 track can’t be read' });
    await named.getByText('The Tones - Foghorn: its file is missing').waitFor({ timeout: 90_000 });
    await page.getByRole('alert').filter({ hasText: 'Unreadable tracks since' }).waitFor({ timeout: 90_000 });
    const { parts } = await at.call(portal.health, {});
    const engine = parts.find(({ part }) => part === 'engine');
    expect(engine).toMatchObject({ state: 'degraded', detail: expect.stringContaining('1 track of 1 station') });
    await named.getByRole('link', { name: 'Open the library' }).click();
    await page.getByText('Drop music here').waitFor();
    expect(pageErrors()).toEqual([]);
  });
});
