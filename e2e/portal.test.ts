import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { portal } from '#contract/api/portal.ts';
import { session } from '#contract/api/session.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { register, type Member } from './registered-users.ts';
import { messages, show } from './page.ts';
import { picture } from './picture.ts';
import { ownProduct } from './own-product.ts';
import type { Product } from './product.ts';
import { createTestStation, type TestStation } from './test-station.ts';

/* The portal area as its administrators use it, and what other users see of it. */

let product: Product;
let browser: Browser;
let at: TestStation;
let admin: Page;
let member: Member;
let memberPage: Page;
let pageErrors: () => string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([ownProduct(), launch()]);
  at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  member = await register(product, 'mia.miller@example.com');
  admin = await (await openWindow(browser)).newPage();
  memberPage = await (await openWindow(browser)).newPage();
  pageErrors = collectErrors(admin);
  await openSignedIn(admin, product.url, product.admin);
  await openSignedIn(memberPage, product.url, member);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const go = (path: string, page = admin): Promise<void> => show(page, product.url + path);
const button = (name: string | RegExp, page = admin) => page.getByRole('button', { name });
const waitForAlert = (text: string | RegExp) => messages(admin, text).first().waitFor();

describe('the dashboard', () => {
  it('shows totals and the newest accounts and stations, and each part’s health with advice', async () => {
    await go('/portal');
    await admin.getByRole('link', { name: 'Harbour Lights', exact: true }).first().waitFor();
    await admin.getByRole('link', { name: 'Harbour Lights Radio' }).first().waitFor();
    const health = admin.getByRole('region', { name: 'Health' });
    for (const part of ['Database', 'Analytics', 'Streaming engine', 'Storage', 'Mail', 'Jobs', 'Sign-in'])
      await health.getByText(part, { exact: true }).waitFor();
    await health.getByText(/SMTP_URL and the mail server/).waitFor();
    await admin.getByRole('progressbar', { name: 'Disk usage' }).waitFor();
    await admin.getByRole('region', { name: 'Failed jobs' }).getByText(/^None/).waitFor();
  });
});

describe('the streaming engines', () => {
  it('shows the only one, and offers nothing that needs another', async () => {
    await go('/portal/engines');
    await admin.getByText('This engine plays all stations.', { exact: false }).waitFor();
    await admin.getByRole('row', { name: /Up .*of 2,200/ }).waitFor();
    expect(await admin.getByRole('button', { name: /^(Drain|Resume)/ }).count()).toBe(0);
  });
});

describe('the lists', () => {
  it('show all accounts and stations, filter them, and link to each', async () => {
    await go('/portal/accounts');
    await admin.getByRole('row', { name: /Harbour Lights/ }).waitFor();
    await go('/portal/stations');
    await admin.getByLabel('Filter stations').selectOption('suspended');
    await admin.getByText('No data Available').waitFor();
    expect(admin.url()).toMatch(/only=suspended/);
    await admin.getByLabel('Filter stations').selectOption('');
    await admin
      .getByRole('link', { name: /Harbour Lights Radio/ })
      .first()
      .click();
    await admin.waitForURL((url) => url.pathname === at.stationPath);
  });

  it('suspend a user, who is refused then, and reactivate them', async () => {
    const other = await register(product, 'otto.other@example.com');
    await other.call(session.me, {});
    await go('/portal/people?tab=everybody');
    await button(/Suspend otto other/i).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
    await button(/Reactivate otto other/i).waitFor();
    await expect
      .poll(
        () =>
          other.call(session.me, {}).then(
            () => 'in',
            () => 'out',
          ),
        { timeout: 60_000 },
      )
      .toBe('out');
    await button(/Reactivate otto other/i).click();
    await button(/Suspend otto other/i).waitFor();
  });
});

