import type { ClickHouseClient } from '@clickhouse/client';
import type { AccountKey, CampaignKey } from '#contract/rules/keys.ts';
import { hourMs } from '#contract/rules/time.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { isoIn, knownZone, nextDate, startOfDay } from '#server/kernel/time-zone.ts';
import { emptyIfMissing } from '#server/platform/clickhouse/query.ts';
import type { TimeRange } from '#server/platform/period.ts';
import { byHourOfTime, playsWithin } from './heard-spots.ts';
import { recordingOf, recordingsWithin } from '../proofs/proofs.ts';
import { reportedCampaign, stationNames } from './reports.repo.ts';

type Deps = Pick<Kernel, 'db' | 'clock'> & { clickhouse: ClickHouseClient };
type Proof = { filename: string; rows: AsyncIterable<readonly (string | number)[]> };

/** How many impressions are read at once. */
const atOnce = 100_000;
const columns = [
  ...['time', 'station', 'stationName', 'position', 'place', 'audio', 'country', 'region', 'city'],
  // The hash of the recording of its break, where there is one.
  ...['device', 'player', 'output', 'heard', 'recording'],
];
const heard = ['0%', '25%', '50%', '75%', '100%'];

/** Proof of play: each impression in streams, in the campaign's time zone. Refuses with `campaign.notFound`. */
export const playsOf = async (
  { db, clickhouse, clock }: Deps,
  { id, cid }: { id: AccountKey; cid: CampaignKey },
  period: { from?: string | undefined; to?: string | undefined },
): Promise<Proof> => {
  const row = (await reportedCampaign(db, id, cid)) ?? refuse('campaign.notFound');
  const zone = knownZone(row.timezone);
  const [from, to] = [period.from ?? row.start_date, period.to ?? row.end_date];
  const end = Math.min(startOfDay(zone, nextDate(to)), clock.now().getTime());
  const range = { start: startOfDay(zone, from), end: Math.max(startOfDay(zone, from), end) };
  return { filename: `${cid}-plays-${from}-${to}.csv`, rows: rowsOf({ db, clickhouse }, cid, range, zone) };
};

async function* rowsOf(
  { db, clickhouse }: Pick<Deps, 'db' | 'clickhouse'>,
  campaign: CampaignKey,
  range: TimeRange,
  zone: string,
): AsyncGenerator<readonly (string | number)[]> {
  yield columns;
  const names = new Map<string, string>();
  const recordings = await recordingsWithin(db, campaign, range);
  for (const part of await partsOf(clickhouse, campaign, range)) {
    const plays = await playsWithin(clickhouse, { campaign, range: part });
    const unknown = [...new Set(plays.map(({ station }) => station))].filter((key) => !names.has(key));
    for (const { key, name } of await stationNames(db, unknown)) names.set(key, name);
    for (const play of plays)
      yield [
        ...[isoIn(zone, play.at), play.station, names.get(play.station) ?? '', play.kind, play.slot + 1, play.spot],
        ...[play.country, play.region, play.city, play.device, play.player, play.output, heard[play.reached] ?? ''],
        recordingOf(recordings, play),
      ];
  }
}

/** The range in parts of whole hours, each with so few impressions that it can be read at once. */
const partsOf = async (clickhouse: ClickHouseClient, campaign: CampaignKey, range: TimeRange): Promise<TimeRange[]> => {
  const hours = await byHourOfTime(clickhouse, { campaign, range }).catch(emptyIfMissing([]));
  const parts: (TimeRange & { n: number })[] = [];
  for (const { hour, n } of hours) {
    const [start, end] = [Math.max(range.start, hour), Math.min(range.end, hour + hourMs)];
    const last = parts.at(-1);
    if (last && last.n + n <= atOnce) Object.assign(last, { end, n: last.n + n });
    else parts.push({ start, end, n });
  }
  return parts;
};
