import type { StatsReply } from '#contract/api/analytics.ts';
import { Audience } from './Audience.tsx';
import { TuneOutTable } from './TuneOutTable.tsx';
import { BucketsTable } from './BucketsTable.tsx';
import { StationParts, type LinkToStation } from './StationParts.tsx';

type ReportTablesProps = { stats: StatsReply; linkToStation?: LinkToStation | null };

/** The tables of a report, loaded after its figures and charts. */
export const ReportTables = ({ stats, ...link }: ReportTablesProps) => (
  <>
    <Audience stats={stats} />
    {stats.station_stats.length > 1 && <StationParts stats={stats} {...link} />}
    {stats.leaving_stats.length > 0 && <TuneOutTable rows={stats.leaving_stats} />}
    <BucketsTable stats={stats} />
  </>
);
