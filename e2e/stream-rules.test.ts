import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billing } from '#contract/api/billing.ts';
import { people } from '#contract/api/people.ts';
import { stations } from '#contract/api/stations.ts';
import { streamRules, type ChangedStreamRules } from '#contract/api/stream-rules.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { acceptInvitations, register } from './registered-users.ts';
import { listen } from './listener.ts';
import { show, applyLook } from './page.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { addTracks, createTestStation, type TestStation } from './test-station.ts';

/* Who may listen to a station: the settings, and their effect on players; the page's own player, also by HLS. */

let product: Product;
let browser: Browser;
let at: TestStation;
let page: Page;
let pageErrors: () => string[];
const shots = process.env['SHOTS'];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await createTestStation(product, 'Harbour Lights', 'Breakwater Radio');
  await addTracks(at, ['Concert Pitch'], 60);
  await at.call(stations.update, { params: { key: at.station }, body: { radio_server_settings: { hls: true } } });
  const context = await openWindow(browser);
  // The page's player is not in the document: this captures its elements when they are created.
  await context.addInitScript(() => {
    const Native = window.Audio;
    window.Audio = function Audio() {
      const radio = new Native();
      ((window as unknown as { radios?: HTMLAudioElement[] }).radios ??= []).push(radio);
      return radio;
    } as unknown as typeof Native;
  });
  page = await context.newPage();
  pageErrors = collectErrors(page);
  await openSignedIn(page, product.url, product.admin);
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const settings = () => show(page, `${product.url}${at.stationPath}/settings/listeners`);
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const rules = () => at.call(streamRules.get, { params: { key: at.station } });
const setRules = (body: Parameters<typeof at.call<typeof streamRules.set>>[1]['body']) =>
  at.call(streamRules.set, { params: { key: at.station }, body });
const everyone: ChangedStreamRules = {
  country_mode: 'all',
  countries: [],
  blocked_networks: [],
  allowed_networks: [],
};
const stream = () => `${product.streamUrl}/breakwater-radio`;
/** Waits until the engine answers a listener with this status. */
const expectStatus = (status: number, ip = '203.0.113.200'): Promise<void> =>
  expect.poll(() => listenAs(ip).then((reply) => reply.status)).toBe(status);
const listenAs = async (ip: string): Promise<{ status: number; text: string }> => {
  const request = new AbortController();
  const reply = await fetch(stream(), { headers: { 'X-Forwarded-For': ip }, signal: request.signal });
  const text = reply.ok ? '' : await reply.text();
  request.abort();
  return { status: reply.status, text };
};

