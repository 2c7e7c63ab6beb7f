import type { ClickHouseClient } from '@clickhouse/client';
import { adRequests } from '#contract/api/ad-requests.ts';
import { audioAds } from '#contract/api/audio-ads.ts';
import { campaigns } from '#contract/api/campaigns.ts';
import type { Campaign } from '#contract/api/campaign.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { dayMs } from '#contract/rules/time.ts';
import {
  demoCampaigns,
  demoPrice,
  demoRequests,
  demoSponsors,
  type DemoCampaign,
  type DemoSponsor,
} from './campaigns.ts';
import type { CreatedStation } from './create-stations.ts';
import { accountNamed } from './create-team.ts';
import { writeSpotDay } from './heard-spots.ts';
import { compose } from './music.ts';
import type { PortalClient } from './portal-client.ts';

type Target = { clickhouse: ClickHouseClient; days: number; log: (line: string) => void };

const dayAt = (offset: number): string => new Date(Date.now() + offset * dayMs).toISOString().slice(0, 10);

/** Adds the missing campaigns with their spots and what was heard of them, and the missing requests. */
export const createCampaigns = async (
  call: PortalClient,
  staged: readonly CreatedStation[],
  { clickhouse, days, log }: Target,
): Promise<void> => {
  for (const demo of demoCampaigns) {
    const at = staged.find(({ of }) => of.name === demo.station);
    if (!at) continue;
    await allowSpots(call, at);
    const campaign = await campaignOf(call, at, demo);
    const first = Math.max(demo.from, -days);
    let spots = 0;
    for (let offset = first; offset <= 0; offset++)
      spots += await writeSpotDay(clickhouse, at, {
        ...{ campaign, demo, day: today() + offset * dayMs, goal: demo.body.impressionLimit },
      });
    log(`${demo.body.campaignName}: ${spots.toLocaleString('en')} spots heard`);
  }
  for (const sponsor of demoSponsors) await createSponsor(call, staged, sponsor, { clickhouse, days, log });
  for (const { company, station, from, to, body } of demoRequests) {
    const at = staged.find(({ of }) => of.name === station);
    if (!at) continue;
    const id = await accountNamed(call, company);
    await call(adRequests.setAvailability, { params: { id }, body: { available: true } });
    const { entities } = await call(adRequests.ofAccount, { params: { id }, query: {} });
    if (entities.some(({ campaignName }) => campaignName === body.campaignName)) continue;
    const dates = { startDate: dayAt(from), endDate: dayAt(to) };
    await call(adRequests.create, { params: { id }, body: { ...body, ...dates, stationKeys: [at.station] } });
    log(`${company} requests “${body.campaignName}”`);
  }
};

/** Adds a campaign that the portal has approved, and what was heard of it on the stations of another account. */
const createSponsor = async (
  call: PortalClient,
  staged: readonly CreatedStation[],
  sponsor: DemoSponsor,
  { clickhouse, days, log }: Target,
): Promise<void> => {
  const own = staged.find(({ of }) => of.name === sponsor.station);
  const heardOn = staged.filter(({ of }) => sponsor.heardOn.includes(of.name));
  if (!own || heardOn.length === 0) return;
  const id = await accountNamed(call, sponsor.company);
  const campaign = await sponsorCampaign(call, id, own, sponsor);
  let spots = 0;
  for (const at of heardOn) {
    await allowSpots(call, at);
    const params = { key: at.station };
    const { breaks, blockedCategories, blockedAdvertisers, networkAds } = await call(audioAds.get, { params });
    const rules = { breaks, blockedCategories, blockedAdvertisers, networkAds: true, approval: 'auto' } as const;
    if (!networkAds) await call(audioAds.setRules, { params, body: rules });
    for (let offset = Math.max(sponsor.from, -days); offset <= 0; offset++)
      spots += await writeSpotDay(clickhouse, at, {
        ...{
          campaign,
          demo: sponsor,
          day: today() + offset * dayMs,
          goal: sponsor.body.impressionsGoal / heardOn.length,
        },
      });
  }
  log(`${sponsor.body.campaignName}: ${spots.toLocaleString('en')} spots heard on stations of another account`);
};

const sponsorCampaign = async (
  call: PortalClient,
  id: AccountKey,
  own: CreatedStation,
  { body, spot, from, to }: DemoSponsor,
): Promise<Campaign> => {
  const existing = await find(call, id, body.campaignName);
  if (existing) return existing;
  await call(adRequests.setAvailability, { params: { id }, body: { available: true } });
  const piece = { ...spot, title: body.campaignName, artist: body.advertiser ?? '', album: '' };
  const file = new File([new Uint8Array(compose(piece))], `${body.campaignName}.wav`, { type: 'audio/wav' });
  const dates = { startDate: dayAt(from), endDate: dayAt(to) };
  const { id: requestId } = await call(adRequests.create, {
    params: { id },
    body: { ...body, ...dates, stationKeys: [own.station] },
    file,
  });
  const approved = { decision: 'approved', impressionPrice: demoPrice, everyStation: true } as const;
  const { campaign } = await call(adRequests.decide, { params: { requestId }, body: approved });
  return await call(campaigns.get, { params: { id, cid: campaign! } });
};

const today = (): number => Math.floor(Date.now() / dayMs) * dayMs;

/** Accepts the agreement for a station, and switches its audio ads on. */
const allowSpots = async (call: PortalClient, { account, station }: CreatedStation): Promise<void> => {
  await call(campaigns.enable, { params: { id: account }, body: { enabled: true } });
  const params = { key: station };
  const { version, agreed } = await call(audioAds.agreement, { params, query: {} });
  if (!agreed) await call(audioAds.agree, { params, body: { version, fullName: 'Mira Holm' } });
  const { hasAudioAds } = await call(audioAds.get, { params });
  if (!hasAudioAds) await call(audioAds.set, { params: { ...params, status: 'enabled' }, query: {} });
};

const campaignOf = async (
  call: PortalClient,
  { account, station, of }: CreatedStation,
  { body, spot, from, to }: DemoCampaign,
): Promise<Campaign> => {
  const existing = await find(call, account, body.campaignName);
  if (existing) return existing;
  const dates = { startDate: dayAt(from), endDate: dayAt(to), timezone: of.timezone };
  const piece = { ...spot, title: body.campaignName, artist: body.advertiser, album: '' };
  const file = new File([new Uint8Array(compose(piece))], `${body.campaignName}.wav`, { type: 'audio/wav' });
  return await call(campaigns.create, {
    params: { id: account },
    query: { stationKeys: [station] },
    body: { ...body, ...dates },
    file,
  });
};

const find = async (call: PortalClient, id: AccountKey, name: string): Promise<Campaign | undefined> => {
  const { entities } = await call(campaigns.list, { params: { id }, query: { search: name, size: 1000 } });
  const match = entities.find((one) => one.name === name);
  return match && (await call(campaigns.get, { params: { id, cid: match.id } }));
};
