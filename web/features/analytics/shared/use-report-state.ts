import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReportSearch } from './period-search.ts';

/** What a report shows in its figures and tables, in the URL. */
export const useReportState = (): { search: ReportSearch; change: (to: Partial<ReportSearch>) => void } => {
  const search: ReportSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  return {
    search,
    change: (to) =>
      void navigate({
        to: '.',
        search: ((from: object) => ({ ...from, ...to })) as never,
        replace: true,
        resetScroll: false,
      }),
  };
};
