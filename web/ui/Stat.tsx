import { Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { InfoTooltip } from './InfoTooltip.tsx';
import classes from './Stat.module.css';

type StatProps = { label: string; value: ReactNode; hint?: ReactNode; definition: string };

/** A metric with its label, value and a tooltip with its definition. */
export const Stat = ({ label, value, hint, definition }: StatProps) => (
  <div className={classes.root}>
    <div className={classes.label}>
      {label}
      <InfoTooltip label={definition}>
        <button type="button" className={classes.info} aria-label={`${label}: ${definition}`}>
          <IconInfoCircle size={15} aria-hidden />
        </button>
      </InfoTooltip>
    </div>
    <div className={`${classes.value} numbers`}>
      <bdi>{value}</bdi>
    </div>
    {hint !== undefined && (
      <Text size="sm" c="dimmed" component="div">
        <bdi>{hint}</bdi>
      </Text>
    )}
  </div>
);

/** A row of stats that wraps as needed. */
export const StatRow = ({ children }: { children: ReactNode }) => <div className={classes.row}>{children}</div>;
