import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { people } from '#contract/api/people.ts';
import { playoutAir } from '#contract/api/playout-air.ts';
import { session } from '#contract/api/session.ts';
import { stations } from '#contract/api/stations.ts';
import { dayMs } from '#contract/rules/time.ts';
import type { Brand } from '#contract/rules/brand.ts';
import { openWindow } from './browser.ts';
import { goLive } from './encoder.ts';
import { listen } from './listener.ts';
import { show, waitUntilSettled } from './page.ts';
import type { Product } from './product.ts';
import { outOfReach } from './reach.ts';
import { register } from './registered-users.ts';
import type { TestStation } from './test-station.ts';
import { decode, toneOrder, toneRanges } from './tones.ts';

/* The daily work of a station and of the portal on a phone and a tablet, in any brand; each screen is looked at in both widths. */

const shots = process.env['SHOTS'];
const phone = { width: 390, height: 844 };
const tablet = { width: 768, height: 1024 };

/** The tones of a station's tracks, as `addTracks` makes them. */
export const trackTitles = ['Alpha', 'Bravo'] as const;
const trackTones = [300, 410] as const;

/** Arguments of a Chromium with a microphone that nobody has to allow. */
export const fakeMicrophone = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

export type Walk = {
  brand: Brand;
  product: Product;
  browser: Browser;
  page: Page;
  at: TestStation;
  /** What was out of reach, by screen and width. */
  problems: string[];
};

/** Looks at the page as it is, in both widths: notes what is out of reach, and with `SHOTS` saves screenshots. */
const look = async (
  { brand, page, problems }: Pick<Walk, 'brand' | 'page' | 'problems'>,
  name: string,
): Promise<void> => {
  for (const size of [tablet, phone]) {
    await page.setViewportSize(size);
    let found = await outOfReach(page);
    for (let tries = 0; tries < 10 && found.length > 0; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      found = await outOfReach(page);
    }
    problems.push(...found.map((problem) => `${name} at ${String(size.width)}: ${problem}`));
    if (shots === undefined) continue;
    const path = join(shots, `${brand.id}-${name}-${String(size.width)}.png`);
    const isCovered = (await page.getByRole('dialog').count()) > 0;
    await page.screenshot({ path, fullPage: !isCovered });
  }
};

const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const dialog = (page: Page): Locator => page.getByRole('dialog');
const dateOf = (age: number): string => new Date(Date.now() - age * dayMs).toISOString().slice(0, 10);

/** From the numbers of the week to one country, a link to it, a note, one city by search, and single sessions. */
export const walkKnowing = async (walk: Walk): Promise<void> => {
  const { page, product, browser, at } = walk;
  await show(page, `${product.url}${at.accountPath}/analytics/streaming`);
  await page.getByText(/compared with .* up to the same time/).waitFor();
  await look(walk, 'streaming');
  await region(page, 'Locations').getByRole('button', { name: 'Germany', exact: true }).click();
  await page.waitForURL(/country=DE/);
  await page.getByRole('group', { name: 'Filters' }).getByText('Country: Germany').waitFor();
  await waitUntilSettled(page);
  await look(walk, 'filtered');

  await page.locator('#content').getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('menu', { name: 'Saved views' }).getByText('Share a link').click();
  await dialog(page).getByLabel('Name').fill('Germany for the board');
  await look(walk, 'share');
  await dialog(page).getByRole('button', { name: 'Create link' }).click();
  await dialog(page).getByText('Link created').waitFor();
  const url = await dialog(page).locator('code').innerText();
  await look(walk, 'shared-link');
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  const visitor = await (await openWindow(browser, phone.width)).newPage();
  await visitor.goto(url);
  await visitor.getByRole('heading', { name: 'Germany for the board', level: 1 }).waitFor();
  await waitUntilSettled(visitor);
  expect(await visitor.title()).toContain(walk.brand.name);
  await look({ ...walk, page: visitor }, 'visitor');
  await visitor.context().close();

  await region(page, 'Listeners').getByRole('button', { name: 'Annotations' }).click();
  await dialog(page).getByLabel('Day').fill(dateOf(3));
  await dialog(page).getByLabel('Text').fill('Campaign began');
  await dialog(page).getByRole('button', { name: 'Add' }).click();
  await dialog(page).getByText('Whole account').waitFor();
  await look(walk, 'annotations');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Search or go to' }).click();
  await page.getByPlaceholder(/^Search/).fill('yesterday in Berl');
  await page.getByRole('button', { name: /Yesterday: Berlin/ }).waitFor();
  await look(walk, 'palette');
  await page.getByRole('button', { name: /Yesterday: Berlin/ }).click();
  await page.waitForURL(/analytics\/?.*period=yesterday&city=DE/);

  await show(page, `${product.url}${at.accountPath}/analytics/raw`);
  await page.getByRole('table').first().getByRole('row').nth(1).waitFor();
  await look(walk, 'raw');
};

