import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './Navigation.module.css';

type NavLinkProps = { to: string; isCurrent: boolean; children: ReactNode };

/** An entry of the navigation, marked while the page or one below it is open. */
export const NavLink = ({ to, isCurrent, children }: NavLinkProps) => (
  <Link
    to={to as '/'}
    className={isCurrent ? `${classes.item} ${classes.current}` : classes.item}
    activeOptions={{ exact: true, includeSearch: false }}
    {...(isCurrent && { 'aria-current': 'true' })}
  >
    {children}
  </Link>
);
