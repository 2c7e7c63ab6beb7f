import type { StationKey } from '#contract/rules/keys.ts';
import type { StationLive } from '#contract/api/session.ts';
import { useStationsLive } from '#web/parts/station-queries.ts';
import { abbreviate, count } from '#web/lib/format.ts';
import { NavLink } from './NavLink.tsx';
import classes from './Navigation.module.css';

type StationLinksProps = {
  /** The path of the account's stations. */
  base: string;
  stations: readonly { key: StationKey; name: string }[];
  /** The entry of the open page. */
  place: string | undefined;
};

/** Stations, each with its listeners and a lamp that shows whether it is on the air. */
export const StationLinks = ({ base, stations, place }: StationLinksProps) => {
  const live = useStationsLive(stations.map(({ key }) => key));
  return stations.map(({ key, name }) => {
    const state = live.get(key);
    return (
      <NavLink key={key} to={`${base}/${key}`} isCurrent={place === `${base}/${key}`}>
        <span className={classes.lamp} data-state={lampOf(state)} aria-hidden />
        <span className={classes.name}>{name}</span>
        {state && state.status === 'active' && (
          <span className={classes.count} title={count(state.listeners, 'listener')}>
            {abbreviate(state.listeners)}
          </span>
        )}
      </NavLink>
    );
  });
};

const lampOf = (state: StationLive | undefined): 'live' | 'on' | 'off' => {
  if (!state || state.status !== 'active' || state.source === 'none' || state.source === 'silence') return 'off';
  return state.source === 'live' ? 'live' : 'on';
};
