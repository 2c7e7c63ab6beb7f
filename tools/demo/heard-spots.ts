import type { ClickHouseClient } from '@clickhouse/client';
import type { Campaign } from '#contract/api/campaign.ts';
import { microsOfCpm, microsPerUnit } from '#contract/rules/money.ts';
import { dayMs } from '#contract/rules/time.ts';
import { demoCpm, type DemoCampaign } from './campaigns.ts';
import type { CreatedStation } from './create-stations.ts';
import { listenerOf } from './listeners.ts';
import { shareAt } from './listening.ts';
import { randomFrom } from './music.ts';

const breakMs = 20 * 60_000;
/** The share of spots that are heard to each quarter, and to the end. */
const reached = [1, 0.97, 0.955, 0.945, 0.935];

type Row = Record<string, string | number>;
/** `goal` is what the station's share of the campaign's goal is. */
type Heard = { campaign: Campaign; demo: Paced; day: number; goal: number };
type Paced = Pick<DemoCampaign, 'from' | 'to' | 'pace' | 'spot'>;

/**
 * Inserts what was heard of a campaign on one day (UTC), and the breaks it was heard in, until now; repeating a day changes nothing.
 * Returns the number of impressions.
 */
export const writeSpotDay = async (
  clickhouse: ClickHouseClient,
  at: CreatedStation,
  { campaign, demo, day, goal }: Heard,
): Promise<number> => {
  const perDay = (goal * demo.pace) / (demo.to - demo.from + 1);
  const random = randomFrom(day / dayMs + demo.spot.seed * 104_729 + at.of.audience);
  const starts = Array.from({ length: dayMs / breakMs }, (_, i) => day + i * breakMs + Math.floor(random() * 240_000));
  const shares = starts.map((start) => (plays(campaign, at.of.timezone, start) ? shareAt(at.of.timezone, start) : 0));
  const total = shares.reduce((sum, share) => sum + share, 0);
  const spots: Row[] = [];
  const breaks: Row[] = [];
  const reasons: Row[] = [];
  for (const [i, start] of starts.entries()) {
    const heard = total === 0 ? 0 : Math.round(((perDay * shares[i]!) / total) * (0.85 + random() * 0.3));
    if (heard === 0 || start > Date.now()) continue;
    const of = { engine: 'demonstration', station: at.station, account: at.account };
    const id = `demonstration-${campaign.id}-${at.station}-${String(start)}`;
    const listeners = Math.round(heard * (1.15 + random() * 0.3));
    breaks.push({
      ...of,
      ...{ at: timestamp(start), id, kind: 'autodj', ms: demo.spot.seconds * 1000, listeners, with_spot: heard },
    });
    reasons.push(
      { ...of, at: timestamp(start), campaign: campaign.id, reason: 'cap', n: listeners - heard },
      { ...of, at: timestamp(start), campaign: campaign.id, reason: 'pace', n: Math.round(heard * 0.2 * random()) },
    );
    for (let n = 0; n < heard; n++) spots.push(...spotRows(at, { campaign, demo, start, id, random }));
  }
  const token = `demonstration:${campaign.id}:${at.station}:${String(day)}`;
  await insert(clickhouse, 'spots', spots, token);
  await insert(clickhouse, 'breaks', breaks, `${token}:breaks`);
  await insert(clickhouse, 'ad_reasons', reasons, `${token}:reasons`);
  return spots.filter(({ quartile }) => quartile === 0).length;
};

/** The hours of a campaign, in the time zone of its station. */
const plays = ({ schedule }: Campaign, timeZone: string, at: number): boolean => {
  if (schedule === null) return true;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(parts['weekday'] ?? '') + 1;
  const minute = Number(parts['hour']) * 60 + Number(parts['minute']);
  return schedule.some(({ days, from, to }) => days.includes(day) && minute >= from && minute < to);
};

type Spot = { campaign: Campaign; demo: Paced; start: number; id: string; random: () => number };

const spotRows = (at: CreatedStation, { campaign, demo, start, id, random }: Spot): Row[] => {
  const { address: _, ...listener } = listenerOf(at, Math.floor(random() * at.of.audience * 40));
  const fixed = {
    ...{ engine: 'demonstration', station: at.station, account: at.account, campaign: campaign.id },
    ...{ session: `d${Math.floor(random() * 2 ** 52).toString(36)}`, ...listener },
    ...{ spot: campaign.audio?.id ?? '', lease: '', break_id: id, slot: 0, kind: 'mid' },
    ...priceOf(at, campaign),
  };
  const draw = random();
  return reached.flatMap((share, quartile) =>
    draw > share ? [] : [{ ...fixed, quartile, at: timestamp(start + (quartile * demo.spot.seconds * 1000) / 4) }],
  );
};

/** An account's own campaign earns nothing. */
const priceOf = (at: CreatedStation, { accountKey, impressionPrice, currency }: Campaign): Row => ({
  ...{ payer: accountKey, price: Math.round(impressionPrice * microsPerUnit), price_currency: currency, currency },
  payout: accountKey === at.account ? 0 : microsOfCpm(demoCpm, currency),
});

const timestamp = (ms: number): string => new Date(ms).toISOString().replace('T', ' ').slice(0, 23);

const insert = async (clickhouse: ClickHouseClient, table: string, values: Row[], token: string): Promise<void> => {
  if (values.length === 0) return;
  await clickhouse.insert({
    table,
    values,
    format: 'JSONEachRow',
    clickhouse_settings: {
      insert_deduplication_token: token,
      deduplicate_blocks_in_dependent_materialized_views: 1,
    },
  });
};
