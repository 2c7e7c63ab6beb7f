import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { QueryClient } from '@tanstack/react-query';
import type { Locator, Page } from 'playwright-core';

export type Look = { theme: 'light' | 'dark' | 'semi-dark'; direction: 'ltr' | 'rtl' };

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Opens a screen and waits until it has its data. */
export const open = async (page: Page, url: string): Promise<void> => {
  await page.goto(url);
  await waitUntilSettled(page);
};

/** Navigates within the open page, as its links do: without reloading the portal. */
export const navigate = async (page: Page, url: string): Promise<void> => {
  const { origin, pathname, search } = new URL(url);
  if (new URL(page.url()).origin !== origin || !(await page.evaluate(() => '__TSR_ROUTER__' in window)))
    return await open(page, url);
  await page.evaluate(async (href) => {
    const { __TSR_ROUTER__: router } = window as unknown as {
      __TSR_ROUTER__: { navigate(to: { href: string }): Promise<void> };
    };
    await router.navigate({ href });
  }, pathname + search);
  await waitUntilSettled(page);
};

/** A screen without data and forms. */
const emptyScreen = '/help/deleting-a-station';

/**
 * Opens a screen with its state and data as after a load, in the portal that runs in the page: a load costs several times the CPU.
 * Loads the portal where it doesn't run.
 */
export const show = async (page: Page, url: string): Promise<void> => {
  const { origin, pathname, search, hash } = new URL(url);
  if (new URL(page.url()).origin !== origin || !(await page.evaluate(() => '__TSR_ROUTER__' in window)))
    return await open(page, url);
  await page.evaluate(
    async ({ between, href }) => {
      const { __TSR_ROUTER__: router } = window as unknown as {
        __TSR_ROUTER__: {
          navigate(to: { href: string; replace?: boolean; ignoreBlocker: boolean }): Promise<void>;
          options: { context: { queries: QueryClient } };
        };
      };
      await router.navigate({ href: between, ignoreBlocker: true });
      const { queries } = router.options.context;
      queries.removeQueries({ type: 'inactive' });
      await queries.invalidateQueries();
      for (const close of document.querySelectorAll<HTMLElement>('.toasts .mantine-Notification-closeButton'))
        close.click();
      await router.navigate({ href, replace: true, ignoreBlocker: true });
    },
    { between: emptyScreen, href: pathname + search + hash },
  );
  await waitUntilSettled(page);
};

/** Messages of a page: alerts, and texts that are announced politely, such as toasts of what succeeded. */
export const messages = (page: Page, hasText: string | RegExp): Locator =>
  page.getByRole('alert').or(page.getByRole('status')).filter({ hasText });

/** Waits until the screen has its data: text, and no loading placeholder. */
export const waitUntilSettled = async (page: Page): Promise<void> => {
  const isSettled = (): boolean => {
    const content = document.querySelector('#content');
    const loading = document.querySelector(
      '#content [aria-label="Loading"], #content .mantine-Skeleton-root, #content [aria-busy="true"]',
    );
    return content !== null && content.textContent.trim() !== '' && loading === null;
  };
  // Polls by time: on a busy machine animation frames are rare.
  await page.waitForFunction(isSettled, undefined, { polling: 100 });
};

/** Changes the look of the page without a reload, as another tab's choice does. */
export const applyLook = async (page: Page, look: Look): Promise<void> => {
  await page.evaluate((to) => {
    // No transitions: a colour in transition must not be judged.
    const marked = window as { hasNoTransitions?: boolean };
    if (marked.hasNoTransitions !== true) {
      const noTransitions = new CSSStyleSheet();
      noTransitions.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }');
      document.adoptedStyleSheets.push(noTransitions);
      marked.hasNoTransitions = true;
    }
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

/** The markup of a part of the page, without link targets and element ids. */
export const markupOf = (page: Page, selector: string): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate(({ outerHTML }) => outerHTML.replaceAll(/ (?:href|id|aria-controls|aria-labelledby)="[^"]*"/g, ''));

/** The rules that depend on colours, and on the direction: all others give the same result in every look. */
export const rulesOf = { colours: ['color-contrast', 'link-in-text-block'], direction: ['target-size'] } as const;

/** The portal's navigation, which `accessibility.test.ts` audits in each of its states. */
export const navigation = 'aside:has(nav[aria-label="Main"])';

/** Limits an audit to some rules, to visible parts of the page by their selector, or by that of parts to leave out. */
type AuditScope = { rules?: readonly string[]; within?: string; without?: string };

/**
 * The violations of WCAG 2.2 AA on the page, without a scope those outside the navigation: rule, element, reason. Axe doesn't preload style sheets: it would copy
 * those in shadow trees, which the page's policy forbids.
 */
export const violations = async (
  page: Page,
  { rules, within = ':root', without }: AuditScope = { without: navigation },
): Promise<string[]> => {
  // Stale content is dimmed, and so is what fades in: their colours must not be judged.
  await page.waitForFunction(
    () =>
      document.querySelector('[aria-busy="true"]') === null &&
      document.getAnimations().every(({ playState, effect }) => {
        const isEndless = effect?.getTiming().iterations === Infinity;
        return playState !== 'running' || isEndless;
      }),
    undefined,
    { polling: 100 },
  );
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const only = rules ?? ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  return page.evaluate<string[]>(`(() => {
    const parts = [...document.querySelectorAll(${JSON.stringify(within)})].filter((one) => one.checkVisibility());
    const include = parts.length > 0 ? parts : [document.documentElement];
    const exclude = ${JSON.stringify(without === undefined ? [] : [without])};
    return axe.run({ include, exclude }, { runOnly: ${JSON.stringify(only)}, resultTypes: ['violations'], preload: false })
      .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(
        ({ target, html, any }) => [id, target.join(' '), html.slice(0, 140), any[0]?.message ?? ''].join(' | '))));
    })()`);
};
