import { mkdtempSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { campaigns } from '#contract/api/campaigns.ts';
import { portal } from '#contract/api/portal.ts';
import { dayMs } from '#contract/rules/time.ts';
import { toneFile } from '../e2e/encoder.ts';
import { startProduct, type Product } from '../e2e/product.ts';
import { createPodcast, createTestStation } from '../e2e/test-station.ts';
import { deliveryPid } from './delivery.ts';
import { cpuSeconds, pause } from './process-figures.ts';
import { freePort } from './programs.ts';
import type { Row } from './report.ts';

/** How much later than the plain file an episode with spots may begin, ms. */
const budgetMs = 5;
const rounds = 4;
const warmUp = 100;

/**
 * The time to the first byte of an episode for listeners who are new and get spots, beside that of its plain file, in turns;
 * one request after the other.
 */
export const benchFirstByte = async (folder: string, listeners: number): Promise<Row[]> => {
  const port = await freePort();
  const product = await startProduct({ DELIVERY_PORT: String(port), DELIVERY_WORKERS: '1' });
  try {
    const url = `http://127.0.0.1:${port}${await makeEpisode(product, folder)}`;
    const pid = deliveryPid(product.dataDir);
    let count = 0;
    // Each request comes from another address of this machine.
    const address = (): string =>
      `127.${String(1 + (count >> 16))}.${String((count >> 8) & 255)}.${String(count++ & 255)}`;
    const newListener = () => firstByte(url, 'AntennaPod/3.2.0', address());
    for (let tries = 0; !(await newListener()).hasSpots; tries++) {
      if (tries === 300) throw new Error('The episode plays no spots.');
      await pause(200);
    }
    // The code that arranges is compiled first.
    for (let i = 0; i < warmUp; i++) await newListener();
    const measured = { plain: [] as number[], spots: [] as number[], cpu: { plain: 0, spots: 0 } };
    const ask = async (kind: 'plain' | 'spots', request: () => Promise<{ ms: number }>): Promise<void> => {
      const before = cpuSeconds(pid);
      for (let i = 0; i < listeners / rounds; i++) measured[kind].push((await request()).ms);
      measured.cpu[kind] += cpuSeconds(pid) - before;
    };
    for (let round = 0; round < rounds; round++) {
      await ask('plain', () => firstByte(url, 'W3C_Validator/1.3', address()));
      await ask('spots', newListener);
    }
    const [plain, spots] = [quantiles(measured.plain), quantiles(measured.spots)];
    const cpuMs = ((measured.cpu.spots - measured.cpu.plain) * 1000) / measured.spots.length;
    return [
      {
        figure: 'First byte of an episode with spots, new listeners',
        ours: `p50 ${spots.p50.toFixed(1)}, p95 ${spots.p95.toFixed(1)} ms; plain ${plain.p50.toFixed(1)}, ${plain.p95.toFixed(1)}; +${cpuMs.toFixed(1)} ms CPU`,
        budget: `p95 ≤ plain + ${budgetMs} ms`,
        pass: spots.p95 <= plain.p95 + budgetMs,
      },
    ];
  } finally {
    await product.stop();
  }
};

const quantiles = (times: readonly number[]): { p50: number; p95: number } => {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { p50: at(0.5), p95: at(0.95) };
};

/** ms until the first byte of audio, and whether the listener gets spots. */
const firstByte = async (
  url: string,
  userAgent: string,
  localAddress: string,
): Promise<{ ms: number; hasSpots: boolean }> =>
  await new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const headers = { 'user-agent': userAgent, range: 'bytes=0-32767' };
    get(url, { agent: false, localAddress, headers }, (reply) => {
      let ms = 0;
      reply.on('data', () => (ms ||= performance.now() - startedAt));
      reply.on('end', () => resolve({ ms, hasSpots: 'x-arrangement' in reply.headers }));
      reply.on('error', reject);
    }).on('error', reject);
  });

/** An episode of which a campaign plays before and behind; returns its path. */
const makeEpisode = async (product: Product, folder: string): Promise<string> => {
  const at = await createTestStation(product, 'First Bytes', 'First Radio');
  const { call, account } = at;
  await call(portal.setPodcastAds, {
    body: {
      ...{ enabled: true, pre_roll: 1, mid_roll: 1, post_roll: 1, minutes_between: 1, opt_out_allowed: true, cpm: 40 },
    },
  });
  const { episodeKey } = await createPodcast(at);
  const spot = await toneFile(join(mkdtempSync(join(folder, 'spot-')), 'spot.mp3'), {
    ...{ hz: 1300, seconds: 10, title: 'Spot', artist: 'A', album: 'B' },
  });
  await call(campaigns.enable, { params: { id: account }, body: { enabled: true } });
  const day = (offset: number): string => new Date(Date.now() + offset * dayMs).toISOString().slice(0, 10);
  await call(campaigns.create, {
    params: { id: account },
    query: {},
    body: {
      ...{ campaignName: 'Kettles', advertiser: 'Kettles', impressionLimit: 1_000_000, timezone: 'UTC' },
      ...{ startDate: day(-1), endDate: day(30), positions: ['pre', 'post'], rateLimiting: { pacing: 'fast' } },
    },
    file: new File([readFileSync(spot)], 'spot.mp3', { type: 'audio/mpeg' }),
  });
  return `/episodes/${episodeKey}.mp3`;
};
