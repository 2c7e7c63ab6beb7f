import type { Page } from 'playwright-core';

/** Cards of the sandbox of payments. */
export const testCards = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  confirmsOnce: '4000 0025 0000 3155',
  confirmsAlways: '4000 0027 6000 3184',
  declinesLater: '4000 0000 0000 0341',
} as const;

/** Enters a card on a page of the sandbox as a customer does, and submits it. */
export const payOnPage = async (page: Page, number: string, button: string | RegExp = /^Pay \$/): Promise<void> => {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
  await page.getByRole('button', { name: button }).click();
};
