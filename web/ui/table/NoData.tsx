import { Text, type TextProps } from '@mantine/core';

/** Shown instead of rows in an empty table (spec §8). */
export const NoData = (props: TextProps) => (
  <Text c="dimmed" ta="center" py="lg" {...props}>
    No data Available
  </Text>
);
