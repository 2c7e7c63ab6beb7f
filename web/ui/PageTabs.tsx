import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import classes from './PageTabs.module.css';

type PageTabsProps = { label: string; tabs: readonly { to: string; text: string; exact?: boolean }[] };

/** The pages of one subject beside each other; each is an address of its own. Where there is no room for all, the current one is in sight. */
export const PageTabs = ({ label, tabs }: PageTabsProps) => {
  const nav = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current=page]');
    if (!nav.current || !current) return;
    const [row, tab] = [nav.current.getBoundingClientRect(), current.getBoundingClientRect()];
    if (tab.left < row.left || tab.right > row.right) nav.current.scrollLeft += tab.left - row.left - 16;
  }, [path]);
  return (
    <nav aria-label={label} className={classes.tabs} ref={nav}>
      {tabs.map(({ to, text, exact = false }) => (
        <Link key={to} to={to as '/'} className={classes.tab} activeOptions={{ exact, includeSearch: false }}>
          {text}
        </Link>
      ))}
    </nav>
  );
};
