import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { campaigns } from '#contract/api/campaigns.ts';
import { collectErrors, launch, openWindow, openSignedIn } from './browser.ts';
import { toneFile } from './encoder.ts';
import { insertListening } from './listening.ts';
import { listen, type Listener } from './listener.ts';
import { messages, show, violations } from './page.ts';
import type { Product } from './product.ts';
import { saveScreenshots } from './screenshots.ts';
import { sharedProduct } from './shared-product.ts';
import { addTracks, createPodcast, createTestStation, type TestStation } from './test-station.ts';
import { decode, toneOrder, toneRanges } from './tones.ts';

/*
 * From the agreement to the listener: a station accepts audio ads, its account creates a campaign with a spot, a break plays it, and the
 * report counts it; another campaign is asked for and approved. Each step continues from the one before.
 */

const spotHz = 1370;
const trackHz = 300;
let product: Product;
let browser: Browser;
let at: TestStation;
let page: Page;
let spot: string;
let podcast: Record<string, string>;
let listener: Listener;
let uploadedAt: number;
let pageErrors: () => string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await createTestStation(product, 'Dockside Media', 'Dockside Radio');
  const folder = await mkdtemp(join(tmpdir(), 'skywave-spot-'));
  const tone = { hz: spotHz, seconds: 42, title: 'Spot', artist: 'Dockside', album: '' };
  [spot, podcast] = await Promise.all([
    toneFile(join(folder, 'spring-sale.mp3'), tone),
    createPodcast(at),
    addTracks(at, ['Concert Pitch'], 60),
    insertListening(product, { account: at.account, station: at.station, audience: 20, days: 2 }),
  ]);
  page = await (await openWindow(browser)).newPage();
  pageErrors = collectErrors(page);
  await openSignedIn(page, product.url, product.admin);
});

afterAll(async () => {
  listener?.leave();
  await browser?.close();
  await product?.stop();
});

const pathOf = (rest: string): string => `${product.url}${at.accountPath}${rest}`;
const ofStation = (rest: string): string => `${product.url}${at.stationPath}${rest}`;
const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
const waitForAlert = (text: string | RegExp) => messages(page, text).first().waitFor();
const today = (): string => new Date().toISOString().slice(0, 10);
const upload = (path: string) => page.locator('input[type=file]').setInputFiles(path);

describe('audio ads of a station', () => {
  it('are switched on once the agreement is accepted', async () => {
    await show(page, ofStation('/settings/audio-ads'));
    await page.getByText('Agreement needed').waitFor();
    await press('Read and accept agreement');
    await page.getByRole('dialog').getByText('What may be advertised').waitFor();
    expect(await violations(page, { within: '[role=dialog]' })).toEqual([]);
    await page.getByLabel('Your full name').fill('Dora Dock');
    await inDialog('Accept agreement');
    await waitForAlert('Agreement accepted');
    await press('Switch on');
    await waitForAlert('Audio ads are on.');
  });

  it('have rules for breaks', async () => {
    await page.getByRole('switch', { name: 'At fixed minutes of each hour' }).waitFor();
    await page.getByRole('switch', { name: /^Before a listener/ }).uncheck();
    await page.getByLabel('Breaks per hour').fill('2');
    await page.getByText('At most 2 minutes per hour are planned.').waitFor();
    await press('Add hours');
    await press('Save');
    await waitForAlert('Rules saved');
    expect(await violations(page)).toEqual([]);
    await saveScreenshots(page, ofStation('/settings/audio-ads'), 'audio-ads');
    await press('Remove hours');
    await press('Save');
    await saveScreenshots(page, ofStation('/settings/audio-ads/approvals'), 'audio-ads-approvals');
  });
});

