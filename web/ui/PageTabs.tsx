import { Link } from '@tanstack/react-router';
import classes from './PageTabs.module.css';

type PageTabsProps = { label: string; tabs: readonly { to: string; text: string; exact?: boolean }[] };

/** The pages of one subject beside each other; each is an address of its own. */
export const PageTabs = ({ label, tabs }: PageTabsProps) => (
  <nav aria-label={label} className={classes.tabs}>
    {tabs.map(({ to, text, exact = false }) => (
      <Link key={to} to={to as '/'} className={classes.tab} activeOptions={{ exact, includeSearch: false }}>
        {text}
      </Link>
    ))}
  </nav>
);
