import { campaignStatuses } from '#contract/api/campaign.ts';
import { adRequestStatuses } from '#contract/api/ad-requests.ts';
import { dayParam, oneOfParam, searchParams, textParam } from '#web/lib/search-params.ts';
import { TableSearch } from '#web/ui/table/table-search.ts';

/** The URL state of the campaign list: the table's state, a status and an advertiser. */
export const CampaignsSearch = searchParams({
  ...TableSearch.params,
  only: oneOfParam(campaignStatuses),
  advertiser: textParam(120),
});
/** The URL state of the portal's advertising requests. */
export const AdRequestsSearch = searchParams({ ...TableSearch.params, only: oneOfParam(adRequestStatuses) });

/** The period of a campaign's report; all of it unless given. */
export const ReportSearch = searchParams({ from: dayParam, to: dayParam });
