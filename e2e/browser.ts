import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium } from '#server/testing/chromium.ts';
import { tokensByForms } from '../tools/demo/browser-sign-in.ts';

/**
 * Debian's headless Chromium, without background networking; audio may autoplay. Most pages live too briefly for
 * optimized code and concurrent collections to pay off: 15 % less CPU time (measured). For a page of hundreds of audits
 * Maglev's code pays off (22 % less), Turbofan's does not. Each test process has one of a kind, which its files use one after
 * another: `close` closes what this file opened. It ends with the process.
 */
export const launch = async (pages: Pages = 'brief', args: readonly string[] = []): Promise<Browser> => {
  const kind = [pages, ...args].join(' ');
  const starting = running.get(kind) ?? start(kind, pages, args);
  running.set(kind, starting);
  starting.catch(() => running.delete(kind));
  return ofOneFile(await starting);
};

type Pages = 'brief' | 'long-lived';
const open = new Set<BrowserContext>();
const running = new Map<string, Promise<Browser>>();

const start = async (kind: string, pages: Pages, args: readonly string[]): Promise<Browser> => {
  const browser = await launchChromium([
    `--js-flags=--no-turbofan ${pages === 'brief' ? '--no-maglev ' : ''}--single-threaded-gc --min-semi-space-size=16`,
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--autoplay-policy=no-user-gesture-required',
    `--crash-dumps-dir=${await mkdtemp(join(tmpdir(), 'skywave-chromium-'))}`,
    ...args,
  ]);
  // One that crashed fails its file, not those after it.
  browser.once('disconnected', () => running.delete(kind));
  return browser;
};

/** The same browser, whose `close` closes only the windows that were opened by it. */
const ofOneFile = (browser: Browser): Browser => {
  const windows: BrowserContext[] = [];
  const own = Object.create(browser) as Browser;
  own.newContext = async (options) => {
    const window = await browser.newContext(options);
    windows.push(window);
    await window.addInitScript(withoutBlur);
    open.add(window);
    window.once('close', () => open.delete(window));
    return window;
  };
  own.close = async () => void (await Promise.all(windows.splice(0).map((window) => window.close())));
  return own;
};

/**
 * Runs in each page: without a GPU every frame blurs again what the portal's header covers, which takes three quarters of the drawing: 9 % of
 * the processor time of `accounts.test.ts`, 17 % of that of `relays.test.ts`.
 */
const withoutBlur = (): void => {
  const styles = new CSSStyleSheet();
  styles.replaceSync('* { backdrop-filter: none !important }');
  document.adoptedStyleSheets.push(styles);
};

/** The URL and the text of every open page, so that a failed wait tells what was there instead. */
export const openPages = (): Promise<string[]> => {
  const pages = [...open].flatMap((window) => window.pages()).filter((page) => page.url() !== 'about:blank');
  return Promise.all(
    pages.map(async (page) => {
      const text = await page
        .locator('body')
        .innerText({ timeout: 5000 })
        .catch((error: unknown) => String(error));
      return `${page.url()}\n${text.replaceAll(/\n+/g, ' · ').slice(0, 4000)}`;
    }),
  );
};

/**
 * Collects the unexpected errors of a page: script errors, CSP violations, answers of 500 and above, unknown fields.
 */
export const collectErrors = (page: Page): (() => string[]) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(`script: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 500) errors.push(`${response.status()} ${response.url()}`);
    if (response.status() === 400)
      void response.text().then(
        (text) => text.includes('Unknown field.') && errors.push(`${response.url()}: ${text}`),
        () => undefined,
      );
  });
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|Refused to/.test(message.text()))
      errors.push(`${page.url()}: ${message.text()}`);
  });
  return () => errors;
};

/**
 * Opens a URL that may redirect to the sign-in before it has loaded, which a plain `goto` would report as a failure.
 */
export const visit = async (page: Page, url: string): Promise<void> => {
  await page.goto(url, { waitUntil: 'commit' });
};

/** Signs in on the identity provider's page as a user does, and waits for the portal. */
export const signIn = async (page: Page, url: string, person: { email: string; password: string }): Promise<void> => {
  await visit(page, url);
  await page.getByLabel(/e-?mail/i).fill(person.email);
  await page.getByLabel(/^password/i).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((at) => !at.pathname.startsWith('/realms/') && !at.search.includes('code='));
  await page.getByRole('navigation').first().waitFor();
};

/**
 * Opens a URL signed in: as `signIn`, but the forms are sent without the browser, which would load the portal twice for
 * them (two seconds of CPU). Tests of the sign-in itself use `signIn`.
 */
export const openSignedIn = async (
  page: Page,
  url: string,
  { email, password }: { email: string; password: string },
): Promise<void> => {
  const { origin, hostname: domain } = new URL(url);
  const { issuer, client_id, tokens, cookies } = await tokensByForms(origin, email, password);
  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, domain, httpOnly: true, sameSite: 'Lax' })));
  // As the portal's page stores them (`web/lib/session.ts`).
  const { expires_in = 0, id_token = '', ...rest } = tokens;
  const profile = JSON.parse(Buffer.from(id_token.split('.')[1] ?? '', 'base64url').toString()) as object;
  const user = {
    ...rest,
    id_token,
    token_type: 'Bearer',
    profile,
    expires_at: Math.floor(Date.now() / 1000) + expires_in,
  };
  await page.goto(`${origin}/v1/config`);
  await page.evaluate(([name, value]) => localStorage.setItem(name, value), [
    `session.user:${issuer}:${client_id}`,
    JSON.stringify(user),
  ] as const);
  await page.goto(url);
  await page.getByRole('navigation').first().waitFor();
};

/** Default time to wait for something in a page: a busy machine may stall for a while. */
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
    // Without a GPU, animations would take CPU time from the tests.
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(patienceMs);
  return context;
};
