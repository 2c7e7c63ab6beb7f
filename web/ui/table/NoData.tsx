import { Text, type TextProps } from '@mantine/core';

/** What stands in the place of rows where a table has none (spec §8). */
export const NoData = (props: TextProps) => (
  <Text c="dimmed" ta="center" py="lg" {...props}>
    No data Available
  </Text>
);
