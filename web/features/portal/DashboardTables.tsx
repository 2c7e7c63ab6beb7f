import { SimpleGrid } from '@mantine/core';
import type { PortalLive } from '#contract/live-stats.ts';
import { FailedJobs } from './FailedJobs.tsx';
import { HeardCountries, HeardStations } from './HeardNow.tsx';

/** The dashboard's tables, whose code comes after its numbers. */
export const DashboardTables = ({ live }: { live: PortalLive | undefined }) => (
  <>
    <SimpleGrid cols={{ base: 1, lg: 2 }} mt="md" spacing="md">
      <HeardCountries live={live} />
      <HeardStations live={live} />
    </SimpleGrid>
    <FailedJobs />
  </>
);
