import type { CampaignReport } from '#contract/api/campaign-report.ts';
import { useLocalTableState } from '#web/ui/table/use-local-table-state.ts';
import { ReportMap } from './ReportMap.tsx';
import { PlacesTable } from './ReportTables.tsx';

/** Where a campaign was heard, as map and table; a country of the map searches the table. */
export const PlacesReport = ({ places }: { places: CampaignReport['stats']['locationImpressions'] }) => {
  const table = useLocalTableState();
  return (
    <>
      <ReportMap places={places} onCountry={table.setSearch} />
      <PlacesTable places={places} table={table} />
    </>
  );
};
