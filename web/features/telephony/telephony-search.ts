import { numberStates } from '#contract/api/telephony-admin.ts';
import { lineStatuses } from '#contract/api/telephony.ts';
import { oneOfParam, searchParams } from '#web/lib/search-params.ts';
import { TableSearch } from '#web/ui/table/table-search.ts';

/** The URL state of the portal's lists: the table's state and a row filter. */
export const NumbersSearch = searchParams({ ...TableSearch.params, only: oneOfParam(numberStates) });
export const PhoneRequestsSearch = searchParams({ ...TableSearch.params, only: oneOfParam(lineStatuses) });
