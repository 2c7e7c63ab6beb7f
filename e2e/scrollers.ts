import type { Page } from 'playwright-core';

/**
 * The parts of a page that scroll sideways, but those that do so by design: navigation as tabs, code (of ads.txt too, in a text
 * field), and the waveform, calendars and the hours of a week, whose width is time.
 */
export const scrollersOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const byDesign =
      'nav, [role=tablist], pre, code, textarea[wrap=off], [role=slider], [class*="wave" i], [class*="calendar" i], [aria-label^="Hours of the week"]';
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
      .filter((element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX))
      .filter((element) => !element.closest(byDesign))
      .map(({ outerHTML, scrollWidth, clientWidth }) => `${scrollWidth} > ${clientWidth}: ${outerHTML.slice(0, 160)}`);
  });

/** What sticks out of the window of a phone of this width, where the page scrolls sideways; and its parts that scroll so. */
export const beyondPhone = async (page: Page, width: number): Promise<string[]> => [
  ...(await page.evaluate((most) => {
    const { scrollWidth = 0 } = document.scrollingElement ?? {};
    if (scrollWidth <= most) return [];
    const beyond = [...document.querySelectorAll('body *')].filter((element) => {
      const { right, left, width: own } = element.getBoundingClientRect();
      return own > 0 && (right > most + 1 || left < -1);
    });
    return beyond.map(({ outerHTML }) => outerHTML.slice(0, 120));
  }, width)),
  ...(await scrollersOf(page)),
];
