import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { episodes } from '#contract/api/episodes.ts';
import type { EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import { players } from '#contract/api/players.ts';
import { dayMs } from '#contract/rules/time.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { navigate, show, violations, waitUntilSettled } from './page.ts';
import type { Product } from './product.ts';
import { saveScreenshots } from './screenshots.ts';
import { sharedProduct } from './shared-product.ts';
import { createPodcast, createTestStation, type TestStation } from './test-station.ts';

/* Players for websites: made in the builder with the real player as its preview, copied, changed, deleted and restored. */

let product: Product;
let browser: Browser;
let page: Page;
let at: TestStation;
let problems: () => string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await createTestStation(product, 'Harbour Lights', 'Lighthouse Radio');
  const window = await openWindow(browser);
  await window.grantPermissions(['clipboard-read', 'clipboard-write']);
  page = await window.newPage();
  problems = collectErrors(page);
  await openSignedIn(page, product.url, product.admin);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const list = () => `${product.url}${at.accountPath}/embedding/players`;
const preview = (): FrameLocator => page.frameLocator('iframe[title="Preview of the player"]');
const copied = () => page.evaluate(() => navigator.clipboard.readText());
const stored = async () => (await at.call(players.list, { params: { id: at.account } })).entities;
/** The background of the previewed player. */
const background = () =>
  preview()
    .locator('body')
    .evaluate((body) => {
      const all = [...body.querySelectorAll('*'), body].map((element) => getComputedStyle(element).backgroundColor);
      return all.join(' ');
    });

it('makes a player whose preview shows what is not saved yet', async () => {
  await show(page, product.url + at.accountPath);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Players' }).click();
  await page.getByText('Put your radio on your website').waitFor();
  expect(await violations(page)).toEqual([]);
  await saveScreenshots(page, list(), 'players-empty');
  await page.getByRole('link', { name: 'New player' }).click();
  await preview().getByText('Lighthouse Radio').first().waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Front page');
  await page.getByLabel('Background').fill('#203040');
  await expect.poll(background).toContain('rgb(32, 48, 64)');
  await page.getByLabel('State').selectOption('Off air');
  await preview().getByText('Off air').first().waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await stored()).toEqual([]);
  await page.getByRole('button', { name: 'Create player' }).click();
  await page.getByRole('heading', { name: 'Front page' }).waitFor();
  expect(await stored()).toMatchObject([{ name: 'Front page', colours: { background: '#203040' } }]);
});

it('gives the code to copy, and saves changes under the same code', async () => {
  const [player] = await stored();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByText('Copied!').waitFor();
  expect(await copied()).toBe(player!.code.script);
  await page.getByRole('tab', { name: 'WordPress' }).click();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.poll(copied).toBe(player!.code.link);
  await page.getByRole('textbox', { name: 'Websites' }).fill('https://Harbour.example/listen');
  await page.keyboard.press('Enter');
  await page.getByText('harbour.example', { exact: true }).waitFor();
  await page.getByRole('radio', { name: 'Sticky' }).click();
  await page.getByRole('link', { name: 'Players', exact: true }).first().click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Player saved.').waitFor();
  expect(await stored()).toMatchObject([
    {
      key: player!.key,
      variant: 'sticky',
      domains: ['harbour.example'],
      revision: 2,
      code: { link: player!.code.link, script: expect.stringContaining(`data-player="${player!.key}"`) as string },
    },
  ]);
  expect(await violations(page)).toEqual([]);
  await saveScreenshots(page, page.url(), 'player-edit');
});

it('shows how often the player is seen, and on which websites', async () => {
  const [player] = await stored();
  for (const e of ['load', 'load', 'view']) {
    const body = JSON.stringify({ e, s: at.station, h: 'harbour.example', ms: 0 });
    await fetch(player!.urls.embed + '/count', { method: 'POST', body });
  }
  await page.getByRole('navigation', { name: 'Player' }).getByRole('link', { name: 'Numbers' }).click();
  const statsOf = async () => {
    // From yesterday, as midnight may pass.
    const [from_date = '', to_date = ''] = [dayMs, 0].map((ms) => new Date(Date.now() - ms).toISOString().slice(0, 10));
    const query = { from_date, to_date };
    const params = { id: at.account, playerKey: player!.key, type: 'period' as const };
    return (await at.call(players.stats, { params, query })).period_stats.stats.loads;
  };
  await expect.poll(statsOf).toBe(2);
  await page.reload();
  await page.getByRole('button', { name: 'harbour.example' }).click();
  await page.getByText('Only harbour.example').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'All websites' }).click();
  const refused = {
    'csp-report': { 'effective-directive': 'frame-ancestors', 'blocked-uri': 'https://copy.example/' },
  };
  await fetch(`${player!.urls.embed}/refused`, { method: 'POST', body: JSON.stringify(refused) });
  await expect
    .poll(async () => {
      await page.reload();
      await waitUntilSettled(page);
      return page.getByRole('button', { name: 'Allow copy.example' }).count();
    })
    .toBe(1);
  await saveScreenshots(page, page.url(), 'player-numbers');
  await page.getByRole('button', { name: 'Allow copy.example' }).click();
  await page.getByText('Allowed', { exact: true }).waitFor();
  expect((await stored())[0]?.domains).toEqual(['harbour.example', 'copy.example']);
  await page.getByRole('navigation', { name: 'Player' }).getByRole('link', { name: 'Player' }).click();
});

