import { Link, useLocation, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import classes from './PageTabs.module.css';

type PageTabsProps = {
  label: string;
  tabs: readonly { to: string; text: string; exact?: boolean }[];
  /** Whether these are second-level tabs, with a quieter style. */
  isSecond?: boolean;
};

/** The pages of one subject as link tabs; scrolls the current one into view if they do not fit. */
export const PageTabs = ({ label, tabs, isSecond = false }: PageTabsProps) => {
  const nav = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  // The router puts scrolled parts back where they were once the page is there, which is after the path has changed.
  const rendered = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  useEffect(() => {
    const links = [...(nav.current?.querySelectorAll<HTMLAnchorElement>('a') ?? [])];
    const current = links.findLast((link) => isWithin(path, link.pathname));
    const row = nav.current;
    if (!row || !current) return undefined;
    // Told where both are when the page is laid out: to ask now would lay it out once more.
    const seen = new IntersectionObserver(
      ([tab]) => {
        seen.disconnect();
        if (tab?.rootBounds && tab.intersectionRatio < 1)
          row.scrollLeft += tab.boundingClientRect.left - tab.rootBounds.left - 16;
      },
      { root: row },
    );
    seen.observe(current);
    return () => seen.disconnect();
  }, [path, rendered]);
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

/** Compares paths itself, because the links update their active state later. */
const isWithin = (path: string, page: string): boolean => path === page || path.startsWith(`${page}/`);