describe('the settings', () => {
  it('are saved together; secrets are never shown again', async () => {
    await go('/portal/settings');
    await admin.getByLabel('Support e-mail').fill('not an address');
    await button('Save').click();
    await waitForAlert('Please check inputs and try again.');
    await admin.getByLabel('Support e-mail').fill('help@example.com');
    await admin.getByLabel('Trial days').fill('14');
    await admin.getByLabel('Token', { exact: true }).fill('a secret of the tracker');
    await button('Save').click();
    await waitForAlert('Settings saved.');
    await show(admin, admin.url());
    expect(await admin.getByLabel('Support e-mail').inputValue()).toBe('help@example.com');
    expect(await admin.getByLabel('Token', { exact: true }).inputValue()).not.toContain('secret');
    expect((await at.call(portal.settings, {})).trial_days).toBe(14);
  });

  it('limit the spots in podcasts', async () => {
    await go('/portal/ads-settings');
    await admin.getByLabel('Mid-roll').fill('51');
    await button('Save').click();
    await admin.getByText('At most 50').waitFor();
    await admin.getByLabel('Mid-roll').fill('4');
    await admin.getByLabel('CPM rate').fill('12.50');
    await button('Save').click();
    await waitForAlert('Settings saved.');
    expect(await at.call(portal.podcastAds, {})).toMatchObject({ mid_roll: 4, cpm: 1250 });
  });
});

describe('a notification', () => {
  it('is added, edited and removed', async () => {
    await go('/portal/notifications');
    await button('Add notification').first().click();
    await admin.getByLabel('Title').fill('Maintenance on Sunday');
    await button('Publish').click();
    await admin.getByRole('row', { name: /Maintenance on Sunday/ }).waitFor();
    await button('Edit Maintenance on Sunday').click();
    await admin.getByLabel('Title').fill('Maintenance on Monday');
    await button('Save').click();
    await button('Remove Maintenance on Monday').click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await admin.getByText('No active notifications').waitFor();
  });

  it('is counted in the inbox until it has been read', async () => {
    await at.call(portal.addNotification, { body: { title: 'Maintenance on Sunday', text: 'Streams continue.' } });
    await go('/', memberPage);
    await button(/^Inbox: .* 1 new notification$/, memberPage).click();
    await memberPage.getByRole('dialog', { name: 'Inbox' }).getByText('Streams continue.').waitFor();
    await button('Inbox: nothing new', memberPage).waitFor();
    await memberPage.reload();
    await button('Inbox: nothing new', memberPage).waitFor();
  });

  it('is unread again if one marks it so, and in the history once it has ended', async () => {
    await button('Inbox: nothing new', memberPage).click();
    const inbox = memberPage.getByRole('dialog', { name: 'Inbox' });
    await inbox.getByRole('button', { name: 'Mark as unread: Maintenance on Sunday' }).click();
    await button(/^Inbox: .* 1 new notification$/, memberPage).waitFor();
    const [{ id } = { id: '' }] = await at.call(portal.notifications, {});
    const until = new Date(Date.now() - 60_000).toISOString();
    await at.call(portal.changeNotification, {
      body: { id, title: 'Maintenance on Sunday', text: 'Streams continue.', until },
    });
    await inbox.getByText('No alerts, invitations or notifications.').waitFor();
    await inbox.getByText('History', { exact: true }).click();
    await inbox.getByText('Maintenance on Sunday').waitFor();
    await inbox.getByRole('link', { name: 'E-mail preferences' }).click();
    await memberPage.getByRole('switch', { name: 'Monitoring alerts' }).uncheck();
    await memberPage.getByRole('button', { name: 'Save', exact: true }).click();
    await memberPage.getByText('E-mail notifications saved.').waitFor();
  });
});