describe('who may listen', () => {
  it('is reached from the settings; countries are selected by name', async () => {
    await show(page, `${product.url}${at.stationPath}/settings/stream`);
    await page.getByRole('link', { name: 'Listeners', exact: true }).click();
    await page.waitForURL(/\/settings\/listeners$/);
    await page.getByText('Only in', { exact: true }).click();
    await page
      .getByRole('textbox', { name: 'Countries' })
      .or(page.getByRole('combobox', { name: 'Countries' }))
      .fill('germ');
    await page.getByRole('option', { name: 'Germany' }).click();
    await page.keyboard.press('Escape');
    await press('Save');
    await page.getByText('Rules saved').waitFor();
    expect(await rules()).toMatchObject({ country_mode: 'only', countries: ['DE'] });
    await expectStatus(403, '8.8.8.8');
    expect((await listenAs('8.8.8.8')).text).toContain('is not available in your country');
    expect((await listenAs('85.214.132.117')).status).toBe(200);
  });

  it('marks the line that is not an IP address, and saves once it is corrected', async () => {
    await settings();
    const lines = page.getByLabel('Blocked addresses', { exact: true });
    await lines.fill('203.0.113.0/24\n10.0.0.999');
    await page.getByText('Line 2: Not an IP address or network').waitFor();
    await press('Save');
    await page.getByText('Please check inputs and try again.').waitFor();
    await lines.fill('203.0.113.0/24\n10.0.0.99');
    await page.getByLabel('Always allowed', { exact: true }).fill('203.0.113.7');
    await press('Save');
    await page.getByText('no longer allowed were disconnected').last().waitFor();
    await show(page, page.url());
    await expect.poll(() => lines.inputValue()).toBe('203.0.113.0/24\n10.0.0.99');
  });

  it('tests whether an IP address is allowed, also by unsaved rules', async () => {
    await settings();
    const test = async (address: string): Promise<void> => {
      await page.getByLabel('IP address to test').fill(address);
      await press('Test');
    };
    await test('203.0.113.9');
    await page.getByText('Blocked by the address rules.').waitFor();
    await test('203.0.113.7');
    await page.getByText('Allowed by the address rules.').waitFor();
    await test('8.8.8.8');
    await page.getByText('Blocked by the country rules. Country: United States.').waitFor();
    await page.getByText('Everywhere', { exact: true }).click();
    await press('Test');
    await page.getByText('Allowed: no rule matches it.').waitFor();
    await test('nowhere');
    await page.getByText('Not an IP address, such as').waitFor();
    expect((await rules()).country_mode).toBe('only');
  });

  it.runIf(shots)('takes screenshots', async () => {
    await settings();
    for (const width of [1440, 768, 390])
      for (const theme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 900 });
        await applyLook(page, { theme, direction: 'ltr' });
        await page.screenshot({ path: join(shots ?? '', `listeners-${width}-${theme}.png`), fullPage: true });
      }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('disconnects a listener who becomes blocked, and no other', async () => {
    await setRules(everyone);
    await expectStatus(200);
    const one = await listen(stream());
    await setRules({ blocked_networks: ['203.0.113.1'] });
    await expectStatus(403, '203.0.113.1');
    expect(one.ended()).toBe(false);
    await setRules({ blocked_networks: ['127.0.0.1', '::1'] });
    await expect.poll(() => one.ended()).toBe(true);
    await setRules(everyone);
    await expectStatus(200, '127.0.0.1');
  });

  it('links to the plans if the plan does not include these rules', async () => {
    const owner = await register(product, 'nora.owner@example.com');
    await at.call(people.inviteToAccount, {
      params: { id: at.account, role: 'owner' },
      query: { email: owner.email },
      body: {},
    });
    await acceptInvitations(owner);
    await at.call(billing.assign, { params: { key: at.account }, body: { plan: 'starter' } });
    const window = await openWindow(browser);
    const ownerPage = await window.newPage();
    await openSignedIn(ownerPage, product.url, owner);
    await show(ownerPage, `${product.url}${at.stationPath}/settings/listeners`);
    await ownerPage.getByRole('link', { name: 'See plans that do' }).first().waitFor();
    expect(await ownerPage.getByLabel('Blocked addresses', { exact: true }).isDisabled()).toBe(true);
    expect(await ownerPage.getByLabel('Concurrent listeners').isDisabled()).toBe(false);
    if (shots) await ownerPage.screenshot({ path: join(shots, 'listeners-no-plan.png'), fullPage: true });
    await window.close();
  });
});

describe('other formats', () => {
  it('are turned on in the settings, shown with their URLs, and stream', async () => {
    await show(page, `${product.url}${at.stationPath}/settings/stream`);
    const field = page.getByRole('combobox', { name: 'Low-data stream' });
    await field.or(page.getByRole('textbox', { name: 'Low-data stream' })).click();
    await page.getByRole('option', { name: '48 kbit/s', exact: true }).click();
    await page.getByRole('switch', { name: 'Also stream in AAC' }).click();
    if (shots) await page.screenshot({ path: join(shots, 'stream-settings.png'), fullPage: true });
    await press('Save');
    await page.getByText('Listeners stayed connected.').waitFor();
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    for (const [ending, type] of [
      ['.aac', 'audio/aac'],
      ['-low', 'audio/mpeg'],
    ] as const) {
      await page.getByText(`${stream()}${ending}`, { exact: true }).waitFor();
      const request = new AbortController();
      const reply = await fetch(`${stream()}${ending}`, { signal: request.signal });
      expect(reply.headers.get('content-type')).toBe(type);
      const { value } = await reply.body!.getReader().read();
      expect(value?.length).toBeGreaterThan(0);
      request.abort();
    }
    const answer = (await (await fetch(`${product.url}/live/breakwater-radio`)).json()) as Record<string, unknown>;
    expect(answer).toMatchObject({ aac_url: `${stream()}.aac`, low_url: `${stream()}-low` });
  });
});

