import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import classes from './PageTabs.module.css';

type PageTabsProps = {
  label: string;
  tabs: readonly { to: string; text: string; exact?: boolean }[];
  /** Below tabs that are above them all: quieter. */
  isSecond?: boolean;
};

/** The pages of one subject beside each other; each is an address of its own. Where there is no room for all, the current one is in sight. */
export const PageTabs = ({ label, tabs, isSecond = false }: PageTabsProps) => {
  const nav = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => {
    const links = [...(nav.current?.querySelectorAll<HTMLAnchorElement>('a') ?? [])];
    const current = links.findLast((link) => isWithin(path, link.pathname));
    if (!nav.current || !current) return;
    const [row, tab] = [nav.current.getBoundingClientRect(), current.getBoundingClientRect()];
    if (tab.left < row.left || tab.right > row.right) nav.current.scrollLeft += tab.left - row.left - 16;
  }, [path]);
  return (
    <nav aria-label={label} className={isSecond ? classes.second : classes.tabs} ref={nav}>
      {tabs.map(({ to, text, exact = false }) => (
        <Link key={to} to={to as '/'} className={classes.tab} activeOptions={{ exact, includeSearch: false }}>
          {text}
        </Link>
      ))}
    </nav>
  );
};

/** The links themselves learn later which of them is the current one. */
const isWithin = (path: string, page: string): boolean => path === page || path.startsWith(`${page}/`);
