import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { walk, wear } from './page.ts';

const shots = process.env['SHOTS'];

/**
 * Saves screenshots of a screen to the folder `SHOTS`, if set, in every width, light and dark. `act` opens something on
 * the screen that Escape closes.
 */
export const lookAt = async (page: Page, url: string, name: string, act?: () => Promise<void>): Promise<void> => {
  if (shots === undefined) return;
  for (const width of [1440, 768, 390])
    for (const theme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await wear(page, { theme, direction: 'ltr' });
      await walk(page, url);
      await act?.();
      await page.screenshot({
        path: join(shots, `${name}-${String(width)}-${theme}.png`),
        fullPage: act === undefined,
      });
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
    }
  await page.setViewportSize({ width: 1440, height: 900 });
  await wear(page, { theme: 'light', direction: 'ltr' });
};
