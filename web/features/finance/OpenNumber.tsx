import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type OpenNumberProps = {
  /** What changes in the URL. */
  search: object;
  /** What the link leads to, for screen readers. */
  label: string;
  children: ReactNode;
};

/** A number, or the name beside it, that leads to what it consists of. */
export const OpenNumber = ({ search, label, children }: OpenNumberProps) => (
  <Anchor
    inherit
    aria-label={label}
    renderRoot={(props) => <Link to="." search={((from: object) => ({ ...from, ...search })) as never} {...props} />}
  >
    {children}
  </Anchor>
);
