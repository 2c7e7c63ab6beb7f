import { Progress, Text } from '@mantine/core';
import type * as z from 'zod/mini';
import type { Dashboard } from '#contract/portal.ts';
import { byteSize } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';

/** From here on the disk is called nearly full. */
const nearlyFull = 0.85;
const full = 0.95;

/** What the portal's files take, and what is left; a bucket's room has no end. */
export const StorageMeter = ({ storage }: { storage: z.infer<typeof Dashboard>['storage'] }) => {
  const { used, free, total } = storage;
  const taken = total === null || free === null ? undefined : (total - free) / Math.max(1, total);
  const color = taken === undefined || taken < nearlyFull ? 'brand' : taken < full ? 'yellow' : 'red';
  return (
    <Surface title="Storage">
      {taken !== undefined && <Progress size="lg" value={taken * 100} color={color} aria-label="Disk taken" mb="xs" />}
      <Text size="sm">
        <bdi>
          {byteSize(used)} in files of the portal
          {free !== null && total !== null && `, ${byteSize(free)} of ${byteSize(total)} free`}
        </bdi>
      </Text>
      {color !== 'brand' && (
        <Text size="sm" fw={600} mt={4}>
          The disk is nearly full: uploads will be refused. Make room, or move to a larger disk or a bucket.
        </Text>
      )}
    </Surface>
  );
};
