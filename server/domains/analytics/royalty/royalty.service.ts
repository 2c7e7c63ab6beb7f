import type { ComplementReply, RoyaltyStats } from '#contract/api/royalty.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { isoIn } from '#server/kernel/time-zone.ts';
import { excessesOf, type ComplementExcess } from './complement.ts';
import { stationPerformances, namedPlaysOf, reportPeriod, type RoyaltyDeps } from './station-performances.ts';
import type { Territory } from './read-station.ts';
import { gatherRecordings, hasAlbumAndLabel, hasIsrc, type Recording } from './recordings.ts';
import type { RoyaltyStation } from './royalty.repo.ts';

type Dates = { from_date: string; to_date: string };
const mostListed = 10_000;
const mostWarnings = 500;
const mostPlays = 50;

/**
 * What these stations performed in a period (spec §7 "metadata"): recordings with their plays, performances and
 * listening, and how many of them can be identified. In the time zone of the first station. Refuses as
 * `stationPerformances`.
 */
export const royaltyStatsOf = async (
  deps: RoyaltyDeps,
  stations: readonly RoyaltyStation[],
  { territory, ...dates }: Dates & { territory: Territory },
): Promise<RoyaltyStats> => {
  const zone = stations[0]?.zone ?? 'UTC';
  const period = reportPeriod(dates, zone);
  const gathered = gatherRecordings();
  let ms = 0;
  for await (const performed of stationPerformances(deps, stations, period, territory)) {
    gathered.add(performed.plays);
    ms += performed.ms;
  }
  const list = gathered.list();
  const { jingle: jingles, speech, untitled } = gathered.apart;
  return {
    ...{ timezone: period.zone, ...dates, territory },
    totals: { ...summed(list), recordings: list.length },
    aggregate_tuning_hours: ms / 3_600_000,
    coverage: {
      isrc: performancesOf(list.filter(hasIsrc)),
      album_label: performancesOf(list.filter(hasAlbumAndLabel)),
      identified: performancesOf(list.filter((one) => hasIsrc(one) || hasAlbumAndLabel(one))),
    },
    apart: { jingles, speech, untitled },
    recordings: list.slice(0, mostListed),
  };
};

const performancesOf = (list: readonly Recording[]): number =>
  list.reduce((sum, { performances }) => sum + performances, 0);

const summed = (list: readonly Recording[]) => ({
  plays: list.reduce((sum, { plays }) => sum + plays, 0),
  performances: performancesOf(list),
  listening_time: list.reduce((sum, { listening_time }) => sum + listening_time, 0),
});

/** Where these stations played more of an album or artist than the performance complement allows, latest first. */
export const complementOf = async (
  deps: RoyaltyDeps,
  stations: readonly RoyaltyStation[],
  dates: Dates,
): Promise<ComplementReply> => {
  const zone = stations[0]?.zone ?? refuse('station.notFound');
  const period = reportPeriod(dates, zone);
  const found: Found[] = [];
  for (const station of stations) {
    const plays = await namedPlaysOf(deps, station, period);
    const selections = plays.filter(({ kind, artist }) => kind === 'recording' && artist !== '');
    found.push(...excessesOf(selections).map((excess) => ({ station, excess })));
  }
  const latest = found.sort((one, other) => beginOf(other) - beginOf(one)).slice(0, mostWarnings);
  return { timezone: period.zone, total: found.length, warnings: latest.map((one) => warningOf(one, period.zone)) };
};

type Found = { station: RoyaltyStation; excess: ComplementExcess };
const beginOf = ({ excess }: Found): number => excess.plays[0]?.at ?? 0;

const warningOf = (
  { station, excess: { plays, ...excess } }: Found,
  zone: string,
): ComplementReply['warnings'][number] => ({
  ...{ station_key: station.key, station: station.name },
  ...excess,
  from: isoIn(zone, plays[0]?.at ?? 0),
  to: isoIn(zone, plays.at(-1)?.at ?? 0),
  plays: plays
    .slice(0, mostPlays)
    .map(({ at, artist, title, album }) => ({ at: isoIn(zone, at), artist, title, album })),
});
