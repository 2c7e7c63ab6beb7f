import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analytics } from '#contract/api/analytics.ts';
import { liveStats } from '#contract/api/live-stats.ts';
import { relays } from '#contract/api/relays.ts';
import { stations, type Station } from '#contract/api/stations.ts';
import { dayMs } from '#contract/rules/time.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { goLive, type Encoder } from './encoder.ts';
import { decode, toneRanges, toneOrder } from './tones.ts';
import { hasIcecast, startIcecast } from './icecast.ts';
import { listen, type Listener } from './listener.ts';
import { show, violations } from './page.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { addTracks, createTestStation, type TestStation } from './test-station.ts';

/* Relays, fail-over URLs and an Icecast server that relays a station. */

let product: Product;
let browser: Browser;
let at: TestStation;
let page: Page;
let pageErrors: () => string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await createTestStation(product, 'Harbour Lights', 'Ferry Radio');
  await addTracks(at, ['Concert Pitch']);
  page = await (await openWindow(browser)).newPage();
  pageErrors = collectErrors(page);
  await openSignedIn(page, product.url, product.admin);
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
const menu = async (of: string, item: string): Promise<void> => {
  await press(`Actions for ${of}`);
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};
const list = async () => (await at.call(relays.list, { params: { key: at.station } })).entities;

describe('relays', () => {
  it('are added to the station, and show their source', async () => {
    await show(page, product.url + at.stationPath);
    await page.getByRole('navigation', { name: 'Station' }).getByRole('link', { name: 'Relays' }).click();
    await page.getByRole('heading', { name: 'No relays yet' }).waitFor();
    await press('Add relay');
    await page.getByRole('textbox', { name: 'Name' }).fill('Low');
    await confirm('Add relay');
    await page.getByText('The name should be at least 6 characters.').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Low Tide Relay');
    expect(await violations(page)).toEqual([]);
    await confirm('Add relay');
    const row = page.getByRole('row', { name: /Low Tide Relay/ });
    await row.getByText('Ferry Radio').waitFor();
    expect(await list()).toMatchObject([{ streamname: 'low-tide-relay', type: 2, master: { key: at.station } }]);
    await page.getByRole('link', { name: 'Low Tide Relay' }).last().click();
    await page.getByRole('heading', { name: 'Low Tide Relay', level: 1 }).waitFor();
    await page.getByRole('region', { name: 'About' }).getByRole('link', { name: 'Ferry Radio' }).click();
    await page.getByRole('heading', { name: 'Ferry Radio', level: 1 }).waitFor();
  });

  it('get another source, mount and encoder setting, and refuse a mount in use at its field', async () => {
    await show(page, `${product.url}${at.stationPath}/relays`);
    await menu('Low Tide Relay', 'Edit');
    await page.getByRole('dialog').getByText('A URL', { exact: true }).click();
    await confirm('Save');
    await page.getByText('This field is required').waitFor();
    await page.getByRole('textbox', { name: 'Source URL' }).fill('https://radio.example/live.mp3');
    await page.getByRole('switch', { name: 'Encoder override' }).check();
    await page.getByRole('textbox', { name: 'Mount point' }).fill('ferry-radio');
    await confirm('Save');
    await page.getByText('This mount is in use.').first().waitFor();
    await page.getByRole('textbox', { name: 'Mount point' }).fill('low-tide');
    await confirm('Save');
    await page.getByText('Relay saved.').waitFor();
    await page
      .getByRole('row', { name: /low-tide/ })
      .getByText('https://radio.example/live.mp3')
      .waitFor();
    const [relay] = await list();
    expect(relay?.radio_server_settings).toMatchObject({
      relay_url: 'https://radio.example/live.mp3',
      interrupt_master: true,
    });
  });

  it('prevent their master from being deleted, and are deleted after confirmation', async () => {
    await show(page, `${product.url}${at.stationPath}/settings/advanced`);
    await press('Delete station');
    await page.getByRole('dialog').getByRole('textbox').fill('Ferry Radio');
    await confirm('Delete');
    await page.getByText('This station has relay stations linked to it.').first().waitFor();
    await confirm('Cancel');
    await show(page, `${product.url}${at.stationPath}/relays`);
    await menu('Low Tide Relay', 'Delete');
    await confirm('Delete');
    await page.getByText('Low Tide Relay deleted. You can restore it for 30 days.').waitFor();
    await page.getByRole('heading', { name: 'No relays yet' }).waitFor();
    expect(await list()).toEqual([]);
  });

  it('say on their page that their master is not active', async () => {
    const { key } = await at.call(relays.add, { params: { key: at.station }, body: { name: 'Night Relay' } });
    await at.call(stations.suspend, { params: { key: at.station } });
    await show(page, `${product.url}${at.accountPath}/stations/${key}`);
    await page.getByText('Its master station, Ferry Radio, is not active.').waitFor();
    await at.call(stations.reactivate, { params: { key: at.station } });
    await at.call(relays.remove, { params: { key: at.station, relayId: key } });
  });
});

