import type { AppStats, AppStatsReply } from '#contract/app-stats.ts';
import { stationsOf } from '../../analytics.repo.ts';
import { appStatsOf } from '../../app/app-stats.service.ts';
import { counted, plainNumber } from '../report-words.ts';
import type { ScheduleRow } from '../reports.repo.ts';
import {
  numbersOfStations,
  partTable,
  topNamed,
  topRows,
  type Days,
  type NumbersDeps,
  type ReportNumbers,
  type Shown,
} from './letter-numbers.ts';

const platforms = { ios: 'iOS', android: 'Android' } as const;

/** App listening of an account's stations, or of one, as on the app page. */
export const appNumbers = async (
  deps: NumbersDeps,
  { account_key, about_station }: ScheduleRow,
  days: Days,
): Promise<ReportNumbers> => {
  if (!account_key) throw new Error('Only an account has a report of applications.');
  const own = await stationsOf(deps.db, account_key);
  const stations = about_station === null ? own : own.filter(({ key }) => key === about_station);
  return await numbersOfStations<AppStats, AppStatsReply>(stations, days, {
    read: (which, { type, query }) => appStatsOf(deps, which, type, query),
    shown,
    lead: ({ sessions, minutes }) =>
      sessions === 0
        ? undefined
        : `${counted(sessions, 'session')} and ${counted(Math.round(minutes), 'minute')} in applications`,
    parts: (now) => partsOf(now, about_station === null),
    slots: {
      sessions: (slot) => slot.sessions,
      minutes: (slot) => slot.minutes,
      uniques: (slot) => slot.uniques.total,
      ios: (slot) => slot.uniques.ios,
      android: (slot) => slot.uniques.android,
    },
  });
};

const inParts: readonly Shown<AppStats>[] = [
  { metric: 'appMinutes', of: ({ minutes }) => minutes, text: plainNumber },
  { metric: 'appSessions', of: ({ sessions }) => sessions, text: plainNumber },
  { metric: 'appUniques', of: ({ uniques }) => uniques.total, text: plainNumber },
];
const shown: readonly Shown<AppStats>[] = [
  ...inParts,
  {
    metric: 'appSessionAverage',
    of: ({ minutes, sessions }) => (sessions === 0 ? 0 : minutes / sessions),
    text: (value) => `${value.toFixed(1)} min`,
  },
];

const partsOf = ({ platform_stats, station_stats, country_stats }: AppStatsReply, withStations: boolean) => {
  const byPlatform = platform_stats.map(({ platform, stats }) => ({ name: platforms[platform], stats }));
  return [
    partTable('Platforms', inParts, byPlatform),
    ...(withStations ? [partTable('Stations', inParts, station_stats.slice(0, topNamed))] : []),
    partTable('Countries', inParts, country_stats.slice(0, topRows)),
  ];
};
