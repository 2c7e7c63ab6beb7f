import { UnstyledButton } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { setPreferences, usePreferences } from '#web/lib/preferences.ts';
import classes from './Breadcrumb.module.css';
import { pageNameOf, toggleStar } from './starred.ts';

/** Keeps the page at hand in the navigation, or lets it go. */
export const StarButton = () => {
  const { pathname } = useLocation();
  const { starred } = usePreferences();
  const isStarred = starred.some(({ path }) => path === pathname);
  const Icon = isStarred ? IconStarFilled : IconStar;
  return (
    <UnstyledButton
      className={classes.star}
      aria-pressed={isStarred}
      aria-label="Star this page"
      title={isStarred ? 'Remove the star' : 'Star this page'}
      onClick={() =>
        setPreferences({ starred: toggleStar(starred, { path: pathname, title: pageNameOf(document.title) }) })
      }
    >
      <Icon size={17} aria-hidden />
    </UnstyledButton>
  );
};
