import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '#server/testing/chromium.ts';
import { openSignedIn, openWindow } from '../e2e/browser.ts';
import { insertListening } from '../e2e/listening.ts';
import { waitUntilSettled } from '../e2e/page.ts';
import { startProduct, type Product } from '../e2e/product.ts';
import { addTracks, createPodcast, createTestStation, type TestStation } from '../e2e/test-station.ts';
import type { Row } from './report.ts';

/** Of a screen that is opened with an empty cache, on a processor slowed down to a quarter. */
const budget = { scripts: 25, kB: 250, calls: 8, lcpMs: 2000, blockingMs: 300, cls: 0.05 };
const slowDown = 4;

/**
 * The six screens that people open first: what they load, when the largest part is painted, for how long scripts block the
 * page, and how far it jumps. Each figure is the median of `rounds` loads: single ones vary by half within a minute.
 */
export const benchScreens = async (rounds: number): Promise<Row[]> => {
  const product = await startProduct();
  const browser = await launchChromium([]);
  try {
    const at = await createTestStation(product, 'Screens', 'Screens Radio');
    await addTracks(at, ['Alpha', 'Bravo', 'Charlie'], 8);
    await insertListening(product, { ...at, audience: 6, days: 7 });
    const { podcastKey: podcast = '' } = await createPodcast(at);
    const rows: Row[] = [];
    for (const [name, path] of screensOf(at, podcast)) {
      const loads: Load[] = [];
      for (let round = 0; round < rounds; round++) loads.push(await load(browser, product, path));
      rows.push(rowOf(name, medianOf(loads)));
    }
    return rows;
  } finally {
    await browser.close();
    await product.stop();
  }
};

const screensOf = ({ accountPath, stationPath }: TestStation, podcast: string): [name: string, path: string][] => [
  ['Account dashboard', accountPath],
  ['Station overview', stationPath],
  ['Streaming analytics', `${accountPath}/analytics/streaming`],
  ['Library', `${stationPath}/library`],
  ['Auto DJ', `${stationPath}/autodj`],
  ['Episodes', `${accountPath}/podcasts/${podcast}/episodes`],
];

type Painted = { lcpMs: number; blockingMs: number; cls: number };
type Load = Painted & { scripts: number; kB: number; calls: number };

const medianOf = (loads: readonly Load[]): Load => {
  const middle = (of: keyof Load): number =>
    loads.map((one) => one[of]).toSorted((a, b) => a - b)[Math.floor(loads.length / 2)]!;
  const [lcpMs, blockingMs, cls] = [middle('lcpMs'), middle('blockingMs'), middle('cls')];
  return { lcpMs, blockingMs, cls, scripts: middle('scripts'), kB: middle('kB'), calls: middle('calls') };
};

const load = async (browser: Browser, product: Product, path: string): Promise<Load> => {
  const context = await openWindow(browser);
  const page = await context.newPage();
  await page.addInitScript(observe);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  await openSignedIn(page, product.url + path, product.admin);
  await waitUntilSettled(page);
  const painted = await page.evaluate(() => (window as unknown as { painted: Painted }).painted);
  const loaded = await resourcesOf(page);
  await context.close();
  return { ...painted, ...loaded };
};

/** Runs in the page before its scripts; a task blocks as far as it takes longer than 50 ms. */
const observe = (): void => {
  const painted: Painted = { lcpMs: 0, blockingMs: 0, cls: 0 };
  (window as unknown as { painted: Painted }).painted = painted;
  const each = (type: string, add: (entry: PerformanceEntry & { value: number; hadRecentInput: boolean }) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) add(entry as Parameters<typeof add>[0]);
    }).observe({ type, buffered: true });
  each('largest-contentful-paint', ({ startTime }) => void (painted.lcpMs = startTime));
  each('longtask', ({ duration }) => void (painted.blockingMs += duration - 50));
  each('layout-shift', ({ value, hadRecentInput }) => void (painted.cls += hadRecentInput ? 0 : value));
};

const resourcesOf = (page: Page): Promise<Pick<Load, 'scripts' | 'kB' | 'calls'>> =>
  page.evaluate(() => {
    const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const scripts = all.filter(({ name }) => /\.js(\?|$)/.test(name));
    const calls = all.map(({ name }) => name).filter((name) => name.includes('/v1/'));
    return {
      scripts: scripts.length,
      kB: scripts.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000,
      calls: new Set(calls.map((name) => name.replace(/events\?.*/, 'events'))).size,
    };
  });

const rowOf = (name: string, { scripts, kB, calls, lcpMs, blockingMs, cls }: Load): Row => ({
  figure: `${name}, cold, processor ÷ ${slowDown}`,
  ours: `${scripts} scripts, ${kB.toFixed(0)} kB, ${calls} calls, LCP ${(lcpMs / 1000).toFixed(2)} s, blocking ${blockingMs.toFixed(0)} ms, CLS ${cls.toFixed(3)}`,
  budget: `≤ ${budget.scripts}, ${budget.kB} kB, ${budget.calls}, ${budget.lcpMs / 1000} s, ${budget.blockingMs} ms, ${budget.cls}`,
  pass:
    scripts <= budget.scripts &&
    kB <= budget.kB &&
    calls <= budget.calls &&
    lcpMs <= budget.lcpMs &&
    blockingMs <= budget.blockingMs &&
    cls <= budget.cls,
});
