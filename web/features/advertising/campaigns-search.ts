import * as z from 'zod/mini';
import { campaignStatuses } from '#contract/campaign.ts';
import { adRequestStatuses } from '#contract/ad-requests.ts';
import { isDay } from '#contract/dates.ts';
import { textParam } from '#web/lib/search-params.ts';
import { TableSearch } from '#web/ui/table/table-search.ts';

/** The URL state of the campaign list: the table's state, a status and an advertiser. */
export const CampaignsSearch = z.extend(TableSearch, {
  only: z.catch(z.optional(z.enum(campaignStatuses)), undefined),
  advertiser: textParam(120),
});
/** The URL state of the portal's advertising requests. */
export const AdRequestsSearch = z.extend(TableSearch, {
  only: z.catch(z.optional(z.enum(adRequestStatuses)), undefined),
});

const DayParam = z.catch(z.optional(z.string().check(z.refine((written) => isDay(written)))), undefined);
/** The period of a campaign's report; all of it unless given. */
export const ReportSearch = z.object({ from: DayParam, to: DayParam });
