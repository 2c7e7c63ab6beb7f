import { PortalAudience } from '#web/features/live-map/shared/PortalAudience.tsx';
import { FailedJobs } from './FailedJobs.tsx';

/** The dashboard's tables, loaded after its statistics: listeners by location, and failed jobs. */
export const DashboardTables = () => (
  <>
    <PortalAudience />
    <FailedJobs />
  </>
);
