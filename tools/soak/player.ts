import type { CDPSession, Page } from 'playwright-core';
import { players } from '#contract/api/players.ts';
import { stations } from '#contract/api/stations.ts';
import { launch, openWindow } from '../../e2e/browser.ts';
import { startProduct } from '../../e2e/product.ts';
import { addTracks, createTestStation, type TestStation } from '../../e2e/test-station.ts';

type Options = { minutes: number; rows: number; hls: boolean };
type Row = {
  minutes: number;
  losses: number;
  gapMs: number;
  /** Sound that is loaded and not played yet, and sound that was played and is still in memory, s. */
  bufferS: number;
  heapMb: number;
  nodes: number;
  audios: number;
  connections: number;
};

/** Titles change ten times as often as on a music station. */
export const titleSeconds = 18;
/** Losses of the connection: 200 in two hours. */
const lossEveryMs = 36_000;
const lossMs = 400;
/** What the browser may keep, s: our segments are at most 6 s long, and a playlist has six. */
const longestBufferS = 90;
export const bound = { gapMs: { hls: 40, stream: 3000 }, heapMbAnHour: 1, audios: 2, connections: 2, nodes: 300 };

/**
 * An embedded player in Chromium that plays for `minutes`: over the stream, whose connection is lost again and again,
 * or over HLS, without a loss. Prints a row at equal intervals; returns what is wrong: gaps in its sound, memory,
 * elements or connections that become more.
 */
export const soakPlayer = async ({ minutes, rows: count, hls }: Options): Promise<string[]> => {
  const [product, browser] = await Promise.all([startProduct(), launch('long-lived')]);
  try {
    const at = await createTestStation(product, 'Long Haul', 'Long Haul 1');
    await at.call(stations.update, { params: { key: at.station }, body: { radio_server_settings: { hls } } });
    await addTracks(at, ['One', 'Two', 'Three'], titleSeconds);
    const page = await (await openWindow(browser)).newPage();
    if (hls) await page.route((url) => url.origin === product.streamUrl && !url.pathname.startsWith('/hls/'), (route) => route.abort()); // oxfmt-ignore
    const devtools = await page.context().newCDPSession(page);
    const own = await at.call(players.ofStation, { params: { id: at.station } });
    await page.goto(own.urls.embed);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForFunction(() => document.querySelector('#player')?.getAttribute('data-state') === 'playing');
    await page.evaluate(watchSoundHere);
    return await soak(at, page, devtools, { minutes, rows: count, hls });
  } finally {
    await browser.close();
    await product.stop();
  }
};

const soak = async (at: TestStation, page: Page, devtools: CDPSession, options: Options): Promise<string[]> => {
  const { minutes, rows: count, hls } = options;
  const rows: Row[] = [];
  let losses = 0;
  const startedAt = Date.now();
  console.log('| after | losses | longest gap | buffer | heap | nodes | audio elements | connections |');
  console.log(`|${'---|'.repeat(8)}`);
  for (let row = 1; row <= count; row++) {
    for (const until = startedAt + (row * minutes * 60_000) / count; Date.now() < until;) {
      const leftMs = until - Date.now();
      await pause(Math.min(leftMs, lossEveryMs));
      if (hls || leftMs < lossEveryMs) continue;
      await loseConnection(devtools);
      losses += 1;
    }
    rows.push({ minutes: (row * minutes) / count, losses, ...(await measure(at, page, devtools)) });
    print(rows.at(-1)!);
  }
  return failuresOf(rows, hls);
};

/** The network is gone for a moment: all connections of the page are lost. */
const loseConnection = async (devtools: CDPSession): Promise<void> => {
  const fast = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await devtools.send('Network.emulateNetworkConditions', { offline: true, ...fast });
  await pause(lossMs);
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...fast });
};

type Watched = { longestSilence: { samples: number; rate: number } };

