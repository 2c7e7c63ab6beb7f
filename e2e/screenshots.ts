import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { navigate, applyLook } from './page.ts';

const shots = process.env['SHOTS'];

/**
 * Saves screenshots of a screen to the folder `SHOTS`, if set, in every width, light and dark. `act` opens something on
 * the screen that Escape closes.
 */
export const saveScreenshots = async (
  page: Page,
  url: string,
  name: string,
  act?: () => Promise<void>,
): Promise<void> => {
  if (shots === undefined) return;
  for (const width of [1440, 768, 390])
    for (const theme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await applyLook(page, { theme, direction: 'ltr' });
      await navigate(page, url);
      await act?.();
      await page.screenshot({
        path: join(shots, `${name}-${String(width)}-${theme}.png`),
        fullPage: act === undefined,
      });
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
    }
  await page.setViewportSize({ width: 1440, height: 900 });
  await applyLook(page, { theme: 'light', direction: 'ltr' });
  await navigate(page, url);
};
