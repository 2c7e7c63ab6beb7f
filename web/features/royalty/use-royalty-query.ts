import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Station } from '#contract/api/stations.ts';
import { reportTimeZone } from '#web/parts/report-time-zone.ts';
import type { RoyaltyQuery } from './queries.ts';
import { datesOf } from './royalty-period.ts';
import type { RoyaltyPeriod, RoyaltySearch } from './royalty-search.ts';

export type RoyaltyRequest = {
  selection: RoyaltyQuery;
  period: RoyaltyPeriod;
  /** Today's date in the report's time zone. */
  today: string;
  station: Station | undefined;
  change: (to: Partial<RoyaltySearch>) => void;
};

/** The period and station of the URL; days are in the time zone of the station, or of the account's oldest one. */
export const useRoyaltyQuery = (stations: readonly Station[]): RoyaltyRequest => {
  const { period = 'thisMonth', from = '', to = '', station: chosen }: RoyaltySearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const station = stations.find(({ key }) => key === chosen);
  const timeZone = reportTimeZone(stations, station);
  const today = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date());
  return {
    selection: { ...datesOf(period, today, { from, to }), ...(station && { stationKeys: [station.key] }) },
    period,
    today,
    station,
    change: (to) =>
      void navigate({
        to: '.',
        search: ((before: object) => ({ ...before, page: undefined, ...to })) as never,
        replace: true,
        resetScroll: false,
      }),
  };
};
