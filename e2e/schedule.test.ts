import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { playlists, type NewPlaylist } from '#contract/api/playlists.ts';
import { collectErrors, launch, openSignedIn, openWindow } from './browser.ts';
import { show, violations } from './page.ts';
import type { Product } from './product.ts';
import { saveScreenshots } from './screenshots.ts';
import { sharedProduct } from './shared-product.ts';
import { createTestStation, type TestStation } from './test-station.ts';

/* The week's calendar of playlists: what a person drags stays theirs, whatever arrives from the server meanwhile. */

let product: Product;
let browser: Browser;
let page: Page;
let at: TestStation;
let pageErrors: () => string[];
let url: string;

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  await addPlaylist('Night Shift', [{ days: [6], from: 1320, to: 120 }]);
  await addPlaylist('Breakfast', [{ days: [6], from: 390, to: 600 }]);
  url = `${product.url}${at.stationPath}/autodj/schedule`;
  page = await (await openWindow(browser)).newPage();
  pageErrors = collectErrors(page);
  await openSignedIn(page, product.url, product.admin);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const params = () => ({ params: { key: at.station } });
const addPlaylist = (name: string, hours: NewPlaylist['hours']) =>
  at.call(playlists.addPlaylist, {
    ...params(),
    body: {
      ...{ name, hours, weight: 1, enabled: true, shuffle: true, exclusive: true },
      ...{ content: 'tags', tracks: [], tags: ['calm'], match: 'any' },
    },
  });
const savedHours = async () => {
  const rows = (await at.call(playlists.playlists, params())).playlists;
  return Object.fromEntries(rows.map(({ name, hours }) => [name, hours]));
};
const block = (name: string): Locator =>
  page.getByRole('group', { name: 'Week' }).getByRole('button', { name, exact: true });
const save = async (): Promise<void> => {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
};
/** The middle of a block, and how far an hour and a day are. */
const measure = async (name: string) => {
  const { x, y, width, height } = (await block(name).boundingBox())!;
  const column = (await page.locator('[data-column]').first().boundingBox())!;
  return { x: x + width / 2, y: y + height / 2, hour: column.height / 24, day: column.width };
};
/** Asks again for everything on the page, as after the window was in the background. */
const refetch = (): Promise<void> =>
  page.evaluate(async () => {
    const { __TSR_ROUTER__: router } = window as unknown as {
      __TSR_ROUTER__: { options: { context: { queries: { invalidateQueries(): Promise<void> } } } };
    };
    await router.options.context.queries.invalidateQueries();
  });

it('drags hours while the page has other work to do, and moves them by keys, which keep the focus', async () => {
  await show(page, url);
  await block('Saturday: Breakfast, 6:30 AM–10:00 AM').scrollIntoViewIfNeeded();
  const { x, y, hour } = await measure('Saturday: Breakfast, 6:30 AM–10:00 AM');
  await page.mouse.move(x, y);
  // All of the drag waits for the page.
  await page.evaluate(() => {
    setTimeout(() => {
      const end = performance.now() + 400;
      while (performance.now() < end);
    });
  });
  await Promise.all([page.mouse.down(), page.mouse.move(x - 2, y + hour * 2), page.mouse.up()]);
  await block('Saturday: Breakfast, 8:30 AM–12:00 PM').waitFor();
  await block('Saturday: Breakfast, 8:30 AM–12:00 PM').focus();
  for (const key of ['ArrowLeft', 'Shift+ArrowDown']) await page.keyboard.press(key);
  await block('Friday: Breakfast, 8:30 AM–12:15 PM').waitFor();
  await block('Saturday: Night Shift, 10:00 PM–2:00 AM, past midnight').focus();
  const fields = page.getByRole('region', { name: 'Selected hours of Night Shift' });
  await fields.getByLabel('To', { exact: true }).fill('03:20');
  expect(await violations(page)).toEqual([]);
  await save();
  await page.getByText('Schedule saved.').waitFor();
  expect(await savedHours()).toEqual({
    'Night Shift': [{ days: [6], from: 1320, to: 200 }],
    Breakfast: [{ days: [5], from: 510, to: 735 }],
  });
  await saveScreenshots(page, url, 'schedule');
});

it('keeps a drag and what is unsaved when the hours that others changed arrive', async () => {
  await show(page, url);
  const { x, y, hour, day } = await measure('Friday: Breakfast, 8:30 AM–12:15 PM');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - day * 2, y + hour, { steps: 3 });
  await addPlaylist('Charts', [{ days: [1], from: 600, to: 720 }]);
  await refetch();
  await block('Monday: Charts, 10:00 AM–12:00 PM').waitFor();
  await page.mouse.move(x - day * 2, y + hour * 2, { steps: 3 });
  await page.mouse.up();
  await block('Wednesday: Breakfast, 10:30 AM–2:15 PM').waitFor();
  const { playlists: rows } = await at.call(playlists.playlists, params());
  const [night] = rows.filter(({ name }) => name === 'Night Shift');
  await at.call(playlists.setPlaylistHours, {
    ...params(),
    body: { playlists: [{ id: night!.id, hours: [{ days: [7], from: 0, to: 60 }] }] },
  });
  await refetch();
  await block('Wednesday: Breakfast, 10:30 AM–2:15 PM').waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  await block('Sunday: Night Shift, 12:00 AM–1:00 AM').waitFor();
  await block('Friday: Breakfast, 8:30 AM–12:15 PM').waitFor();
});

it('leaves unsaved what is dragged while the hours before are being saved', async () => {
  let answer = (): void => undefined;
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/playlist_hours', async (route) => {
    await isAnswered;
    await route.continue();
  });
  await block('Friday: Breakfast, 8:30 AM–12:15 PM').press('ArrowLeft');
  await save();
  const { x, y, hour } = await measure('Thursday: Breakfast, 8:30 AM–12:15 PM');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + hour * 3, { steps: 3 });
  answer();
  await page.getByText('Schedule saved.').last().waitFor();
  await page.mouse.up();
  await block('Thursday: Breakfast, 11:30 AM–3:15 PM').waitFor();
  await page.unroute('**/playlist_hours');
  expect((await savedHours())['Breakfast']).toEqual([{ days: [4], from: 510, to: 735 }]);
  await save();
  await expect.poll(async () => (await savedHours())['Breakfast']).toEqual([{ days: [4], from: 690, to: 915 }]);
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  expect(pageErrors()).toEqual([]);
});
