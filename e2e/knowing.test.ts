import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analytics } from '#contract/api/analytics.ts';
import { people } from '#contract/api/people.ts';
import { session } from '#contract/api/session.ts';
import { sharedLinks } from '#contract/api/shared-links.ts';
import { stations } from '#contract/api/stations.ts';
import { abbreviate } from '#web/lib/format.ts';
import { dayMs } from '#contract/rules/time.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { insertListening } from './listening.ts';
import { show, violations, waitUntilSettled } from './page.ts';
import type { Product } from './product.ts';
import { emailTextsTo, register } from './registered-users.ts';
import { saveScreenshots } from './screenshots.ts';
import { sharedProduct } from './shared-product.ts';
import { createTestStation, type TestStation } from './test-station.ts';

/* From a number to the answer: filters, links for people without an account, annotations, the palette; and a person's page. */

const shots = process.env['SHOTS'];
let product: Product;
let browser: Browser;
let at: TestStation;
let page: Page;
let pageErrors: () => string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  await at.call(stations.create, { params: { id: at.account }, body: { name: 'Fog Horn Radio' } });
  await insertListening(product, { ...at, audience: 14, days: 16, untilAge: 0 });
  page = await (await openWindow(browser)).newPage();
  pageErrors = collectErrors(page);
  await openSignedIn(page, product.url, product.admin);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const streaming = (): string => `${product.url}${at.accountPath}/analytics/streaming`;
const region = (name: string, on = page) => on.getByRole('region', { name, exact: true });
const stat = (label: string, on = page) =>
  on
    .locator('#root')
    .getByRole('button', { name: `${label}:` })
    .locator('xpath=../../..');
const dialog = () => page.getByRole('dialog');
const takeScreenshots = (path: string, name: string, act?: () => Promise<void>): Promise<void> =>
  saveScreenshots(page, `${product.url}${path}`, name, act);
/** The page of a link has no preferences: it follows the system. */
const photograph = async (visitor: Page, name: string): Promise<void> => {
  if (shots === undefined) return;
  for (const width of [1440, 768, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      await visitor.setViewportSize({ width, height: 900 });
      await visitor.emulateMedia({ colorScheme });
      await visitor.screenshot({ path: join(shots, `${name}-${String(width)}-${colorScheme}.png`), fullPage: true });
    }
};
const dateOf = (age: number): string => new Date(Date.now() - age * dayMs).toISOString().slice(0, 10);
const sessionsOf = async (filter: object): Promise<string> => {
  const query = { from_date: dateOf(6), to_date: dateOf(0), frequency: 'day' as const, ...filter };
  const { period_stats } = await at.call(analytics.account, { params: { id: at.account, type: 'period' }, query });
  return abbreviate(period_stats.stats.connections);
};

describe('streaming analytics', () => {
  it('shows the last seven days, with the change since the seven before up to the same time', async () => {
    await show(page, streaming());
    expect(await page.getByLabel('Period', { exact: true }).inputValue()).toBe('last7days');
    await page.getByText(/compared with .* up to the same time/).waitFor();
    for (const label of ['Peak', 'Sessions', 'Unique listeners', 'Listening'])
      expect(await stat(label).innerText()).toMatch(/[▲▼] [\d.]+%|no change/);
    await takeScreenshots(`${at.accountPath}/analytics/streaming`, 'last7days');
  });

  it('filters everything by a click on a country, and further by a device', async () => {
    await show(page, streaming());
    await region('Locations').getByRole('button', { name: 'Germany', exact: true }).click();
    await page.waitForURL(/country=DE/);
    await page.getByRole('group', { name: 'Filters' }).getByText('Country: Germany').waitFor();
    await expect.poll(() => stat('Sessions').innerText()).toContain(await sessionsOf({ country: 'DE' }));
    await region('Devices & players').getByText('Players', { exact: true }).click();
    await page.waitForURL(/devices=player/);
    const player = region('Devices & players').locator('tbody tr').first().getByRole('button').first();
    const name = await player.innerText();
    await player.click();
    await expect.poll(() => stat('Sessions').innerText()).toContain(await sessionsOf({ country: 'DE', player: name }));
    expect(await violations(page)).toEqual([]);
  });

  it('has the whole view in its URL', async () => {
    await region('Devices & players').getByRole('button', { name: 'Uniques' }).first().click();
    await page.waitForURL(/tables=/);
    const shown = await region('Devices & players').locator('tbody').innerText();
    const url = page.url();
    await show(page, `${product.url}${at.accountPath}`);
    await show(page, url);
    await expect.poll(() => region('Devices & players').locator('tbody').innerText()).toBe(shown);
    await page.getByRole('group', { name: 'Filters' }).getByText('Country: Germany').waitFor();
    await takeScreenshots(url.slice(product.url.length), 'filtered');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => page.url()).not.toMatch(/country=/);
  });

  it('keeps annotations in its charts', async () => {
    await show(page, streaming());
    await region('Listeners').getByRole('button', { name: 'Annotations' }).click();
    await dialog().getByLabel('Day').fill(dateOf(3));
    await dialog().getByLabel('Text').fill('Campaign began');
    await dialog().getByRole('button', { name: 'Add' }).click();
    await dialog().getByText('Whole account').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await region('Listeners')
      .getByText(/Campaign began/)
      .first()
      .waitFor();
    await region('Listeners').getByRole('button', { name: 'Annotations' }).click();
    await dialog().getByRole('button', { name: 'Change Campaign began' }).click();
    await dialog().getByLabel('Text').fill('Campaign ended');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByText('Campaign ended').waitFor();
    await dialog().getByRole('button', { name: 'Delete Campaign ended' }).click();
    await expect.poll(() => dialog().getByText('Campaign ended').count()).toBe(0);
    await page.keyboard.press('Escape');
  });
});

