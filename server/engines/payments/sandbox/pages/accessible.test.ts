import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { browserPatienceMs, launchChromium } from '#server/testing/chromium.ts';
import { pageRig, type PageRig } from '../../testing/page-rig.ts';
import { cardNumbers, catalog, key, metadata } from '../../testing/suite-rig.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let at: PageRig;
let browser: Browser;
beforeAll(async () => {
  at = await pageRig();
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await at.close();
});

/** Nothing that axe complains about, and nothing wider than the phone. */
const isFine = async (page: Page): Promise<void> => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Runtime.evaluate', { expression: axe });
  const expression = 'axe.run().then((found) => found.violations.map(({ id, nodes }) => `${id} ${nodes[0].html}`))';
  const { result } = await cdp.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
  expect(result.value).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
};

it.each(['light', 'dark'] as const)(
  'is accessible in %s mode, on a phone, within its content security policy',
  async (colorScheme) => {
    const page = await browser.newPage({ viewport: { width: 360, height: 780 }, colorScheme });
    page.setDefaultTimeout(browserPatienceMs);
    const complaints: string[] = [];
    page.on(
      'console',
      (message) => void (/Content Security Policy/.test(message.text()) && complaints.push(message.text())),
    );
    const customer = await at.customer('Radio Ñandú of the long name');

    await page.goto((await at.checkout(customer)).url);
    await isFine(page);
    await page.getByLabel('Card number').fill('1234');
    await page.getByLabel('Promo code').fill('NOPE');
    await page.getByRole('button', { name: 'Apply the code' }).click();
    await page.getByText('This code is invalid.').waitFor();
    await isFine(page);
    await page.getByText('Test cards').click();
    await page.getByLabel('Promo code').fill('');
    await page.getByLabel('Card number').fill(cardNumbers.confirmOnce);
    await page.getByLabel('Expiry').fill('12/30');
    await page.getByLabel('CVC').fill('123');
    await page.getByRole('button', { name: 'Pay $29.00' }).click();
    await page.getByRole('heading', { name: '3-D Secure' }).waitFor();
    await isFine(page);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.waitForURL(at.urls.returnUrl);

    await page.goto(await at.payments.portal({ customer, returnUrl: at.urls.returnUrl, flow: 'all' }));
    await page.getByRole('heading', { name: 'Invoices' }).waitFor();
    await isFine(page);
    const open = await at.customer();
    await at.sandbox.setCard(open, cardNumbers.confirmAlways);
    const ask = { customer: open, priceId: catalog.prime.id, quantity: 1, promotion: null, metadata };
    const { next } = await at.payments.subscribe(ask, key());
    await page.goto(next?.url ?? '');
    await isFine(page);
    await page.getByRole('button', { name: /^Pay \$29.00 with Visa/ }).click();
    await page.getByRole('button', { name: 'Fail' }).click();
    await page.getByRole('alert').waitFor();
    await isFine(page);
    await page.goto(`${at.origin}/sandbox/checkout/nobody`);
    await isFine(page);
    expect(complaints).toEqual([]);
    await page.close();
  },
  3 * browserPatienceMs,
);
