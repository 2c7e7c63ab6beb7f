import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { audioAds } from '#contract/api/audio-ads.ts';
import { defaultBreakRules } from '#contract/rules/break-rules.ts';
import type { CampaignReport } from '#contract/api/campaign-report.ts';
import { campaigns } from '#contract/api/campaigns.ts';
import { toneFile } from './encoder.ts';
import type { TestStation } from './test-station.ts';

/** A station that plays the spot of one campaign in the breaks that are started by hand. */
export type AdvertisingStage = {
  /** Starts a break; how many listeners hear the spot, 0 if there is no break now. */
  startBreak(): Promise<number>;
  report(): Promise<CampaignReport>;
};

export const spotHz = 1370;
export const spotSeconds = 4;

/** Accepts the agreement for a station, and creates a campaign with a spot for all of its listeners. */
export const stageAdvertising = async (at: TestStation, goal: number): Promise<AdvertisingStage> => {
  const { call, account: id, station: key } = at;
  const { version } = await call(audioAds.agreement, { params: { key } });
  await call(audioAds.agree, { params: { key }, body: { version, fullName: 'Ada Byron' } });
  await call(audioAds.set, { params: { key, status: 'enabled' } });
  const { autodj, preRoll } = defaultBreakRules;
  await call(audioAds.setRules, {
    params: { key },
    body: {
      ...{ networkAds: false, approval: 'each', blockedCategories: [], blockedAdvertisers: [] },
      breaks: { ...defaultBreakRules, autodj: { ...autodj, enabled: false }, preRoll: { ...preRoll, enabled: false } },
    },
  });
  await call(campaigns.enable, { params: { id }, body: { enabled: true } });
  const folder = await mkdtemp(join(tmpdir(), 'skywave-spot-'));
  const tone = { hz: spotHz, seconds: spotSeconds, title: 'Spot', artist: 'A', album: 'B' };
  const file = new File([await readFile(await toneFile(join(folder, 'spot.mp3'), tone))], 'spot.mp3');
  const today = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const body = {
    ...{ campaignName: 'Spring sale', advertiser: 'Acme', impressionLimit: goal, timezone: 'UTC' },
    ...{ startDate: today(-1), endDate: today(3), rateLimiting: { pacing: 'fast' as const } },
  };
  const { id: cid } = await call(campaigns.create, { params: { id }, query: {}, body, file });
  return {
    startBreak: async () =>
      await call(audioAds.startBreak, { params: { key }, body: { seconds: 10 } }).then(
        ({ withSpot }) => withSpot,
        () => 0,
      ),
    report: () => call(campaigns.report, { params: { id, cid }, query: {} }),
  };
};
