import type { NowPlaying } from '#contract/api/live.ts';
import { slotTimes } from '#contract/rules/recording-slots.ts';
import { dayMs } from '#contract/rules/time.ts';
import { findPlayerForStation, type PublicPlayer } from '#server/domains/players/public-player.service.ts';
import { songRequestSettings } from '#server/domains/song-requests/song-requests.service.ts';
import type { StationRow } from '#server/domains/stations/stations.service.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { knownZone } from '#server/kernel/time-zone.ts';
import { portalSettings } from '#server/platform/settings.ts';
import { nextOnAir, type NextTime } from './next-on-air.ts';
import {
  personalitiesOf,
  presentersOfStation,
  programmeOf,
  showsOf,
  type ListedPerson,
  type ListedShow,
  type ProgrammeRow,
} from './pages.repo.ts';

/** One broadcast of the programme, ms since the epoch. */
export type Broadcast = { title: string; pretty_url: string; begin: number; end: number };

export type StationSource = {
  station: StationRow;
  /** The player that it has; undefined where there is none, or it is switched off. */
  player: PublicPlayer | undefined;
  /** What it plays; undefined where only a script can ask for it. */
  playing: NowPlaying | undefined;
  /** Whether it takes song requests, perhaps not now. */
  takesRequests: boolean;
  shows: ListedShow[];
  people: ListedPerson[];
  /** Of now and the next seven days, in order. */
  programme: Broadcast[];
  /** When its presenters are on the air, in order. */
  next: NextTime[];
  now: number;
  terms: string;
  privacy: string;
};

const programmeDays = 7;
const mostBroadcasts = 12;
/** A broadcast may have begun this long ago. */
const longestMs = dayMs / 2;

/** What the page of a station shows beside the station itself. */
export const readStationSource = async (
  db: Db,
  station: StationRow,
  {
    now,
    playing,
    hasPlayers,
  }: { now: number; playing: Promise<NowPlaying | undefined> | undefined; hasPlayers: boolean },
): Promise<StationSource> => {
  const [shows, people, schedules, presenters, settings, requests, player, current] = await Promise.all([
    showsOf(db, station.key),
    personalitiesOf(db, station.key),
    programmeOf(db, station.key),
    presentersOfStation(db, station.key),
    portalSettings(db),
    songRequestSettings(db, station.key),
    hasPlayers ? findPlayerForStation(db, station.key) : undefined,
    playing,
  ]);
  const programme = broadcastsOf(schedules, now);
  return {
    ...{ station, player, playing: current, takesRequests: requests.enabled, shows, people, programme, now },
    next: nextOnAir(presenters, now, mostBroadcasts),
    ...{ terms: settings.terms_url, privacy: settings.privacy_url },
  };
};

const broadcastsOf = (schedules: readonly ProgrammeRow[], now: number): Broadcast[] =>
  schedules
    .flatMap(({ title, pretty_url, ...schedule }) => {
      const plan = {
        ...{ begin: schedule.first_day, end: schedule.last_day, slots: schedule.slots },
        ...{ timezone: knownZone(schedule.timezone), frequency: schedule.every_weeks },
      };
      const times = slotTimes(plan, now - longestMs, now + programmeDays * dayMs);
      return times.map((time) => ({ title, pretty_url, ...time }));
    })
    .filter(({ end }) => end > now)
    .toSorted((a, b) => a.begin - b.begin)
    .slice(0, mostBroadcasts);
