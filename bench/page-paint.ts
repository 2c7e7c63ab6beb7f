import type { Browser, Page } from 'playwright-core';

/** Largest contentful paint, ms from the start of the navigation, and cumulative layout shift, of the middle one of several loads. */
export type Paint = { lcp: number; cls: number };

/** The processor is this many times slower, as of a cheap phone. */
const slowDown = 4;
/** 1.6 Mbit/s, and what a mobile network adds to each request. */
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const settledMs = 2500;

/** Loads a page as a phone does that has never seen it, several times. */
export const measurePaint = async (browser: Browser, url: string, loads: number): Promise<Paint> => {
  const paints: Paint[] = [];
  for (let n = 0; n < loads; n++) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
    paints.push(await paintOnce(await context.newPage(), url));
    await context.close();
  }
  const middle = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
  return { lcp: middle(paints.map(({ lcp }) => lcp)), cls: Math.max(...paints.map(({ cls }) => cls)) };
};

const paintOnce = async (page: Page, url: string): Promise<Paint> => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', network);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  await page.goto(url, { waitUntil: 'load' });
  return await page.evaluate(async (waitMs) => {
    const found = { lcp: NaN, cls: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) found.lcp = entry.startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) found.cls += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    return found;
  }, settledMs);
};
