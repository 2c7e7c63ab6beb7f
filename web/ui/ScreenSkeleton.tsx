import { Skeleton, Stack } from '@mantine/core';

/** The skeleton of a screen while it loads. */
export const ScreenSkeleton = () => (
  <Stack gap="lg" role="status" aria-label="Loading">
    <Skeleton h={34} w="min(320px, 70%)" />
    <Skeleton h={96} radius="lg" />
    <Skeleton h={260} radius="lg" />
  </Stack>
);
