import { usePages } from '#web/lib/pages.ts';
import { navEntriesOf } from './nav-entries.ts';
import { useNavPlace } from './nav-place.ts';
import { NavLink } from './NavLink.tsx';
import { portalIcons } from './portal-icons.ts';
import classes from './Navigation.module.css';

/** The pages of the portal area, for portal administrators (spec §2). */
export const PortalLinks = () => {
  const place = useNavPlace();
  const pages = usePages();
  return (
    <>
      <div className={classes.heading}>Portal</div>
      {navEntriesOf(pages, 'portal').map(({ route, name, icon }) => {
        const Icon = portalIcons[icon as keyof typeof portalIcons];
        return (
          <NavLink key={route} to={route} isCurrent={place === route}>
            <Icon size={19} aria-hidden />
            {name}
          </NavLink>
        );
      })}
    </>
  );
};