describe('a post', () => {
  it('is written with a picture and a preview, and shown to its audience until dismissed', async () => {
    await go('/portal/posts');
    await admin.getByRole('link', { name: 'New post' }).first().click();
    await admin.getByRole('textbox', { name: 'Title' }).fill('Shows can be recorded');
    const text = admin.getByRole('textbox', { name: 'Text' });
    await text.click();
    await button('Bold').click();
    // The editor regains focus a moment after the button was clicked.
    await expect.poll(() => text.evaluate((element) => element === document.activeElement)).toBe(true);
    await admin.keyboard.type('By a schedule');
    await admin
      .locator('input[type=file]')
      .setInputFiles({ name: 'post.png', mimeType: 'image/png', buffer: picture(64) });
    const preview = admin.getByRole('region', { name: 'Preview' });
    await preview.locator('strong', { hasText: 'By a schedule' }).waitFor();
    await preview.locator('img[src^="blob:"]').waitFor();
    await button('Publish').click();
    await admin.getByRole('link', { name: 'Shows can be recorded' }).waitFor();

    await go('/', memberPage);
    const line = memberPage.getByRole('region', { name: 'Portal news' });
    await line.getByRole('button', { name: 'Read “Shows can be recorded”' }).click();
    const post = line.getByRole('article', { name: 'Shows can be recorded' });
    await post.locator('strong', { hasText: 'By a schedule' }).waitFor();
    expect(await post.locator('img').getAttribute('src')).toMatch(/^\/images\/|\/images\//);
    const seenRequest = memberPage.waitForResponse((reply) => reply.url().includes('/users/portal-posts/seen/'));
    await line.getByRole('button', { name: 'Dismiss “Shows can be recorded”' }).click();
    await line.waitFor({ state: 'detached' });
    await seenRequest;
    await go('/', memberPage);
    await memberPage.getByRole('heading', { level: 2 }).first().waitFor();
    expect(await line.count()).toBe(0);
    await go('/portal/posts');
    await expect.poll(() => admin.getByRole('row', { name: /Shows can be recorded/ }).innerText()).toMatch(/\b1\b/);
  });

  it('must end after it starts, and asks before unsaved changes are lost', async () => {
    await go('/portal/posts');
    await admin.getByRole('link', { name: 'Shows can be recorded' }).click();
    await admin.getByLabel('Shown from').fill('2031-05-02T10:00');
    await admin.getByLabel('Shown until').fill('2031-05-01T10:00');
    await button('Save').click();
    await admin.getByText('The end must be after the start.').waitFor();
    await admin.getByRole('link', { name: 'General settings' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await admin.waitForURL(/\/portal\/settings$/);
  });
});

describe('the changelog', () => {
  it('shows users a dot until they have read the new entry', async () => {
    await go('/portal/changelog');
    await button('New entry').first().click();
    const dialog = admin.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Starred pages');
    await dialog.getByRole('textbox', { name: 'Text' }).click();
    await admin.keyboard.type('Keep them at hand.');
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await admin.getByRole('heading', { name: 'Starred pages' }).waitFor();

    await go('/', memberPage);
    await memberPage.getByRole('link', { name: /What’s new.*unread/ }).click();
    await memberPage.getByRole('heading', { name: 'Starred pages' }).waitFor();
    await memberPage.getByRole('link', { name: 'What’s new', exact: true }).waitFor();
  });
});

describe('partners', () => {
  it('are added, edited with a new URL slug, and removed', async () => {
    await go('/portal/partners/create');
    await admin.getByLabel('Name').fill('North Sea Media');
    await admin.getByLabel('URL slug').fill('North Sea');
    await button('Add').click();
    await admin.getByText('Only lower-case letters, digits and dashes.').waitFor();
    await admin.getByLabel('URL slug').fill('north-sea');
    await button('Add').click();
    await admin.getByRole('heading', { level: 1, name: 'North Sea Media' }).waitFor();
    await admin.getByRole('link', { name: 'Edit' }).click();
    await admin.getByLabel('URL slug').fill('north-sea-media');
    await button('Save').click();
    await admin.waitForURL(/\/portal\/partners\/north-sea-media$/);
    await button('Remove').click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await admin.getByText('No partners yet').waitFor();
  });
});

describe('the audit log', () => {
  it('lists who did what, and is searched by whole keys and actions', async () => {
    await go('/portal/audit');
    await admin.getByLabel('User or object').fill(at.account);
    await expect.poll(() => admin.url()).toContain(at.account);
    await admin
      .getByRole('cell', { name: /Create a station/ })
      .first()
      .waitFor();
    await expect.poll(() => admin.getByRole('cell', { name: /Add a partner/ }).count()).toBe(0);
    await admin.getByLabel('Action').fill('nothing.such');
    await admin.getByText('No matching entries').waitFor();
  });

  it('logs no errors in the browser', () => {
    expect(pageErrors()).toEqual([]);
  });
});
