import { useNavigate, useSearch } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { PeriodSearch } from '#web/features/analytics/shared/period-search.ts';

/** The URL state of a player's numbers: a period, and the host of one website ('' for players that don't know theirs). */
export const NumbersSearch = z.extend(PeriodSearch, {
  site: z.catch(z.optional(z.string().check(z.maxLength(100))), undefined),
});

export type SiteState = { chosen: string | undefined; choose: (site: string | undefined) => void };

/** The website in the URL, of which only the numbers are shown. */
export const useSite = (): SiteState => {
  const { site: chosen }: z.infer<typeof NumbersSearch> = useSearch({ strict: false });
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