describe('the audio of a relay', () => {
  const tones = [300, 700];
  let mount: string;
  let relay: Station;
  let listener: Listener;
  beforeAll(async () => {
    relay = await at.call(relays.add, { params: { key: at.station }, body: { name: 'Echo Relay', bitrate: 64_000 } });
    mount = `${product.streamUrl}/${relay.streamname}`;
  });
  afterAll(async () => {
    listener?.leave();
    await at.call(relays.remove, { params: { key: at.station, relayId: relay.key } });
  });
  const lastTone = async (): Promise<number | undefined> =>
    toneOrder(toneRanges(await decode(listener.received().audio.subarray(-48_000)), tones)).at(-1);
  const startEncoder = async (): Promise<Encoder> => {
    const { password } = await at.call(stations.revealPassword, { params: { key: relay.key } });
    const { host } = new URL(product.streamUrl);
    return goLive({ url: `icecast://source:${password}@${host}/${relay.streamname}`, hz: 700 });
  };

  it('is its master’s, with the title, in the relay’s own format', async () => {
    await expect.poll(() => isOpen(mount), { timeout: 60_000, interval: 500 }).toBe(true);
    listener = await listen(mount);
    expect(listener.received().head).toMatch(/icy-br: ?64/i);
    await expect.poll(lastTone, { timeout: 60_000, interval: 1000 }).toBe(300);
    await expect
      .poll(() => listener.received().titles.at(-1)?.title, { timeout: 30_000 })
      .toBe('The Tones - Concert Pitch');
    await show(page, `${product.url}${at.stationPath}/relays`);
    await page
      .getByRole('row', { name: /Echo Relay/ })
      .getByText('Relay', { exact: true })
      .waitFor();
  });

  it('is an encoder’s only with encoder override', async () => {
    const encoder = await startEncoder();
    const live = () => at.call(stations.live, { params: { key: relay.key } });
    await expect.poll(async () => (await live()).encoder, { timeout: 30_000 }).not.toBeNull();
    expect((await live()).source).toBe('relay');
    await at.call(relays.update, {
      params: { key: at.station, relayId: relay.key },
      body: { interrupt_master: true },
    });
    await expect.poll(lastTone, { timeout: 60_000, interval: 1000 }).toBe(700);
    await encoder.stop('quit');
    await expect.poll(lastTone, { timeout: 60_000, interval: 1000 }).toBe(300);
    expect(listener.ended()).toBe(false);
  });
});

