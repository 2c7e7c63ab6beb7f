import { VisuallyHidden } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { DropMenu } from './DropMenu.tsx';
import classes from './DropMenu.module.css';

/** The actions of a list row behind a three-dot button. */
export const MoreMenu = ({ label, children }: { label: string; children: ReactNode }) => (
  <DropMenu
    label={label}
    side="end"
    width={220}
    floats
    buttonClass={classes.more}
    button={
      <>
        <IconDots size={18} aria-hidden />
        <VisuallyHidden>{label}</VisuallyHidden>
      </>
    }
  >
    {children}
  </DropMenu>
);
