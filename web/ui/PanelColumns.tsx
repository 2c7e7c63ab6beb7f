import { Box, type BoxProps } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './PanelColumns.module.css';

/** Two columns of cards that end at the same height; one below the other on narrow screens. */
export const PanelColumns = ({ children, ...box }: BoxProps & { children: ReactNode }) => (
  <Box {...box} className={classes.root}>
    {children}
  </Box>
);

/** A column of cards, of which the last fills what the other column is higher. */
export const PanelColumn = ({ children }: { children: ReactNode }) => <div className={classes.column}>{children}</div>;
