import type { Frame, Locator, Page } from 'playwright-core';

type Edge = { width: number; border: string; background: string; sign: string };

/** Colours of the system, as in Windows' contrast themes. */
export const forcedThemes = ['dark', 'light'] as const;

/** How a round button is drawn: its edge, and its sign on its background. */
const drawn = (button: Locator): Promise<Edge> =>
  button.evaluate((element) => {
    const { borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(element);
    const sign = getComputedStyle(element.querySelector('path') ?? element).fill;
    return { width: parseFloat(borderTopWidth), border: borderTopColor, background: backgroundColor, sign };
  });

/** What cannot be seen of a button in forced colours: its edge, or its sign. */
export const unseen = async (button: Locator): Promise<string[]> => {
  const { width, border, background, sign } = await drawn(button);
  return [...(width > 0 && border !== background ? [] : ['edge']), ...(sign === background ? ['sign'] : [])];
};

/** Whether the page is drawn in forced colours: a test that could not fail without them proves nothing. */
export const isForced = (page: Page | Frame): Promise<boolean> =>
  page.evaluate(() => matchMedia('(forced-colors: active)').matches);
