import { useQuery } from '@tanstack/react-query';
import type { StationKey } from '#contract/rules/keys.ts';
import { meQuery } from '#web/features/session/queries.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import { browserTimeZone } from '#web/lib/zone-time.ts';

/** The time zone for publishing a podcast's episodes: the station's, else the user's, else the browser's. */
export const useZone = (station: StationKey | null): string => {
  const { data } = useQuery({ ...stationQuery(station as StationKey), enabled: station !== null });
  const { data: me } = useQuery(meQuery);
  return [data?.default_timezone, me?.localization.timezone].find(Boolean) ?? browserTimeZone();
};
