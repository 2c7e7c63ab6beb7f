import { createRoute } from '@tanstack/react-router';
import type { CampaignKey } from '#contract/keys.ts';
import { CampaignsSearch, ReportSearch } from '#web/features/advertising/campaigns-search.ts';
import { TableSearch } from '#web/ui/table/table-search.ts';
import { account } from './account-routes.tsx';
import { screen } from './shell-route.tsx';

/* The advertising pages of an account: its campaigns, their reports and its requests. */

const campaignParams = {
  parse: ({ campaignId }: { campaignId: string }) => ({ campaignId: campaignId as CampaignKey }),
  stringify: ({ campaignId }: { campaignId: CampaignKey }) => ({ campaignId }),
};

const list = createRoute({
  getParentRoute: () => account,
  path: 'advertising',
  validateSearch: CampaignsSearch,
  component: screen(() => import('#web/features/advertising/CampaignsScreen.tsx'), 'CampaignsScreen'),
});
const create = createRoute({
  getParentRoute: () => account,
  path: 'advertising/create',
  component: screen(() => import('#web/features/advertising/CampaignCreateScreen.tsx'), 'CampaignCreateScreen'),
});
const edit = createRoute({
  getParentRoute: () => account,
  path: 'advertising/$campaignId/edit',
  params: campaignParams,
  component: screen(() => import('#web/features/advertising/CampaignEditScreen.tsx'), 'CampaignEditScreen'),
});
const report = createRoute({
  getParentRoute: () => account,
  path: 'advertising/$campaignId/report',
  params: campaignParams,
  validateSearch: ReportSearch,
  component: screen(() => import('#web/features/advertising/CampaignReportScreen.tsx'), 'CampaignReportScreen'),
});
const requests = createRoute({
  getParentRoute: () => account,
  path: 'advertising/requests',
  validateSearch: TableSearch,
  component: screen(() => import('#web/features/advertising/RequestsScreen.tsx'), 'RequestsScreen'),
});
const requestCreate = createRoute({
  getParentRoute: () => account,
  path: 'advertising/requests/create',
  component: screen(() => import('#web/features/advertising/RequestCreateScreen.tsx'), 'RequestCreateScreen'),
});
const request = createRoute({
  getParentRoute: () => account,
  path: 'advertising/requests/$requestId',
  component: screen(() => import('#web/features/advertising/RequestScreen.tsx'), 'RequestScreen'),
});
const adServers = createRoute({
  getParentRoute: () => account,
  path: 'advertising/ad-servers',
  component: screen(() => import('#web/features/advertising/ProvidersScreen.tsx'), 'ProvidersScreen'),
});

export const advertisingPages = [
  ...[list, create, edit, report],
  ...[requests, requestCreate, request],
  adServers,
] as const;
