import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AccountKey } from '#contract/keys.ts';
import type { StationLive } from '#contract/session.ts';
import { myStationsQuery } from '#web/features/session/queries.ts';
import { useStationsLive } from '#web/parts/station-queries.ts';
import { abbreviate, count } from '#web/lib/format.ts';
import classes from './Navigation.module.css';

const maxStations = 12;

/** The first stations of an account, each with its listeners and a lamp that shows whether it is on the air. */
export const StationLinks = ({ accountKey }: { accountKey: AccountKey }) => {
  const { data } = useQuery(myStationsQuery);
  const accountStations = (data ?? []).filter((station) => station.account_key === accountKey);
  const stations = accountStations.slice(0, maxStations);
  const live = useStationsLive(stations.map(({ key }) => key));
  if (data && accountStations.length === 0) return <div className={classes.hint}>No stations yet.</div>;
  return (
    <>
      {stations.map(({ key, name }) => {
        const state = live.get(key);
        return (
          <Link
            key={key}
            to="/accounts/$accountKey/stations/$stationKey"
            params={{ accountKey, stationKey: key }}
            className={classes.item}
            activeOptions={{ includeSearch: false }}
          >
            <span className={classes.lamp} data-state={lampOf(state)} aria-hidden />
            <span className={classes.name}>{name}</span>
            {state && state.status === 'active' && (
              <span className={classes.count} title={count(state.listeners, 'listener')}>
                {abbreviate(state.listeners)}
              </span>
            )}
          </Link>
        );
      })}
      {accountStations.length > maxStations && (
        <Link to="/accounts/$accountKey/stations" params={{ accountKey }} className={classes.item}>
          All {accountStations.length} stations
        </Link>
      )}
    </>
  );
};

const lampOf = (state: StationLive | undefined): 'live' | 'on' | 'off' => {
  if (!state || state.status !== 'active' || state.source === 'none' || state.source === 'silence') return 'off';
  return state.source === 'live' ? 'live' : 'on';
};
