import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

/** Debian's headless Chromium, without its calls home; sound may play without a click. */
export const launch = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: '/usr/bin/chromium-headless-shell',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--autoplay-policy=no-user-gesture-required',
      `--crash-dumps-dir=${await mkdtemp(join(tmpdir(), 'skywave-chromium-'))}`,
    ],
  });

/** What went wrong in a page that nobody expected: script errors, answers of 500 and above, bodies with unknown names. */
export const watch = (page: Page): (() => string[]) => {
  const found: string[] = [];
  page.on('pageerror', (error) => found.push(`script: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 500) found.push(`${response.status()} ${response.url()}`);
    if (response.status() === 400)
      void response.text().then(
        (text) => text.includes('Unknown field.') && found.push(`${response.url()}: ${text}`),
        () => undefined,
      );
  });
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|Refused to/.test(message.text()))
      found.push(message.text());
  });
  return () => found;
};

/** Goes to an address that may lead on, to the sign-in, before all of it has come: `goto` would take that for a failure. */
export const visit = async (page: Page, url: string): Promise<void> => {
  await page.goto(url, { waitUntil: 'commit' });
};

/** Goes through the identity provider's page as a person does, and waits for the portal behind it. */
export const signIn = async (page: Page, url: string, person: { email: string; password: string }): Promise<void> => {
  await visit(page, url);
  await page.getByLabel(/e-?mail/i).fill(person.email);
  await page.getByLabel(/^password/i).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((at) => !at.pathname.startsWith('/realms/') && !at.search.includes('code='));
  await page.getByRole('navigation').first().waitFor();
};

/** How long something in a page is waited for unless a test says more: a busy machine may stand still for a while. */
const patienceMs = 60_000;

/** A browser window of a given width, with the system's colour scheme. */
export const openWindow = async (
  browser: Browser,
  width = 1440,
  scheme: 'light' | 'dark' = 'light',
): Promise<BrowserContext> => {
  const context = await browser.newContext({
    viewport: { width, height: width < 500 ? 844 : 900 },
    colorScheme: scheme,
    // Without a graphics processor each frame of what pulses is painted by one that the tests need.
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(patienceMs);
  return context;
};
