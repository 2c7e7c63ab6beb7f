import { IconChevronDown, IconStar } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { usePreferences } from '#web/lib/preferences.ts';
import classes from './Navigation.module.css';
import { splitStarred, type Starred } from './starred.ts';

/** The starred pages: the first 10 listed separately, the others under "More" (spec §9). */
export const StarredLinks = () => {
  const { starred } = usePreferences();
  const { apart, more } = splitStarred(starred);
  if (apart.length === 0) return null;
  return (
    <>
      <div className={classes.heading}>Starred</div>
      <Pages pages={apart} />
      {more.length > 0 && (
        <details className={classes.more}>
          <summary>
            <IconChevronDown size={17} aria-hidden />
            More ({more.length})
          </summary>
          <Pages pages={more} />
        </details>
      )}
    </>
  );
};

const Pages = ({ pages }: { pages: Starred }) =>
  pages.map(({ path, title }) => (
    <Link
      key={path}
      to={path as '/'}
      className={classes.item}
      activeOptions={{ exact: true, includeSearch: false }}
      // Only the page's regular entry is marked as active.
      activeProps={{ className: '' }}
    >
      <IconStar size={17} aria-hidden />
      <span className={classes.name}>{title}</span>
    </Link>
  ));
