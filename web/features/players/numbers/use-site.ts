import { useNavigate, useSearch } from '@tanstack/react-router';
import { PeriodSearch } from '#web/features/analytics/shared/period-search.ts';
import { idParam, searchParams, type SearchOf } from '#web/lib/search-params.ts';

/** The URL state of a player's numbers: a period, and the host of one website ('' for players that don't know theirs). */
export const NumbersSearch = searchParams({ ...PeriodSearch.params, site: idParam(100) });

export type SiteState = { chosen: string | undefined; choose: (site: string | undefined) => void };

/** The website in the URL, of which only the numbers are shown. */
export const useSite = (): SiteState => {
  const { site: chosen }: SearchOf<typeof NumbersSearch> = useSearch({ strict: false });
  const navigate = useNavigate();
  return {
    chosen,
    choose: (site) =>
      void navigate({
        to: '.',
        search: ((before: object) => ({ ...before, site })) as never,
        replace: true,
        resetScroll: false,
      }),
  };
};
