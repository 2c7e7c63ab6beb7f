import { Link } from '@tanstack/react-router';
import classes from './PageSwitch.module.css';

type PageSwitchProps = { label: string; pages: readonly { to: string; text: string }[] };

/** The few pages of one subject as one control at the end of its heading; each is an address of its own, of what was chosen. */
export const PageSwitch = ({ label, pages }: PageSwitchProps) => (
  <nav aria-label={label} className={classes.root}>
    {pages.map(({ to, text }) => (
      <Link
        key={to}
        to={to as '/'}
        className={classes.page}
        activeOptions={{ exact: true, includeSearch: false }}
        resetScroll={false}
        search={kept as never}
      >
        {text}
      </Link>
    ))}
  </nav>
);

/** Which page of a table was open, or which file a letter led to, says nothing of another page. */
const kept = (search: object): object => ({ ...search, page: undefined, report: undefined });