/** In a page: counts the samples of silence of what it plays, from both of its audio elements. */
export const watchSoundHere = async (): Promise<void> => {
  const context = new AudioContext();
  // Deprecated, but it needs no file of its own, which the page's policy would refuse.
  const meter = context.createScriptProcessor(1024, 1, 1);
  const longestSilence = { samples: 0, rate: context.sampleRate };
  let silent = 0;
  // The first segments of a new station are silent: they are older than its first track.
  const heard = new Promise<void>((resolve) => {
    meter.onaudioprocess = ({ inputBuffer }) => {
      for (const sample of inputBuffer.getChannelData(0))
        if (Math.abs(sample) < 0.001) silent += 1;
        else {
          longestSilence.samples = Math.max(longestSilence.samples, silent);
          silent = 0;
          resolve();
        }
    };
  });
  for (const audio of document.querySelectorAll('audio')) context.createMediaElementSource(audio).connect(meter);
  meter.connect(context.destination);
  await context.resume();
  await heard;
  longestSilence.samples = 0;
  // The meter is kept, or it would be collected.
  Object.assign(window, { longestSilence, meter } satisfies Watched & { meter: unknown });
};

/** In a page: what it played since the last call. */
export const soundHere = (): Pick<Row, 'gapMs' | 'audios' | 'bufferS'> => {
  const { longestSilence } = window as unknown as Watched;
  const gapMs = (longestSilence.samples / longestSilence.rate) * 1000;
  longestSilence.samples = 0;
  const all = [...document.querySelectorAll('audio')];
  const lengthOf = ({ buffered }: HTMLAudioElement): number =>
    buffered.length === 0 ? 0 : buffered.end(buffered.length - 1) - buffered.start(0);
  return { gapMs, audios: all.length, bufferS: Math.max(...all.map(lengthOf)) };
};

const measure = async ({ call, station }: TestStation, page: Page, devtools: CDPSession) => {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  const { nodes } = await devtools.send('Memory.getDOMCounters');
  const inPage = await page.evaluate(soundHere);
  const { listeners } = await call(stations.live, { params: { key: station } });
  return { ...inPage, heapMb: usedSize / 1_000_000, nodes, connections: listeners };
};

const print = ({ minutes, losses, gapMs, bufferS, heapMb, nodes, audios, connections }: Row): void =>
  console.log(
    `| ${minutes.toFixed(1)} min | ${losses} | ${gapMs.toFixed(0)} ms | ${bufferS.toFixed(1)} s | ${heapMb.toFixed(2)} MB | ${nodes} | ${audios} | ${connections} |`,
  );

const failuresOf = (rows: readonly Row[], hls: boolean): string[] => {
  const [last, early] = [rows.at(-1)!, rows[Math.floor(rows.length / 10)]!];
  const most = (name: keyof Row): number => Math.max(...rows.map((row) => row[name]));
  const longestGapMs = bound.gapMs[hls ? 'hls' : 'stream'];
  const mayGrowMb = Math.max(1, (last.minutes - early.minutes) / 60) * bound.heapMbAnHour;
  return [
    ...(most('gapMs') > longestGapMs ? [`FAIL: silent for ${most('gapMs').toFixed(0)} ms`] : []),
    ...(hls && most('bufferS') > longestBufferS ? [`FAIL: ${most('bufferS').toFixed(0)} s of sound in memory`] : []),
    ...(most('audios') > bound.audios ? [`FAIL: ${most('audios')} audio elements`] : []),
    ...(most('connections') > bound.connections ? [`FAIL: ${most('connections')} connections`] : []),
    ...(last.nodes > early.nodes + bound.nodes ? [`FAIL: from ${early.nodes} to ${last.nodes} nodes`] : []),
    ...(last.heapMb > early.heapMb + mayGrowMb
      ? [`FAIL: the heap grew from ${early.heapMb.toFixed(2)} to ${last.heapMb.toFixed(2)} MB`]
      : []),
  ];
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
