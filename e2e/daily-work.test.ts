import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { brand } from '#brands/skywave/brand.ts';
import { collectErrors, launch, openSignedIn, openWindow } from './browser.ts';
import {
  fakeMicrophone,
  trackTitles,
  walkAir,
  walkKnowing,
  walkProgramme,
  walkRunning,
  walkStudio,
  type Walk,
} from './daily-work.ts';
import { insertListening } from './listening.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { addTracks, createTestStation } from './test-station.ts';

/* The daily work on a phone and a tablet; `brands.test.ts` does the same in the other brands. */

let product: Product;
let browser: Browser;
let page: Page;
let walk: Walk;
let pageErrors: () => string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch('brief', fakeMicrophone)]);
  const at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  await insertListening(product, { ...at, audience: 14, days: 14, untilAge: 0 });
  await addTracks(at, trackTitles, 60);
  const context = await openWindow(browser, 390);
  await context.grantPermissions(['microphone']);
  page = await context.newPage();
  pageErrors = collectErrors(page);
  await openSignedIn(page, product.url, product.admin);
  walk = { brand, product, browser, page, at, problems: [] };
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

it('answers questions about listeners', () => walkKnowing(walk));
it('changes what is on the air', () => walkAir(walk));
it('arranges presenters, playlists and requests', () => walkProgramme(walk));
it('broadcasts from the page', () => walkStudio(walk));
it('looks after people', () => walkRunning(walk));
it('has everything in reach, and logs no errors in the browser', () => {
  expect(walk.problems).toEqual([]);
  expect(pageErrors()).toEqual([]);
});
