import { PortalHeard } from '#web/features/live-map/shared/PortalHeard.tsx';
import { FailedJobs } from './FailedJobs.tsx';

/** What of the dashboard comes after its numbers: where the portal is heard, and what failed. */
export const DashboardTables = () => (
  <>
    <PortalHeard />
    <FailedJobs />
  </>
);
