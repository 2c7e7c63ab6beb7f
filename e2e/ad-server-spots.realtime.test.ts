import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { adProviders } from '#contract/api/ad-providers.ts';
import { audioAds } from '#contract/api/audio-ads.ts';
import { defaultBreakRules } from '#contract/rules/break-rules.ts';
import { campaigns } from '#contract/api/campaigns.ts';
import { inlineVast, vastServer, wrapperVast, type VastServer } from '#server/domains/campaigns/testing/vast-server.ts';
import { stations } from '#contract/api/stations.ts';
import { toneFile } from './encoder.ts';
import { listen } from './listener.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { allowedPrivateAddress } from './shared-service.ts';
import { addTracks, createTestStation, type TestStation } from './test-station.ts';
import { decode, toneRanges } from './tones.ts';

/*
 * The whole way of an ad server's spot: a listener of the real product is asked for, hears the spot in a break, and each moment
 * is reported once.
 */

const spotHz = 1370;
let product: Product;
let server: VastServer;
let at: TestStation;

beforeAll(async () => {
  [product, server] = await Promise.all([sharedProduct(), vastServer(allowedPrivateAddress)]);
  at = await createTestStation(product, 'Quay Media', 'Quay Radio');
  await addTracks(at, ['Concert Pitch'], 60);
});
afterAll(async () => {
  server?.close();
  await product?.stop();
});

/** A campaign that asks the ad server, on a station that allows it and makes breaks by hand only. */
const stage = async (): Promise<void> => {
  const { call, account: id, station: key } = at;
  const { version } = await call(audioAds.agreement, { params: { key } });
  await call(audioAds.agree, { params: { key }, body: { version, fullName: 'Ada Byron' } });
  await call(audioAds.set, { params: { key, status: 'enabled' } });
  const { autodj, preRoll } = defaultBreakRules;
  const breaks = {
    ...defaultBreakRules,
    autodj: { ...autodj, enabled: false },
    preRoll: { ...preRoll, enabled: false },
  };
  const none = { networkAds: false, approval: 'each' as const, blockedCategories: [], blockedAdvertisers: [] };
  await call(audioAds.setRules, { params: { key }, body: { ...none, breaks, providerAds: true } });
  await call(campaigns.enable, { params: { id }, body: { enabled: true } });
  const tag = { name: 'Exchange', tagUrl: `${server.url}/tag?ip=[DEVICEIP]`, enabled: true };
  const provider = await call(adProviders.create, { params: { id }, body: { ...tag, consent: 'everywhere' } });
  const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const body = {
    ...{ campaignName: 'Spots of others', impressionLimit: 1000, timezone: 'UTC', positions: ['mid' as const] },
    ...{ startDate: day(-1), endDate: day(3), rateLimiting: { pacing: 'fast' as const } },
    providerRuleChains: [{ provider: { id: provider.id } }],
  };
  await call(campaigns.create, { params: { id }, query: {}, body });
};

it('is asked for ahead, heard by the listener, and reported once', { timeout: 300_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'skywave-spot-'));
  const tone = { hz: spotHz, seconds: 4, title: 'Spot', artist: 'A', album: 'B' };
  server.answers.set('/spot.mp3', await readFile(await toneFile(join(folder, 'spot.mp3'), tone)));
  server.answers.set('/tag', wrapperVast({ url: server.url, name: 'w' }, `${server.url}/inner`));
  server.answers.set('/inner', inlineVast({ url: server.url, name: 'own', duration: '00:00:04' }));
  await stage();
  const { streamname } = await at.call(stations.get, { params: { key: at.station } });
  const listener = await listen(`${product.streamUrl}/${streamname}`);
  const startBreak = () =>
    at
      .call(audioAds.startBreak, { params: { key: at.station }, body: { seconds: 10 } })
      .then(({ withSpot }) => withSpot)
      .catch(() => 0);
  await expect.poll(startBreak, { timeout: 150_000, interval: 1000 }).toBe(1);
  expect(Object.values(server.counts('/error/own?code=407')).length).toBe(1);
  const paths = ['w', 'own'].flatMap((name) =>
    ['impression', 'start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'].map(
      (event) => `/track/${name}/${event}`,
    ),
  );
  await expect
    .poll(() => server.counts('/track'), { timeout: 60_000 })
    .toEqual(Object.fromEntries(paths.map((path) => [path, 1])));
  const { audio } = listener.leave();
  const heard = toneRanges(await decode(audio), [spotHz]).filter(({ hz }) => hz === spotHz);
  expect(heard.reduce((sum, { from, to }) => sum + to - from, 0)).toBeGreaterThan(3);
  const [provider] = await at.call(adProviders.list, { params: { id: at.account } });
  expect(provider?.use?.impressions).toBe(1);
});