describe('a campaign', () => {
  it('is enabled for the account by the portal', async () => {
    await show(page, pathOf('/settings/limits'));
    await page.getByRole('switch', { name: 'Runs campaigns itself', disabled: false }).press('Space');
    await waitForAlert('Campaigns are enabled.');
    await page.getByRole('switch', { name: 'Can request advertising', disabled: false }).press('Space');
    await waitForAlert('The account can request advertising.');
  });

  it('is created with a spot of which 30 seconds are chosen', async () => {
    await show(page, pathOf('/advertising'));
    await page.getByRole('link', { name: 'New campaign' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Spring sale');
    await page.getByLabel('Advertiser').fill('Harbour Bakery');
    await upload(spot);
    const window = page.getByRole('slider', { name: 'Start of the part that plays' });
    await window.press('ArrowRight');
    await window.press('PageUp');
    await page.getByText(/This file is 0?0?:?0?0:42 long\. 30 seconds play, from 0?0?:?0?0:06/).waitFor();
    await page.getByLabel('First day').fill(today());
    await page.getByLabel('Impressions', { exact: true }).fill('5000');
    // A campaign of even pace takes only a share of the breaks.
    await page.getByRole('radio', { name: 'As fast as possible' }).check();
  });

  it('has rules that read as a sentence, and a forecast', async () => {
    await press('Add rule');
    await page.getByLabel('By', { exact: true }).selectOption('station');
    await page.getByRole('checkbox', { name: 'Dockside Radio' }).check();
    expect(await violations(page, { within: '[role=dialog]' })).toEqual([]);
    await inDialog('Add rule');
    await page.getByText('Heard by listeners who listen to Dockside Radio.').waitFor();
    await press('Save for other campaigns…');
    await page.getByRole('dialog').getByLabel('Name').fill('Only here');
    await inDialog('Save');
    await waitForAlert('Rules saved as “Only here”.');
    await page.getByText('impressions available').waitFor();
    await page.getByText(/Value: \$2\.00/).waitFor();
    expect(await violations(page)).toEqual([]);
    // Who is here while the campaign is created hears its first break.
    listener = await listen(`${product.streamUrl}/dockside-radio`);
    uploadedAt = Date.now();
    await press('Create campaign');
    await waitForAlert('“Spring sale” saved.');
    await page.getByRole('row').filter({ hasText: 'Spring sale' }).getByText('Running').waitFor();
  });
});

describe('a break', () => {
  it('is started by hand, and its spot heard within a minute of its upload', async () => {
    await show(page, ofStation(''));
    await page.getByRole('link', { name: 'Breaks', exact: true }).click();
    await expect
      .poll(
        async () => {
          await page.getByRole('button', { name: 'Start a break', exact: true }).click();
          return await page.getByText(/1 of 1 listener has|1 of 1 listener have/).count();
        },
        { interval: 2000 },
      )
      .toBeGreaterThan(0);
    await expect.poll(heard, { interval: 1000 }).toEqual({ isConnected: true, tones: [trackHz, spotHz] });
    expect(Date.now() - uploadedAt).toBeLessThan(60_000);
    await page.getByRole('cell', { name: 'Started by hand' }).first().waitFor();
    await saveScreenshots(page, ofStation('/breaks'), 'breaks');
  });

  it('is counted in the report', async () => {
    const { entities } = await at.call(campaigns.list, { params: { id: at.account }, query: {} });
    const { id } = entities[0]!;
    const report = () => at.call(campaigns.report, { params: { id: at.account, cid: id }, query: {} });
    await expect.poll(async () => (await report()).impressions.actual, { interval: 500 }).toBeGreaterThan(0);
    await show(page, pathOf(`/advertising/${id}/report`));
    await page.getByRole('cell', { name: 'Dockside Radio' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await saveScreenshots(page, pathOf(`/advertising/${id}/report`), 'campaign-report');
  });
});

/** What has been heard up to the spot. */
const heard = async (): Promise<{ isConnected: boolean; tones: number[] }> => ({
  isConnected: !listener.ended(),
  tones: toneOrder(toneRanges(await decode(listener.received().audio), [trackHz, spotHz]), 1).slice(0, 2),
});

describe('a running campaign', () => {
  it('is changed, with the spot as it is played', async () => {
    await show(page, pathOf('/advertising'));
    await press('Actions for Spring sale');
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByText(/Cut from .* to .*, faded out\. Levelled to −1\d LUFS\./).waitFor();
    await page.getByRole('button', { name: 'Play spot' }).waitFor();
    await press('Hear it in the stream');
    await page.getByRole('button', { name: 'Play spot' }).nth(1).waitFor();
    await saveScreenshots(page, page.url(), 'campaign-edit');
    await page.getByRole('textbox', { name: 'Name' }).fill('Spring sale II');
    await press('Save');
    await waitForAlert('“Spring sale II” saved.');
    await saveScreenshots(page, pathOf('/advertising'), 'campaigns');
  });

  it('plays in a podcast, or one of its episodes', async () => {
    await press('Actions for Spring sale II');
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await press('Edit: listen to Dockside Radio');
    await page.getByLabel('By', { exact: true }).selectOption('podcast');
    await page.getByRole('button', { name: 'Open Tea and Talk' }).click();
    await page.getByRole('checkbox', { name: 'Of kettles' }).check();
    expect(await violations(page, { within: '[role=dialog]' })).toEqual([]);
    await inDialog('Save rule');
    const sentence = 'Heard by listeners who listen to Dockside Radio or listen to an episode of Tea and Talk.';
    await page.getByText(sentence).waitFor();
    await press('Save');
    await waitForAlert('“Spring sale II” saved.');
    const { entities } = await at.call(campaigns.list, { params: { id: at.account }, query: {} });
    const params = { id: at.account, cid: entities[0]!.id };
    const path = `${podcast.podcastKey}/${podcast.episodeKey}`;
    const targets = async () => (await at.call(campaigns.get, { params })).providerRuleChains[0]?.rules[0]?.targets;
    // The alert may be that of the change before.
    await expect.poll(targets).toEqual([
      { type: 'station', path: at.station },
      { type: 'podcast', path },
    ]);
  });

  it('is paused and switched on again', async () => {
    const on = page.getByRole('switch', { name: 'Spring sale II: on' });
    await on.press('Space');
    await waitForAlert('Spring sale II is paused.');
    await press('Undo');
    await expect.poll(() => on.isChecked()).toBe(true);
    for (const [button, told] of [
      ['Pause', '1 campaign paused.'],
      ['Switch on', '1 campaign switched on.'],
    ] as const) {
      await page.getByRole('row').filter({ hasText: 'Spring sale II' }).getByRole('checkbox').check();
      await press(button);
      await waitForAlert(told);
    }
    await expect.poll(() => on.isChecked()).toBe(true);
    expect(await violations(page)).toEqual([]);
  });
});

describe('an advertising request', () => {
  it('shows its price and is sent', async () => {
    await show(page, pathOf('/advertising/requests'));
    await page.getByRole('link', { name: 'Request a campaign' }).click();
    await page.getByLabel('Campaign name').fill('Autumn fair');
    await page
      .getByRole('textbox', { name: 'Stations' })
      .or(page.getByRole('combobox', { name: 'Stations' }))
      .click();
    await page.getByRole('option', { name: 'Dockside Radio' }).click();
    await page.keyboard.press('Escape');
    await page.getByLabel('Impressions goal').fill('20000');
    await page.getByText('$8.00').waitFor();
    await press('Add place');
    await page.getByRole('combobox', { name: 'Country' }).fill('Greece');
    await page.getByRole('option', { name: 'Greece' }).click();
    await page.getByLabel('City').fill('Athens');
    expect(await violations(page)).toEqual([]);
    await press('Send request');
    await waitForAlert('Request sent');
    await page.getByRole('heading', { level: 1, name: 'Autumn fair' }).waitFor();
    await page.getByText('Athens, Greece').waitFor();
  });

  it('is asked for changes by the portal, and sent again', async () => {
    await show(page, `${product.url}/portal/ad-requests`);
    await saveScreenshots(page, `${product.url}/portal/ad-requests`, 'portal-ad-requests');
    await page.getByRole('link', { name: 'Autumn fair' }).click();
    await page.getByLabel('Reason').fill('Please choose another last day.');
    await press('Ask for changes');
    await waitForAlert('The account was asked for changes.');
    await saveScreenshots(page, page.url(), 'request');
    await press('Change and send again');
    await page.getByLabel('Additional information').fill('Until Sunday, please.');
    await press('Send again');
    await waitForAlert('Request sent');
  });

  it('becomes a campaign once it is approved', async () => {
    await press('Approve and create campaign');
    await waitForAlert('Request approved');
    await page.getByRole('link', { name: 'See what it delivers' }).click();
    await page.getByRole('heading', { level: 1, name: 'Autumn fair' }).waitFor();
    await show(page, pathOf('/advertising'));
    await press('Actions for Autumn fair');
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await inDialog('Delete');
    await waitForAlert('Campaign deleted.');
  });
});

it('without any error in the page', () => {
  expect(pageErrors()).toEqual([]);
});
