import { ownAudio, type NewCampaign } from '#contract/api/campaign.ts';
import type { NewAdRequest } from '#contract/api/ad-requests.ts';
import type { Piece } from './music.ts';

/* The advertising of the demo: campaigns of one account, and a request of another. */

const harbour = 'Harbour Lights Media';

export type DemoCampaign = {
  company: string;
  /** The station that it was heard on. */
  station: string;
  /** Its first and last day, counted from today. */
  from: number;
  to: number;
  /** The share of its goal that was due by now and was heard. */
  pace: number;
  body: Pick<NewCampaign, 'campaignName' | 'advertiser' | 'category' | 'impressionLimit'> & Partial<NewCampaign>;
  spot: Pick<Piece, 'style' | 'seed' | 'seconds'>;
};

const within = (...paths: string[]): NewCampaign['providerRuleChains'] => [
  {
    order: 1,
    provider: ownAudio,
    ruleChainId: null,
    name: '',
    rules: [{ targets: paths.map((path) => ({ type: 'location' as const, path })), isNegated: false }],
    creativeId: null,
  },
];

export const demoCampaigns: readonly DemoCampaign[] = [
  {
    company: harbour,
    station: 'Harbour Lights Radio',
    from: -20,
    to: 10,
    pace: 0.99,
    body: {
      campaignName: 'Fresh bread at seven',
      advertiser: 'Elbe Bakery',
      category: 'food',
      impressionLimit: 40_000,
      schedule: [{ days: [1, 2, 3, 4, 5], from: 360, to: 1200 }],
    },
    spot: { style: 'lounge', seed: 901, seconds: 20 },
  },
  {
    company: harbour,
    station: 'Harbour Lights Radio',
    from: -6,
    to: 24,
    pace: 0.83,
    body: {
      campaignName: 'Ferry timetable',
      advertiser: 'North Bank Ferries',
      category: 'travel',
      impressionLimit: 25_000,
      providerRuleChains: within('DE'),
    },
    spot: { style: 'folk', seed: 902, seconds: 15 },
  },
  {
    company: harbour,
    station: 'Harbour Lights Lounge',
    from: 5,
    to: 35,
    pace: 0,
    body: {
      campaignName: 'Quay concerts',
      advertiser: 'Quay Hall',
      category: 'entertainment',
      impressionLimit: 15_000,
    },
    spot: { style: 'house', seed: 903, seconds: 30 },
  },
];

/** What the accounts of the demo earn for a thousand impressions, in cents, and what advertisers pay for one, in dollars. */
export const demoCpm = 950;
export const demoPrice = 0.014;

/** A campaign that an account requested and the portal approved: it plays on the stations of another account, which earns. */
export type DemoSponsor = Omit<DemoCampaign, 'body' | 'station'> & {
  /** A station of the account that requests it. */
  station: string;
  heardOn: readonly string[];
  body: Omit<NewAdRequest, 'stationKeys' | 'startDate' | 'endDate'>;
};

const wanted = { locations: [], additionalInfo: '' };

export const demoSponsors: readonly DemoSponsor[] = [
  {
    company: 'Prairie Community Broadcasting',
    station: 'Prairie FM 90.7',
    heardOn: [`Harbour Lights Radio`, 'Harbour Lights Lounge'],
    from: -88,
    to: 12,
    pace: 0.97,
    body: {
      ...wanted,
      campaignName: 'Visit the prairie',
      advertiser: 'Prairie Tourism',
      category: 'travel',
      impressionsGoal: 60_000,
    },
    spot: { style: 'folk', seed: 911, seconds: 25 },
  },
  {
    company: 'Prairie Community Broadcasting',
    station: 'Prairie FM 90.7',
    heardOn: ['Harbour Lights Radio'],
    from: -52,
    to: 20,
    pace: 0.9,
    body: {
      ...wanted,
      campaignName: 'Honey harvest',
      advertiser: 'Clover Farms',
      category: 'food',
      impressionsGoal: 35_000,
    },
    spot: { style: 'lounge', seed: 912, seconds: 20 },
  },
];

export type DemoRequest = {
  company: string;
  station: string;
  from: number;
  to: number;
  body: Omit<NewAdRequest, 'stationKeys' | 'startDate' | 'endDate'>;
};

export const demoRequests: readonly DemoRequest[] = [
  {
    company: 'Prairie Community Broadcasting',
    station: 'Prairie FM 90.7',
    from: 14,
    to: 28,
    body: {
      campaignName: 'County fair',
      advertiser: 'Prairie County',
      category: 'entertainment',
      impressionsGoal: 50_000,
      locations: [{ type: 'location', path: 'US' }],
      additionalInfo: 'The fair begins on a Friday. Could you record the spot with a friendly voice?',
    },
  },
];
