import { UnstyledButton, type BoxProps } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Surface } from './Surface.tsx';
import classes from './Surface.module.css';
import { useOpenParts } from './use-open-parts.ts';

type FoldingSurfaceProps = BoxProps & {
  /** Its name in the URL. */
  name: string;
  title: string;
  description?: ReactNode;
  flush?: boolean;
  children: ReactNode;
};

/** A card far down a long page: closed until its title is clicked, with the open ones in the URL; on paper all are open. */
export const FoldingSurface = ({ name, title, description, flush = false, children, ...box }: FoldingSurfaceProps) => {
  const { isOpen, toggle } = useOpenParts(name);
  return (
    <Surface
      {...box}
      title={
        <UnstyledButton className={classes.fold} aria-expanded={isOpen} onClick={toggle}>
          <IconChevronDown size={18} aria-hidden />
          {title}
        </UnstyledButton>
      }
      flush={flush}
      {...(isOpen && { children, ...(description !== undefined && { description }) })}
    />
  );
};
