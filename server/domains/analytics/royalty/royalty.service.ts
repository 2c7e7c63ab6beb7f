import type { ComplementReply, RoyaltyStats } from '#contract/royalty.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { isoIn } from '#server/kernel/time-zone.ts';
import { excessesOf } from './complement.ts';
import { performedBy, playedBy, reportPeriod, type RoyaltyDeps } from './performed.ts';
import type { Territory } from './read-station.ts';
import { gatherRecordings, hasAlbumAndLabel, hasIsrc, type Recording } from './recordings.ts';
import type { RoyaltyStation } from './royalty.repo.ts';

type Dates = { from_date: string; to_date: string };
const mostListed = 10_000;
const mostWarnings = 500;

/**
 * What these stations performed in a period (spec §7 "metadata"): recordings with their plays, performances and listening,
 * and how many of them can be told apart. In the time zone of the first station. Refuses as `performedBy`.
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
  for await (const performed of performedBy(deps, stations, period, territory)) {
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

/** Where the programme of these stations had more of an album or artist than the performance complement, the latest first. */
export const complementOf = async (
  deps: RoyaltyDeps,
  stations: readonly RoyaltyStation[],
  dates: Dates,
): Promise<ComplementReply> => {
  const zone = stations[0]?.zone ?? refuse('station.notFound');
  const period = reportPeriod(dates, zone);
  const found: (ComplementReply['warnings'][number] & { began: number })[] = [];
  for (const station of stations) {
    const plays = await playedBy(deps, station, period);
    const selections = plays.filter(({ kind, artist }) => kind === 'recording' && artist !== '');
    for (const { plays: of, ...excess } of excessesOf(selections)) {
      const told = of.map(({ at, artist, title, album }) => ({ at: isoIn(period.zone, at), artist, title, album }));
      const [from, to] = [told[0]?.at ?? '', told.at(-1)?.at ?? ''];
      const where = { station_key: station.key, station: station.name };
      found.push({ ...where, ...excess, from, to, plays: told, began: of[0]?.at ?? 0 });
    }
  }
  const latest = found.sort((one, other) => other.began - one.began);
  return {
    timezone: period.zone,
    total: found.length,
    warnings: latest.slice(0, mostWarnings).map(({ began: _, ...warning }) => warning),
  };
};
