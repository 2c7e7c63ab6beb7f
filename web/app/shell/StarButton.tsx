import { UnstyledButton } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { setPreferences, usePreferences } from '#web/lib/preferences.ts';
import classes from './Breadcrumb.module.css';
import { pageNameOf, toggleStar } from './starred.ts';

/** Adds the page to the starred pages in the navigation, or removes it. */
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
      title={isStarred ? 'Remove star' : 'Star this page'}
      onClick={() =>
        setPreferences({ starred: toggleStar(starred, { path: pathname, title: pageNameOf(document.title) }) })
      }
    >
      <Icon size={17} aria-hidden />
    </UnstyledButton>
  );
};
