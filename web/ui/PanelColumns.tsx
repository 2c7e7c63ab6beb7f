import { Box, type BoxProps } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './PanelColumns.module.css';

/** Cards of different heights in two columns that are about equally high, from the top of the first to the end of the second; one on narrow screens. */
export const PanelColumns = ({ children, ...box }: BoxProps & { children: ReactNode }) => (
  <Box {...box} className={classes.root}>
    {children}
  </Box>
);
