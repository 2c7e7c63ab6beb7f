import { useLocation } from '@tanstack/react-router';
import { offersRoute } from '#web/lib/brand-routes.ts';
import { navPlaceOf } from './nav-place.ts';
import { NavLink } from './NavLink.tsx';
import { portalEntries } from './portal-entries.ts';
import classes from './Navigation.module.css';

/** The pages of the portal area, for portal administrators (spec §2). */
export const PortalLinks = () => {
  const place = useLocation({ select: ({ pathname }) => navPlaceOf(pathname) });
  return (
    <>
      <div className={classes.heading}>Portal</div>
      {portalEntries
        .filter(([path]) => offersRoute(path))
        .map(([path, name, Icon]) => (
          <NavLink key={path} to={path} isCurrent={place === path}>
            <Icon size={19} aria-hidden />
            {name}
          </NavLink>
        ))}
    </>
  );
};