it('deletes a player, and restores it', async () => {
  await navigate(page, list());
  await page.getByRole('link', { name: 'Front page' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await saveScreenshots(page, list(), 'players');
  await page.getByRole('button', { name: 'Actions for Front page' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText('“Front page” deleted.').waitFor();
  await expect.poll(stored).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Player restored.').waitFor();
  expect(await stored()).toHaveLength(1);
});

it('makes a player of chosen episodes, in their order', async () => {
  const { podcastKey, episodeKey } = await createPodcast(at);
  const first = episodeKey as EpisodeKey;
  // Without audio yet: visitors don't see it, the builder does.
  const params = { podcastKey: podcastKey as PodcastKey };
  const { key: second } = await at.call(episodes.create, { params, body: { title: 'Of cups' } });
  await show(page, `${list()}/create`);
  await page.getByLabel('Name', { exact: true }).fill('Best of tea');
  await page.getByLabel('Plays', { exact: true }).selectOption('Chosen episodes');
  const choose = async (label: string, option: string): Promise<void> => {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option }).click();
  };
  await choose('Podcast to add from', 'Tea and Talk');
  await choose('Add an episode', 'Of kettles');
  await choose('Add an episode', 'Of cups');
  const chosen = page.getByRole('list', { name: 'Episodes of the player' });
  await chosen.getByRole('button', { name: 'Move Of cups up' }).click();
  expect((await chosen.getByRole('listitem').allInnerTexts()).map((text) => text.trim())).toEqual([
    'Of cups',
    'Of kettles',
  ]);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create player' }).click();
  await page.getByRole('heading', { name: 'Best of tea' }).waitFor();
  const made = (await stored()).find(({ name }) => name === 'Best of tea');
  expect(made).toMatchObject({ kind: 'playlist', episodes: [{ key: second }, { key: first }] });
  await preview().getByText('Of kettles').first().waitFor();
  await saveScreenshots(page, page.url(), 'player-episodes-builder');
});

it('lists where players are heard, and how often day by day', async () => {
  const made = (await stored()).find(({ name }) => name === 'Best of tea');
  for (const [e, ms] of [
    ['play', 0],
    ['listen', 60_000],
  ] as const) {
    const body = JSON.stringify({ e, s: '', h: 'harbour.example', ms });
    await fetch(`${made!.urls.embed}/count`, { method: 'POST', body });
  }
  const recent = async () => (await stored()).find(({ key }) => key === made!.key)?.stats_30d;
  await expect.poll(recent, { timeout: 60_000 }).toMatchObject({ plays: 1, top_sites: ['harbour.example'] });
  await show(page, list());
  await page.reload();
  const row = page.getByRole('row', { name: /Best of tea/ });
  await row.getByRole('img', { name: 'Plays of Best of tea by day: at most 1' }).waitFor();
  await row.getByText('harbour.example').waitFor();
  expect(await violations(page)).toEqual([]);
  await saveScreenshots(page, list(), 'players-heard');
});

it("changes the station's own player on its Widget page", async () => {
  const widget = `${product.url}${at.stationPath}/widget/player`;
  await show(page, widget);
  await preview().getByText('Lighthouse Radio').first().waitFor();
  await page.getByLabel('Theme').selectOption('Dark');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Player saved.').first().waitFor();
  const own = await at.call(players.ofStation, { params: { id: at.station } });
  expect(own).toMatchObject({ theme: 'dark', revision: 2, station_key: at.station });
  expect(await violations(page)).toEqual([]);
  await saveScreenshots(page, widget, 'widget');
  expect(problems()).toEqual([]);
});
