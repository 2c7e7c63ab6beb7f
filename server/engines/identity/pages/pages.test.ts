import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { browserPatienceMs, launchChromium } from '#server/testing/chromium.ts';
import { authorizeUrl, testRealm, type TestRealm } from '#server/testing/realm.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let at: TestRealm;
let browser: Browser;
beforeAll(async () => {
  at = await testRealm();
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await at.close();
});

it.each(['light', 'dark'] as const)(
  'is accessible in %s mode, on a phone, within its content security policy',
  async (colorScheme) => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, colorScheme });
    page.setDefaultTimeout(browserPatienceMs);
    const complaints: string[] = [];
    page.on(
      'console',
      (message) => void (/Content Security Policy/.test(message.text()) && complaints.push(message.text())),
    );
    const violations = async (): Promise<unknown> => {
      const cdp = await page.context().newCDPSession(page);
      await cdp.send('Runtime.evaluate', { expression: axe });
      const expression = 'axe.run().then((found) => found.violations.map(({ id, nodes }) => `${id} ${nodes[0].html}`))';
      const { result } = await cdp.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
      return result.value;
    };
    await page.goto(`${at.origin}${authorizeUrl(at.origin).url}`);
    expect(await violations()).toEqual([]);
    await page.fill('#password', 'not the password');
    await page.click('text=Show');
    expect(await page.getAttribute('#password', 'type')).toBe('text');
    await page.fill('#email', 'nobody@example.org');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForSelector('[role=alert]:not([hidden])');
    expect(await violations()).toEqual([]);
    await page.click('text=Create an account');
    await page.fill('#first_name', 'Ada');
    await page.click('button.main');
    await page.waitForSelector('#last_name:focus');
    expect(await violations()).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(complaints).toEqual([]);
    await page.close();
  },
  3 * browserPatienceMs,
);
