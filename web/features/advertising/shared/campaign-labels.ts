import type { MantineColor } from '@mantine/core';
import type { CampaignStatus, CampaignSummary } from '#contract/api/campaign.ts';
import type { AdRequest } from '#contract/api/ad-requests.ts';
import { fractionDigits } from '#web/lib/currencies.ts';

type Label = readonly [name: string, color: MantineColor];

export const campaignStatusLabels: Readonly<Record<CampaignStatus, Label>> = {
  draft: ['Draft', 'gray'],
  preparing: ['Preparing', 'blue'],
  scheduled: ['Scheduled', 'blue'],
  active: ['Running', 'green'],
  paused: ['Paused', 'yellow'],
  completed: ['Completed', 'teal'],
  ended: ['Ended short', 'yellow'],
  blocked: ['Blocked', 'red'],
  archived: ['Archived', 'gray'],
};

export const requestStatusLabels: Readonly<Record<AdRequest['status'], Label>> = {
  submitted: ['Waiting for the portal', 'blue'],
  needsChanges: ['Changes needed', 'yellow'],
  approved: ['Approved', 'green'],
  rejected: ['Rejected', 'red'],
  withdrawn: ['Withdrawn', 'gray'],
};

/** How a campaign keeps its pace, in words and colour; undefined before anything was due. */
export const paceOf = (deliveryRate: number | null): { text: string; color: MantineColor } | undefined => {
  if (deliveryRate === null) return undefined;
  const percent = `${String(Math.round(deliveryRate * 100))}%`;
  if (deliveryRate < 0.8) return { text: `${percent}, behind`, color: 'red' };
  if (deliveryRate < 0.95) return { text: `${percent}, slightly behind`, color: 'yellow' };
  if (deliveryRate <= 1.1) return { text: `${percent}, on pace`, color: 'green' };
  return { text: `${percent}, ahead`, color: 'blue' };
};

const dayMs = 86_400_000;

/** The share of a campaign's days that have passed, 0–1: where an even pace would be. */
export const dueShare = (
  { startDate, endDate }: Pick<CampaignSummary, 'startDate' | 'endDate'>,
  now: number,
): number => {
  const [from, to] = [Date.parse(startDate), Date.parse(endDate) + dayMs];
  return Math.min(1, Math.max(0, (now - from) / (to - from)));
};

/** What so many impressions cost, in minor units of the currency. */
export const costOf = (impressions: number, price: number, currency: string): number =>
  Math.round(impressions * price * 10 ** fractionDigits(currency));

/** The zone offset at a day, as `+02:00`. */
export const offsetAt = (timeZone: string, day: string): string => {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(
    new Date(`${day}T12:00:00Z`),
  );
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return /[+-]\d{2}:\d{2}$/.exec(name)?.[0] ?? '+00:00';
};

/** The forecast of a campaign's end in words and colour; undefined where there is none. */
export const forecastOf = ({ forecast, impressions }: Pick<CampaignSummary, 'forecast' | 'impressions'>) => {
  if (!forecast) return undefined;
  const share = impressions.objective === 0 ? 1 : forecast.expected / impressions.objective;
  const percent = `${String(Math.floor(share * 100))}% of the goal`;
  if (share >= 0.995) return { ...forecast, text: 'Reaches its goal', color: 'dimmed' as const };
  return { ...forecast, text: percent, color: share < 0.9 ? ('red' as const) : ('yellow' as const) };
};
