import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analytics } from '#contract/analytics.ts';
import { liveStats } from '#contract/live-stats.ts';
import { relays } from '#contract/relays.ts';
import { stations, type Station } from '#contract/stations.ts';
import { launch, openWindow, signIn, watch } from './browser.ts';
import { goLive, type Encoder } from './encoder.ts';
import { decode, heard, order } from './hear.ts';
import { hasIcecast, startIcecast } from './icecast.ts';
import { listen, type Listener } from './listener.ts';
import { open, violations } from './page.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { addTracks, stage, type Stage } from './stage.ts';

/* Relays, fail-over URLs and an Icecast that relays a station, as those who run a station set them up. */

let product: Product;
let browser: Browser;
let at: Stage;
let page: Page;
let complaints: () => string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await stage(product, 'Harbour Lights', 'Ferry Radio');
  await addTracks(at, ['Concert Pitch']);
  page = await (await openWindow(browser)).newPage();
  complaints = watch(page);
  await signIn(page, product.url, product.admin);
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const answer = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
const menu = async (of: string, item: string): Promise<void> => {
  await press(`Actions for ${of}`);
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};
const list = async () => (await at.call(relays.list, { params: { key: at.station } })).entities;

describe('relays', () => {
  it('are added from the station, and say where their sound comes from', async () => {
    await open(page, product.url + at.stationPath);
    await page.getByRole('navigation', { name: 'Station' }).getByRole('link', { name: 'Relays' }).click();
    await page.getByRole('heading', { name: 'No relays yet' }).waitFor();
    await press('Add relay');
    await page.getByRole('textbox', { name: 'Name' }).fill('Low');
    await answer('Add relay');
    await page.getByText('The name should be at least 6 characters.').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Low Tide Relay');
    expect(await violations(page)).toEqual([]);
    await answer('Add relay');
    const row = page.getByRole('row', { name: /Low Tide Relay/ });
    await row.getByText('Ferry Radio').waitFor();
    expect(await list()).toMatchObject([{ streamname: 'low-tide-relay', type: 2, master: { key: at.station } }]);
    await page.getByRole('link', { name: 'Low Tide Relay' }).last().click();
    await page.getByRole('heading', { name: 'Low Tide Relay', level: 1 }).waitFor();
    await page.getByRole('region', { name: 'About' }).getByRole('link', { name: 'Ferry Radio' }).click();
    await page.getByRole('heading', { name: 'Ferry Radio', level: 1 }).waitFor();
  });

  it('get another source, mount and encoder, and refuse a mount that is taken at its field', async () => {
    await open(page, `${product.url}${at.stationPath}/relays`);
    await menu('Low Tide Relay', 'Edit');
    await page.getByRole('dialog').getByText('A URL', { exact: true }).click();
    await answer('Save');
    await page.getByText('This field is required').waitFor();
    await page.getByRole('textbox', { name: 'Source URL' }).fill('https://radio.example/live.mp3');
    await page.getByRole('switch', { name: 'Encoder override' }).check();
    await page.getByRole('textbox', { name: 'Mount point' }).fill('ferry-radio');
    await answer('Save');
    await page.getByText('This mount is in use.').first().waitFor();
    await page.getByRole('textbox', { name: 'Mount point' }).fill('low-tide');
    await answer('Save');
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

  it('keep their master from being deleted, and are deleted after a question', async () => {
    await open(page, `${product.url}${at.stationPath}/settings/advanced`);
    await press('Delete station');
    await page.getByRole('dialog').getByRole('textbox').fill('Ferry Radio');
    await answer('Delete');
    await page.getByText('This station has relay stations linked to it.').first().waitFor();
    await answer('Cancel');
    await open(page, `${product.url}${at.stationPath}/relays`);
    await menu('Low Tide Relay', 'Delete');
    await answer('Delete');
    await page.getByText('Low Tide Relay deleted. You can restore it for 30 days.').waitFor();
    await page.getByRole('heading', { name: 'No relays yet' }).waitFor();
    expect(await list()).toEqual([]);
  });

  it('say on their page what became of their master', async () => {
    const { key } = await at.call(relays.add, { params: { key: at.station }, body: { name: 'Night Relay' } });
    await at.call(stations.suspend, { params: { key: at.station } });
    await open(page, `${product.url}${at.accountPath}/stations/${key}`);
    await page.getByText('Its master station, Ferry Radio, is not active.').waitFor();
    await at.call(stations.reactivate, { params: { key: at.station } });
    await at.call(relays.remove, { params: { key: at.station, relayId: key } });
  });
});

describe('the sound of a relay', () => {
  const tones = [300, 700];
  let mount: string;
  let relay: Station;
  let ear: Listener;
  beforeAll(async () => {
    relay = await at.call(relays.add, { params: { key: at.station }, body: { name: 'Echo Relay', bitrate: 64_000 } });
    mount = `${product.streamUrl}/${relay.streamname}`;
  });
  afterAll(async () => {
    ear?.leave();
    await at.call(relays.remove, { params: { key: at.station, relayId: relay.key } });
  });
  const heardLast = async (): Promise<number | undefined> =>
    order(heard(await decode(ear.heard().sound.subarray(-48_000)), tones)).at(-1);
  const goesLive = async (): Promise<Encoder> => {
    const { password } = await at.call(stations.revealPassword, { params: { key: relay.key } });
    const { host } = new URL(product.streamUrl);
    return goLive({ url: `icecast://source:${password}@${host}/${relay.streamname}`, hz: 700 });
  };

  it('is its master’s, in its own format, and so is the title', async () => {
    await expect.poll(() => isOpen(mount), { timeout: 60_000, interval: 500 }).toBe(true);
    ear = await listen(mount);
    expect(ear.heard().head).toMatch(/icy-br: ?64/i);
    await expect.poll(heardLast, { timeout: 60_000, interval: 1000 }).toBe(300);
    await expect.poll(() => ear.heard().titles.at(-1)?.title, { timeout: 30_000 }).toBe('The Tones - Concert Pitch');
    await open(page, `${product.url}${at.stationPath}/relays`);
    await page
      .getByRole('row', { name: /Echo Relay/ })
      .getByText('Relay', { exact: true })
      .waitFor();
  });

  it('is an encoder’s only where that may interrupt it', async () => {
    const encoder = await goesLive();
    const live = () => at.call(stations.live, { params: { key: relay.key } });
    await expect.poll(async () => (await live()).encoder, { timeout: 30_000 }).not.toBeNull();
    expect((await live()).source).toBe('relay');
    await at.call(relays.update, {
      params: { key: at.station, relayId: relay.key },
      body: { interrupt_master: true },
    });
    await expect.poll(heardLast, { timeout: 60_000, interval: 1000 }).toBe(700);
    await encoder.stop('quit');
    await expect.poll(heardLast, { timeout: 60_000, interval: 1000 }).toBe(300);
    expect(ear.ended()).toBe(false);
  });
});

describe('where the sound comes from', () => {
  const urls = async () => {
    const { radio_server_settings: settings } = await at.call(stations.get, { params: { key: at.station } });
    return settings.failover_settings.map(({ url }) => url);
  };
  const [first, second] = ['https://one.example/live.mp3', 'https://two.example/live.mp3'] as const;
  const add = async (url: string): Promise<void> => {
    await page.getByRole('textbox', { name: 'Fail-over URL' }).fill(url);
    await press('Add');
  };

  it('are fail-over URLs in an order that keys change', async () => {
    await open(page, `${product.url}${at.stationPath}/settings/stream`);
    await add('not an address');
    await page.getByText('The fail-over URL field must be a valid URL').waitFor();
    for (const url of [first, second]) {
      await add(url);
      await page.getByRole('listitem').getByText(url, { exact: true }).waitFor();
    }
    await add(first);
    await page.getByText('This URL is already in the list.').waitFor();
    const up = page.getByRole('button', { name: `Move ${second} up` });
    await up.focus();
    await page.keyboard.press('Enter');
    await expect.poll(urls).toEqual([second, first]);
    const down = page.getByRole('button', { name: `Move ${second} down` });
    await expect.poll(() => down.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(urls).toEqual([first, second]);
  });

  it('are changed and removed one by one', async () => {
    await press(`Edit ${second}`);
    await page.getByRole('textbox', { name: `New URL for ${second}` }).fill('https://three.example/live.mp3');
    await page.getByRole('listitem').getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(urls).toEqual([first, 'https://three.example/live.mp3']);
    await press(`Remove ${first}`);
    await expect.poll(urls).toEqual(['https://three.example/live.mp3']);
    await page.reload();
    await page.getByRole('listitem').getByText('https://three.example/live.mp3', { exact: true }).waitFor();
  });

  it('is a stream of somebody else’s, as long as the station is its relay', async () => {
    await page.getByRole('textbox', { name: 'Source URL' }).fill(`${product.streamUrl}/ferry-radio`);
    await press('Save source');
    await page.getByText("This is the station's own stream URL.").waitFor();
    await page.getByRole('textbox', { name: 'Source URL' }).fill(first);
    await press('Save source');
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

  it('relays a station by what the page gives it, and its listeners are in the numbers', async () => {
    await open(page, `${product.url}${at.stationPath}/relays`);
    await press('Copy icecast.xml');
    await page.getByText('Copied!').waitFor();
    icecast = await startIcecast(await page.evaluate(() => navigator.clipboard.readText()));
    const behind = `${icecast.url}/ferry-radio`;
    await expect.poll(() => isOpen(behind), { timeout: 60_000, interval: 500 }).toBe(true);
    listener = await listen(behind);
    const now = () => at.call(liveStats.station, { params: { key: at.station }, query: { include_outputs: 'true' } });
    const players = async () => (await now()).sessions.map(({ player, output }) => ({ player, output }));
    await expect
      .poll(players, { timeout: 30_000 })
      .toEqual([{ player: expect.stringContaining('VLC'), output: 'relay' }]);
    await page.getByRole('banner').or(page.getByRole('main')).getByText('1 listener').first().waitFor();
    listener.leave();
    await expect.poll(async () => (await now()).listeners, { timeout: 60_000 }).toBe(0);
    const day = new Date().toISOString().slice(0, 10);
    const query = { stationKeys: [at.station], from_date: day, to_date: day };
    const totals = async () =>
      (await at.call(analytics.stations, { params: { type: 'day' }, query })).period_stats.stats;
    await expect.poll(async () => (await totals()).uniques, { timeout: 30_000 }).toBeGreaterThan(0);
  });
});

/** Whether a listener gets in; who only asked is gone again at once. */
const isOpen = async (url: string): Promise<boolean> => {
  const gone = new AbortController();
  const reply = await fetch(url, { signal: gone.signal }).catch(() => undefined);
  gone.abort();
  return reply?.ok ?? false;
};

it('has complained about nothing', () => {
  expect(complaints()).toEqual([]);
});
