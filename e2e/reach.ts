import type { Page } from 'playwright-core';
import { scrollersOf } from './scrollers.ts';

/** What of a screen is out of reach on this width: it scrolls sideways, or controls are beyond its edges or below a toast. */
export const outOfReach = async (page: Page): Promise<string[]> => [
  ...(await scrollersOf(page)),
  ...(await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const dialogs = [...document.querySelectorAll('[role=dialog]')].filter((one) => one.checkVisibility());
    const controls = [...(dialogs.at(-1) ?? document.body).querySelectorAll('a[href], button, input, select, textarea')]
      .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((one) => !one.closest('aside, nav, [role=tablist], .toasts, [data-calendar], [role=region][tabindex]'))
      .map((one) => ({ html: one.outerHTML.slice(0, 160), box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1);
    const isLetThrough = document.documentElement.hasAttribute('data-toasts-let-through');
    const toasts = document.querySelector('.toasts[data-position="top-right"]')?.getBoundingClientRect();
    const isBelowToast = ({ left, right, top, bottom }: DOMRect): boolean =>
      toasts !== undefined &&
      toasts.height > 0 &&
      !isLetThrough &&
      [left < toasts.right, right > toasts.left, top < toasts.bottom, bottom > toasts.top].every(Boolean);
    return [
      ...(scrollWidth > clientWidth + 1 ? [`the page scrolls to ${String(scrollWidth)}`] : []),
      ...controls.flatMap(({ html, box }) => [
        ...(box.left < -1 || box.right > clientWidth + 1 ? [`beyond the edge: ${html}`] : []),
        ...(isBelowToast(box) ? [`below a toast: ${html}`] : []),
      ]),
    ];
  })),
];
