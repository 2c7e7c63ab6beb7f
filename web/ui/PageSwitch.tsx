import { Link } from '@tanstack/react-router';
import classes from './PageSwitch.module.css';

type PageSwitchProps = { label: string; pages: readonly { to: string; text: string }[] };

/** The few pages of one subject as a segmented control of links, which carry over the URL state. */
export const PageSwitch = ({ label, pages }: PageSwitchProps) => (
  <nav aria-label={label} className={classes.root}>
    {pages.map(({ to, text }) => (
      <Link
        key={to}
        to={to as '/'}
        className={classes.page}
        activeOptions={{ exact: true, includeSearch: false }}
        resetScroll={false}
        search={searchFor as never}
      >
        {text}
      </Link>
    ))}
  </nav>
);

/** Drops the table page and the file linked in an e-mail, which do not apply to other pages. */
const searchFor = (search: object): object => ({ ...search, page: undefined, report: undefined });