describe('the sources of a station', () => {
  const urls = async () => {
    const { radio_server_settings: settings } = await at.call(stations.get, { params: { key: at.station } });
    return settings.failover_settings.map(({ url }) => url);
  };
  const [first, second] = ['https://one.example/live.mp3', 'https://two.example/live.mp3'] as const;
  const add = async (url: string): Promise<void> => {
    await page.getByRole('textbox', { name: 'Fail-over URL' }).fill(url);
    await press('Add');
  };

  it('include fail-over URLs, reordered by keyboard', async () => {
    await show(page, `${product.url}${at.stationPath}/settings/stream`);
    await add('not an address');
    await page.getByText('The fail-over URL field must be a valid URL').waitFor();
    for (const url of [first, second]) {
      await add(url);
      await page.getByRole('listitem').getByText(url, { exact: true }).waitFor();
    }
    await add(first);
    await page.getByText('This URL is already in the list.').waitFor();
    const upButton = page.getByRole('button', { name: `Move ${second} up` });
    await upButton.focus();
    await page.keyboard.press('Enter');
    await expect.poll(urls).toEqual([second, first]);
    const downButton = page.getByRole('button', { name: `Move ${second} down` });
    await expect.poll(() => downButton.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(urls).toEqual([first, second]);
  });

  it('are edited and removed one by one', async () => {
    await press(`Edit ${second}`);
    await page.getByRole('textbox', { name: `New URL for ${second}` }).fill('https://three.example/live.mp3');
    await page.getByRole('listitem').getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(urls).toEqual([first, 'https://three.example/live.mp3']);
    await press(`Remove ${first}`);
    await expect.poll(urls).toEqual(['https://three.example/live.mp3']);
    await page.reload();
    await page.getByRole('listitem').getByText('https://three.example/live.mp3', { exact: true }).waitFor();
  });

  it('include another server’s stream while the station relays it', async () => {
    await page.getByRole('textbox', { name: 'Source URL' }).fill(`${product.streamUrl}/ferry-radio`);
    await press('Save');
    await page.getByText("This is the station's own stream URL.").waitFor();
    await page.getByRole('textbox', { name: 'Source URL' }).fill(first);
    await press('Save');
    await page.getByText('Source saved.').waitFor();
    await page.getByRole('switch', { name: 'Encoder override' }).waitFor();
    await press('Remove source');
    await page.getByText('Source removed.').waitFor();
    expect((await at.call(stations.get, { params: { key: at.station } })).type).toBe(1);
  });
});

describe.skipIf(!hasIcecast)(`a stock Icecast${hasIcecast ? '' : ' (no icecast2 here)'}`, () => {
  let icecast: Awaited<ReturnType<typeof startIcecast>>;
  let listener: Listener | undefined;
  afterAll(async () => {
    listener?.leave();
    await icecast?.stop();
  });

  it('relays a station with the settings from the page, and its listeners are counted', async () => {
    await show(page, `${product.url}${at.stationPath}/relays`);
    await press('Copy icecast.xml');
    await page.getByText('Copied!').waitFor();
    icecast = await startIcecast(await page.evaluate(() => navigator.clipboard.readText()));
    const relayUrl = `${icecast.url}/ferry-radio`;
    await expect.poll(() => isOpen(relayUrl), { timeout: 60_000, interval: 500 }).toBe(true);
    listener = await listen(relayUrl);
    const now = () => at.call(liveStats.station, { params: { key: at.station }, query: { include_outputs: 'true' } });
    const players = async () => (await now()).sessions.map(({ player, output }) => ({ player, output }));
    await expect
      .poll(players, { timeout: 30_000 })
      .toEqual([{ player: expect.stringContaining('VLC'), output: 'relay' }]);
    await page.getByRole('banner').or(page.getByRole('main')).getByText('1 listener').first().waitFor();
    listener.leave();
    await expect.poll(async () => (await now()).listeners, { timeout: 60_000 }).toBe(0);
    // From yesterday, as midnight may pass.
    const [from_date = '', to_date = ''] = [dayMs, 0].map((ms) => new Date(Date.now() - ms).toISOString().slice(0, 10));
    const query = { stationKeys: [at.station], from_date, to_date };
    const totals = async () =>
      (await at.call(analytics.stations, { params: { type: 'period' }, query })).period_stats.stats;
    await expect.poll(async () => (await totals()).uniques, { timeout: 30_000 }).toBeGreaterThan(0);
  });
});

/** Whether a listener is accepted; the test connection is closed at once. */
const isOpen = async (url: string): Promise<boolean> => {
  const request = new AbortController();
  const reply = await fetch(url, { signal: request.signal }).catch(() => undefined);
  request.abort();
  return reply?.ok ?? false;
};

it('logs no errors in the browser', () => {
  expect(pageErrors()).toEqual([]);
});