/** A track that is queued and skipped to, which listeners hear; the end after a track; and an encoder that is disconnected. */
export const walkAir = async (walk: Walk): Promise<void> => {
  const { page, product, at } = walk;
  const params = { params: { key: at.station } };
  const live = () => at.call(stations.live, params);
  const plays = (title: string) => expect.poll(async () => (await live()).track?.title).toBe(title);
  await expect.poll(async () => (await live()).source).toBe('autodj');
  const before = (await live()).track!;
  const isFirst = before.title !== trackTitles[0];
  const other = trackTitles[isFirst ? 1 : 0];
  // From its beginning, the first one lasts until the other is queued.
  await at.call(playoutAir.skip, { ...params, body: { track: before.key } });
  await plays(trackTitles[isFirst ? 0 : 1]);
  const { icecast } = await at.call(stations.encoder, params);
  const mount = icecast.mount.replace(/^\//, '');
  const panel = region(page, 'On the air');
  const listener = await listen(`${product.streamUrl}/${mount}`);
  await expect.poll(() => listener.received().audio.length).toBeGreaterThan(40_000);
  await show(page, `${product.url}${at.stationPath}`);
  await panel.getByRole('button', { name: 'Queue a track', exact: true }).click();
  await dialog(page).getByLabel('Search library').fill(other);
  await dialog(page)
    .getByRole('button', { name: `Play ${other} next` })
    .waitFor();
  await look(walk, 'queue');
  await dialog(page)
    .getByRole('button', { name: `Play ${other} next` })
    .click();
  await page.keyboard.press('Escape');
  await panel.getByText(new RegExp(`^${other}.*queued by`)).waitFor();
  await look(walk, 'station');
  await panel.getByRole('button', { name: 'Skip', exact: true }).click();
  await plays(other);
  const heard = async () => toneOrder(toneRanges(await decode(listener.received().audio), trackTones)).slice(-2);
  await expect.poll(heard, { interval: 1000 }).toEqual(isFirst ? trackTones : trackTones.toReversed());
  listener.leave();
  // The page knows that it plays: what is asked of a track that is over is refused.
  await panel.getByText(new RegExp(`^${other}.*queued by`)).waitFor({ state: 'hidden' });
  await panel.getByText(`The Tones - ${other}`, { exact: true }).waitFor();
  await panel.getByRole('button', { name: 'Stop after this', exact: true }).click();
  await panel.getByText(/^Stops after this track/).waitFor();
  await panel.getByRole('button', { name: 'Cancel stop', exact: true }).click();

  const { password } = await at.call(stations.revealPassword, params);
  const encoder = goLive({ url: `icecast://source:${password}@127.0.0.1:${String(icecast.port)}/${mount}`, hz: 880 });
  await panel.getByRole('button', { name: 'Disconnect encoder for a time' }).click();
  await page.getByRole('menuitem', { name: 'For 10 minutes' }).waitFor();
  await look(walk, 'kick');
  await page.getByRole('menuitem', { name: 'For 10 minutes' }).click();
  await panel.getByText(/^Encoders are refused until/).waitFor();
  await look(walk, 'kicked');
  await panel.getByRole('button', { name: 'Allow again', exact: true }).click();
  await expect.poll(async () => (await live()).air?.barred_until).toBe(null);
  await encoder.stop('kill');
};

/** A presenter with a password, a playlist with hours in the week, and listeners who may request songs. */
export const walkProgramme = async (walk: Walk): Promise<void> => {
  const { page, product, at } = walk;
  await show(page, `${product.url}${at.stationPath}/presenters`);
  await page.getByRole('button', { name: 'Add presenter' }).first().click();
  await dialog(page).getByLabel('Name', { exact: false }).first().fill('Anna Berg');
  await dialog(page).getByLabel('User name').fill('anna');
  await look(walk, 'presenter');
  await dialog(page).getByRole('button', { name: 'Add presenter' }).click();
  await dialog(page).getByText('Copy the password now: it is not shown again.').waitFor();
  await look(walk, 'presenter-password');
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await page.getByRole('listitem', { name: 'Anna Berg' }).getByText('At any time').waitFor();
  await look(walk, 'presenters');

  await show(page, `${product.url}${at.stationPath}/autodj`);
  await page.getByRole('row', { name: /Alpha/ }).waitFor();
  await look(walk, 'playlist');
  const tab = (name: string) =>
    page.getByRole('navigation', { name: walk.brand.wording.AutoDJ }).getByRole('link', { name }).click();
  await tab('Rotation');
  await page.getByRole('button', { name: 'Add playlist' }).click();
  await dialog(page).getByLabel('Name').fill('Night Shift');
  await dialog(page)
    .getByRole('checkbox', { name: /^Alpha/ })
    .check();
  await look(walk, 'playlist-new');
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('row', { name: /Night Shift/ }).waitFor();
  await look(walk, 'rotation');
  await tab('Schedule');
  await page.getByRole('button', { name: 'Add hours' }).click();
  const added = page
    .getByRole('group', { name: 'Week' })
    .getByRole('button', { name: /^Monday: Night Shift, 6:00 AM/ });
  await added.waitFor();
  await look(walk, 'schedule');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Schedule saved.').waitFor();
  await look(walk, 'schedule-saved');
  await walkRequests(walk, tab);
};

/** A song from the station's page, on a listener's phone, to the list of the station's team. */
const walkRequests = async (walk: Walk, tab: (name: string) => Promise<void>): Promise<void> => {
  const { page, product, browser, at } = walk;
  await tab('Requests');
  await page.getByRole('button', { name: 'Take requests' }).click();
  await page.getByText('No requests yet.').waitFor();
  const { pretty_url } = await at.call(stations.update, {
    params: { key: at.station },
    body: { public: true },
  });
  const listener = await (await openWindow(browser, phone.width)).newPage();
  await listener.goto(`${product.url}/radio/${pretty_url}`);
  const form = listener.getByRole('region', { name: 'Request a song' });
  await form.getByLabel('Title or artist').fill('alph');
  await form.getByRole('button', { name: /^Alpha/ }).click();
  await form.getByLabel('Your name (optional)').fill('Lena');
  await look({ ...walk, page: listener }, 'request-form');
  await form.getByRole('button', { name: 'Send request' }).click();
  await form.getByText('The station received your request').waitFor();
  const row = page.getByRole('listitem', { name: 'Alpha' });
  await row.getByRole('button', { name: 'Approve' }).waitFor();
  await look(walk, 'requests');
  await row.getByRole('button', { name: 'Approve' }).click();
  await form.getByText('Your song will play soon.').waitFor();
  await listener.context().close();
};

/** Live from the page, with the microphone that Chromium pretends to have. */
export const walkStudio = async (walk: Walk): Promise<void> => {
  const { page, product, at } = walk;
  await show(page, `${product.url}${at.stationPath}/studio`);
  await look(walk, 'studio-closed');
  await page.getByRole('button', { name: 'Open the studio' }).click();
  await page.getByText('Not sending').waitFor();
  await page.getByRole('button', { name: 'Go live' }).click();
  await page.getByRole('status').getByText('You are on the air').waitFor();
  await look(walk, 'studio');
  await at.call(playoutAir.kick, { params: { key: at.station }, body: {} });
  await page.getByRole('status').getByText('Your broadcast has ended').waitFor();
};

/** A person's page, the portal as they see it, and the inbox with its history. */
export const walkRunning = async (walk: Walk): Promise<void> => {
  const { page, product, brand, at } = walk;
  const name = `lena.${randomBytes(3).toString('hex')}`;
  const member = await register(product, `${name}@${brand.id}.example`);
  await member.call(session.me, {});
  const invitation = { params: { id: at.account, role: 'admin' as const }, query: { email: member.email }, body: {} };
  await at.call(people.inviteToAccount, invitation);
  await show(page, `${product.url}/portal/people?tab=everybody&search=${name}`);
  const link = page.getByRole('row', { name }).getByRole('link');
  await link.waitFor();
  await look(walk, 'people');
  await link.click();
  await page.waitForURL(/portal\/people\/[0-9a-f-]{36}/);
  await region(page, 'Invitations').getByRole('button', { name: /again/ }).waitFor();
  await look(walk, 'person');
  await page.getByRole('button', { name: 'See as', exact: true }).click();
  await dialog(page).getByLabel('Reason').fill('Ticket 12');
  await look(walk, 'see-as');
  await dialog(page)
    .getByRole('button', { name: /^See as/ })
    .click();
  await page.getByText(/You see the portal as/).waitFor();
  await page.getByRole('button', { name: /^Inbox/ }).click();
  await region(page, 'Invitations').or(dialog(page).getByText('Invitations')).first().waitFor();
  await look(walk, 'inbox');
  await dialog(page).getByText('History', { exact: true }).click();
  await dialog(page)
    .getByText(/that have ended are listed here/)
    .waitFor();
  await look(walk, 'inbox-history');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.waitForURL(/portal\/people/);
  await show(page, `${product.url}/profile/settings#emails`);
  await look(walk, 'profile');
};