describe("the page's player", () => {
  type Radios = { radios: HTMLAudioElement[] };
  /** Of the element that is heard, or will be. */
  const heard = () =>
    page.evaluate(() => {
      const radio = (window as unknown as Radios).radios.find(({ paused }) => !paused);
      return { position: radio?.currentTime ?? 0, source: radio?.src ?? '' };
    });
  const position = async () => (await heard()).position;
  const source = async () => (await heard()).source;
  const expectPlaying = async (): Promise<void> => {
    await expect.poll(position, { timeout: 40_000 }).toBeGreaterThan(0.5);
    const before = await position();
    await expect.poll(position).toBeGreaterThan(before + 1);
  };
  const bar = () => page.getByRole('region', { name: 'Player' });

  it('plays the stream, switches to HLS on request, and back', async () => {
    await show(page, product.url + at.stationPath);
    await page.getByRole('button', { name: 'Listen to Breakwater Radio' }).first().click();
    await expectPlaying();
    expect(await source()).toContain('/breakwater-radio?s=');
    await bar().getByText('Concert Pitch').waitFor();
    await bar().getByRole('button', { name: 'Play by HLS' }).click();
    await expect.poll(source).toMatch(/^blob:/);
    await expectPlaying();
    expect(await page.evaluate(() => navigator.mediaSession.metadata?.album)).toBe('Breakwater Radio');
    // Known once the track on the air has been looked up, and shown when it is heard.
    await expect.poll(() => page.evaluate(() => navigator.mediaSession.metadata?.artist)).toBe('The Tones');
    if (shots)
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.screenshot({ path: join(shots, `player-${width}.png`) });
      }
    await page.setViewportSize({ width: 1440, height: 900 });
    await bar().getByRole('button', { name: 'Play by HLS' }).click();
    await expect.poll(source).toContain('/breakwater-radio?s=');
    await expectPlaying();
    await bar().getByRole('button', { name: 'Close player' }).click();
  });

  it('switches to HLS automatically if the stream is blocked', async () => {
    await page.route(/\/breakwater-radio\?s=/, (route) => route.abort());
    await page.getByRole('button', { name: 'Listen to Breakwater Radio' }).first().click();
    await expect.poll(source).toMatch(/^blob:/);
    await expectPlaying();
    expect(await bar().getByRole('button', { name: 'Play by HLS' }).getAttribute('aria-pressed')).toBe('true');
    await page.unroute(/\/breakwater-radio\?s=/);
    await bar().getByRole('button', { name: 'Close player' }).click();
  });

  it('says why a listener is refused, and stops retrying', async () => {
    await setRules({ blocked_networks: ['127.0.0.1', '::1'] });
    await expectStatus(403, '127.0.0.1');
    await page.getByRole('button', { name: 'Listen to Breakwater Radio' }).first().click();
    await bar().getByText('This station is not available from your IP address.').waitFor();
    await setRules(everyone);
    await expectStatus(200, '127.0.0.1');
    await page.getByRole('button', { name: 'Listen to Breakwater Radio' }).first().click();
    await expectPlaying();
  });

  it('logs no errors in the browser', () => {
    expect(pageErrors()).toEqual([]);
  });
});
