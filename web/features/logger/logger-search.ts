import { dateParam, searchParams } from '#web/lib/search-params.ts';

/** The selected day in the URL; the newest without one. */
export const LoggerSearch = searchParams({ day: dateParam });
