import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { Station } from '#contract/api/stations.ts';
import { recentStation } from '#web/features/session/shared/recent-station.ts';
import { accountStationsQuery } from '#web/parts/account-queries.ts';
import type { RawSearch } from './raw-search.ts';

export type SelectedStation = {
  stations: Station[];
  station: Station | undefined;
  choose: (key: StationKey | undefined) => void;
};

/** The station from the URL, or the account's only station. */
export const useSelectedStation = (accountKey: AccountKey): SelectedStation => {
  const selected = useStationOrRecent(accountKey);
  return selected.isChosen ? selected : { ...selected, station: undefined };
};

/** The station from the URL, else the one last opened, else the account's first. */
export const useStationOrRecent = (accountKey: AccountKey): SelectedStation & { isChosen: boolean } => {
  const { data: list } = useSuspenseQuery(accountStationsQuery(accountKey));
  const { station: selectedKey }: RawSearch = useSearch({ strict: false });
  const change = useRawSearch();
  const stations = list.entities.filter(({ deleted }) => !deleted);
  const chosen = stations.find(({ key }) => key === selectedKey) ?? (stations.length === 1 ? stations[0] : undefined);
  const recent = recentStation();
  const station = chosen ?? stations.find(({ key }) => key === recent) ?? stations[0];
  return {
    stations,
    station,
    isChosen: chosen !== undefined,
    choose: (key) => change({ station: key, report: undefined }),
  };
};

/** Changes the URL state of the page. */
export const useRawSearch = (): ((to: Partial<RawSearch>) => void) => {
  const navigate = useNavigate();
  return (to) =>
    void navigate({
      to: '.',
      search: ((before: object) => ({ ...before, ...to })) as never,
      replace: true,
      resetScroll: false,
    });
};