describe('a shared link', () => {
  let url: string;
  let visitor: Page;

  it('shows the view to someone without an account, and filters nothing', async () => {
    await show(page, `${streaming()}?country=DE`);
    await page.locator('#content').getByRole('button', { name: 'Views', exact: true }).click();
    await page.getByRole('menu', { name: 'Saved views' }).getByText('Share a link').click();
    await dialog().getByLabel('Name').fill('Germany for the board');
    await dialog().getByLabel('Valid for').selectOption('7 days');
    await dialog().getByRole('button', { name: 'Create link' }).click();
    await dialog().getByText('Link created').waitFor();
    expect(await violations(page)).toEqual([]);
    url = await dialog().locator('code').innerText();
    await dialog().getByRole('button', { name: 'Done' }).click();

    visitor = await (await openWindow(browser)).newPage();
    const response = await visitor.goto(url);
    expect(response?.headers()).toMatchObject({
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    });
    await visitor.getByRole('heading', { name: 'Germany for the board', level: 1 }).waitFor();
    expect(await stat('Sessions', visitor).innerText()).toContain(await sessionsOf({ country: 'DE' }));
    expect(await visitor.getByRole('button', { name: /^Remove filter/ }).count()).toBe(0);
    await region('Locations', visitor).getByText('Germany', { exact: true }).waitFor();
    expect(await region('Locations', visitor).getByRole('button', { name: 'Germany' }).count()).toBe(0);
    await waitUntilSettled(visitor);
    expect(await violations(visitor)).toEqual([]);
    await photograph(visitor, 'shared');
  });

  it('is listed with the reports, and shows nothing once it is revoked', async () => {
    await show(page, `${product.url}${at.accountPath}/analytics/reports`);
    await region('Shared links').getByText('Germany for the board').waitFor();
    await takeScreenshots(`${at.accountPath}/analytics/reports`, 'links');
    await region('Shared links').getByRole('button', { name: 'Revoke Germany for the board' }).click();
    await dialog().getByRole('button', { name: 'Revoke' }).click();
    await region('Shared links').getByText('Revoked').waitFor();
    expect(await violations(page)).toEqual([]);
    const [link] = await at.call(sharedLinks.listOfAccount, { params: { id: at.account } });
    expect(link).toMatchObject({ state: 'revoked', opened: expect.any(Number) });
    await visitor.goto(url);
    await visitor.getByRole('heading', { name: 'Link not valid' }).waitFor();
    await visitor.context().close();
  });
});

describe('the palette', () => {
  const ask = async (text: string): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder(/^Search/).fill(text);
  };

  it('answers “yesterday in Berlin” with the keyboard alone', async () => {
    await show(page, `${product.url}${at.stationPath}`);
    await ask('yesterday in Berl');
    await page.getByRole('button', { name: /Yesterday: Berlin/ }).waitFor();
    await takeScreenshots(at.stationPath, 'palette', async () => {
      await ask('yesterday in Berl');
      await page.getByRole('button', { name: /Yesterday: Berlin/ }).waitFor();
    });
    await show(page, `${product.url}${at.stationPath}`);
    await ask('yesterday in Berl');
    await page.getByRole('button', { name: /Yesterday: Berlin/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/analytics\?period=yesterday&city=DE/);
    await page
      .getByRole('group', { name: 'Filters' })
      .getByText(/City: Berlin/)
      .waitFor();
  });

  it('finds each tab and setting of the station, and people', async () => {
    for (const [text, name, url] of [
      ['playback log', /^Playback log/, /autodj\/log/],
      ['burst', /Burst buffer/, /settings\/stream#radio_server_settings\.burst/],
    ] as const) {
      await show(page, `${product.url}${at.stationPath}`);
      await ask(text);
      await page.getByRole('button', { name }).first().waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL(url);
    }
    await ask('How to delete');
    await page.getByRole('button', { name: /How to delete a station/ }).waitFor();
    await page.keyboard.press('Escape');
  });
});

describe('a person’s page', () => {
  it('lets an administrator see the portal as the person, who is told', async () => {
    const member = await register(product, 'lena.lamp@example.com');
    // Users exist from their first call on.
    await member.call(session.me, {});
    await at.call(people.inviteToAccount, {
      params: { id: at.account, role: 'admin' },
      query: { email: member.email },
      body: {},
    });
    await show(page, `${product.url}/portal/people?tab=everybody&search=lena.lamp`);
    await page
      .getByRole('row', { name: /lena\.lamp/ })
      .getByRole('link')
      .click();
    await page.waitForURL(/portal\/people\/[0-9a-f-]{36}/);
    await region('Invitations').getByText('Harbour Lights').waitFor();
    await region('Invitations').getByRole('button', { name: /again/ }).click();
    await page.getByText('Invitation sent.').waitFor();
    await region('Sessions').waitFor();
    expect(await violations(page)).toEqual([]);
    await takeScreenshots(new URL(page.url()).pathname, 'person');
    await page.getByRole('button', { name: 'See as', exact: true }).click();
    await dialog().getByLabel('Reason').fill('Ticket 12');
    expect(await violations(page)).toEqual([]);
    await dialog()
      .getByRole('button', { name: /^See as/ })
      .click();
    await page.getByText(/You see the portal as/).waitFor();
    expect(await page.getByRole('link', { name: 'Portal analytics' }).count()).toBe(0);
    await expect
      .poll(async () => (await emailTextsTo(product, member.email)).join(' '), { timeout: 60_000 })
      .toContain('Ticket 12');
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.waitForURL(/portal\/people/);
    await expect.poll(() => page.getByText(/You see the portal as/).count()).toBe(0);
  });
});

it('logs no errors in the browser', () => {
  expect(pageErrors()).toEqual([]);
});
