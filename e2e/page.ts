import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

export type Look = { theme: 'light' | 'dark' | 'semi-dark'; direction: 'ltr' | 'rtl' };

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Goes to a screen and waits until it shows what it came for. */
export const open = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await settled(page);
};

/** Goes to a screen within the page that is open, as its links do: without loading the portal again. */
export const walk = async (page: Page, address: string): Promise<void> => {
  const { origin, pathname, search } = new URL(address);
  if (new URL(page.url()).origin !== origin || !(await page.evaluate(() => '__TSR_ROUTER__' in window)))
    return await open(page, address);
  await page.evaluate(async (href) => {
    const { __TSR_ROUTER__: router } = window as unknown as {
      __TSR_ROUTER__: { navigate(to: { href: string }): Promise<void> };
    };
    await router.navigate({ href });
  }, pathname + search);
  await settled(page);
};

/** Waits until the screen has its data: text, and no shape of what is still to come. */
export const settled = async (page: Page): Promise<void> => {
  const isSettled = (): boolean => {
    const content = document.querySelector('#content');
    const waits = document.querySelector(
      '#content [aria-label="Loading"], #content .mantine-Skeleton-root, #content [aria-busy="true"]',
    );
    return content !== null && content.textContent.trim() !== '' && waits === null;
  };
  // By the clock: on a busy machine frames are rare.
  await page.waitForFunction(isSettled, undefined, { polling: 100 });
};

/** Changes how the page looks without loading it again, as another tab's choice does. */
export const wear = async (page: Page, look: Look): Promise<void> => {
  await page.evaluate((to) => {
    // A colour on its way to another one is no colour to judge.
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }');
    document.adoptedStyleSheets = [still];
    localStorage.setItem('preferences', JSON.stringify({ ...to, volume: 0.8 }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'preferences' }));
  }, look);
  await page.waitForFunction(
    ({ theme, direction }) =>
      document.documentElement.dir === direction &&
      document.body.classList.contains('dark') === (theme === 'dark') &&
      document.body.classList.contains('semi-dark') === (theme === 'semi-dark'),
    look,
  );
};

/** A part of the page as it is marked up, but for where its links lead and what its elements are called by. */
export const markupOf = (page: Page, selector: string): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate(({ outerHTML }) => outerHTML.replaceAll(/ (?:href|id|aria-controls|aria-labelledby)="[^"]*"/g, ''));

/** What depends on colours, and on the direction: all else is the same in every look. */
export const rulesOf = { colours: ['color-contrast', 'link-in-text-block'], direction: ['target-size'] } as const;

/** What to look at, where not at the whole page by all rules: some rules, or a part of the page by its selector. */
type Extent = { rules?: readonly string[]; within?: string };

/**
 * What WCAG 2.2 AA has against the page as it stands: rule, element, reason. Style sheets are
 * not read beforehand: of those in shadow trees axe makes copies, which the page's policy refuses.
 */
export const violations = async (page: Page, { rules, within = ':root' }: Extent = {}): Promise<string[]> => {
  // What is dimmed until something newer comes is not to be judged by its colours.
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const only = rules ?? ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  return page.evaluate<string[]>(`
    axe.run(document.querySelector(${JSON.stringify(within)}) ?? document, { runOnly: ${JSON.stringify(only)}, resultTypes: ['violations'], preload: false })
      .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(
        ({ target, html, any }) => [id, target.join(' '), html.slice(0, 140), any[0]?.message ?? ''].join(' | '))))`);
};
