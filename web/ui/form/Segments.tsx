import { Box, type BoxProps } from '@mantine/core';
import { useId } from 'react';
import classes from './Segments.module.css';

type Segment<T extends string> = { value: T; label: string };

export type SegmentsProps<T extends string> = Omit<BoxProps, 'size'> & {
  data: readonly Segment<T>[];
  value: T;
  onChange: (value: T) => void;
  size?: 'xs' | 'sm';
  fullWidth?: boolean;
  disabled?: boolean;
  'aria-label'?: string;
  'aria-labelledby'?: string;
};

/**
 * A choice of a few, side by side: radio buttons. Mantine's control measures where its moving background goes, and renders
 * itself four times for that; a report has four of them, so a cold page was laid out twice (ADR 101).
 */
export const Segments = <T extends string>({
  data,
  value,
  onChange,
  size = 'sm',
  fullWidth = false,
  disabled = false,
  ...box
}: SegmentsProps<T>) => {
  const name = useId();
  return (
    <Box role="radiogroup" className={classes.segments} mod={{ size, wide: fullWidth }} {...box}>
      {data.map((segment) => (
        <label key={segment.value} className={classes.segment}>
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            disabled={disabled}
            onChange={() => onChange(segment.value)}
          />
          <span>{segment.label}</span>
        </label>
      ))}
    </Box>
  );
};
