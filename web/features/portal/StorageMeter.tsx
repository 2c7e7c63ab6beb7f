import { Progress, Text } from '@mantine/core';
import type * as z from 'zod/mini';
import type { Dashboard } from '#contract/api/portal.ts';
import { byteSize } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';

/** Share of the disk from which it counts as nearly full. */
const nearlyFull = 0.85;
const full = 0.95;

/** Disk usage of the portal's files; a bucket has no limit. */
export const StorageMeter = ({ storage }: { storage: z.infer<typeof Dashboard>['storage'] }) => {
  const { used, free, total } = storage;
  const usedShare = total === null || free === null ? undefined : (total - free) / Math.max(1, total);
  const color = usedShare === undefined || usedShare < nearlyFull ? 'brand' : usedShare < full ? 'yellow' : 'red';
  return (
    <Surface title="Storage">
      {usedShare !== undefined && (
        <Progress size="lg" value={usedShare * 100} color={color} aria-label="Disk usage" mb="xs" />
      )}
      <Text size="sm">
        <bdi>
          {byteSize(used)} used by portal files
          {free !== null && total !== null && `, ${byteSize(free)} of ${byteSize(total)} free`}
        </bdi>
      </Text>
      {color !== 'brand' && (
        <Text size="sm" fw={600} mt={4}>
          The disk is nearly full and uploads will be refused. Free space, or move to a larger disk or a bucket.
        </Text>
      )}
    </Surface>
  );
};
