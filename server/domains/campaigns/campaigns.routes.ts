import type { ClickHouseClient } from '@clickhouse/client';
import type { Brand } from '#contract/rules/brand.ts';
import type { AudioEngine } from '#server/engines/audio/port.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { advertisingDetails, campaignsEnabled, enableCampaigns } from './campaigns-enabled.ts';
import { advertisersOf, attemptsOf, findCampaign } from './campaigns.repo.ts';
import * as service from './campaigns.service.ts';
import { hearInStream } from './creatives/hear-in-stream.ts';
import { serveAudio } from './creatives/serve-audio.ts';
import { inventoryOf } from './inventory.ts';
import { forecastOf } from './pacing/forecast.ts';
import { createMakegood, makegoodOf } from './pacing/makegood.ts';
import { stationAdEngine } from './plan/ad-engine.ts';
import { firstOwn } from './save-attempts.ts';
import { changeRuleChain, createRuleChain, removeRuleChain, ruleChains } from './rule-chains.ts';
import { targetDetail, targetRoots } from './targets.ts';

type Deps = { audio: AudioEngine; analytics: { clickhouse: ClickHouseClient }; brand: Pick<Brand, 'wording'> };

/** Handlers of campaigns, but for their report. */
export const campaignsRoutes = (
  kernel: Kernel,
  { audio, analytics, brand }: Deps,
): Omit<Handlers<'campaigns'>, 'report' | 'plays' | 'proofs' | 'proofAudio'> => {
  const deps = { ...kernel, audio, brand, clickhouse: analytics.clickhouse };
  const { db, clock, fleet } = kernel;
  const engine = stationAdEngine(fleet);
  return {
    create: ({ params, query, body: campaign, file, who }) =>
      service.createCampaign(deps, params.id, { campaign, stationKeys: query.stationKeys, file }, who),
    get: ({ params }) => service.getCampaign(deps, params.id, params.cid),
    list: ({ params, query }) => service.listCampaigns(deps, params.id, query),
    update: ({ params, query, body, who }) => service.updateCampaign(deps, params.id, body, query.stationKeys, who),
    patch: ({ params, body, who }) => service.patchCampaign(deps, params.id, body, who),
    patchAll: ({ params, body, who }) => service.patchCampaigns(deps, params.id, body, who),
    remove: ({ params }) => service.removeCampaign(deps, params.id, params.cid),
    setAudio: ({ params, fields, file, who }) =>
      service.setAudio(deps, params.id, params.cid, { file, from: fields.from }, who),
    audio: async ({ params, query }) => {
      if (!(await findCampaign(db, params.id, params.cid, clock.now()))) refuse('campaign.notFound');
      const attempts = await attemptsOf(db, params.cid);
      const attempt = query.order === undefined ? firstOwn(attempts) : attempts.find(({ ord }) => ord === query.order);
      return await serveAudio(kernel, attempt?.creative_id ?? null);
    },
    audioInStream: async ({ params, query }) => {
      if (!(await findCampaign(db, params.id, params.cid, clock.now()))) refuse('campaign.notFound');
      const first = firstOwn(await attemptsOf(db, params.cid));
      return await hearInStream({ ...kernel, engine }, first?.creative_id ?? null, query.station);
    },
    createRuleChain: ({ params, body, who }) => createRuleChain(kernel, params.id, body, who),
    ruleChains: ({ params }) => ruleChains(kernel, params.id),
    changeRuleChain: ({ params, body, who }) => changeRuleChain(kernel, params.id, params.chainId, body, who),
    removeRuleChain: ({ params }) => removeRuleChain(kernel, params.id, params.chainId),
    targets: ({ params }) => targetRoots(deps, params.id),
    target: ({ params, query }) => targetDetail(deps, params.id, query),
    advertisers: ({ params }) => advertisersOf(db, params.id),
    details: ({ params }) => advertisingDetails(deps, params.id),
    enabled: ({ params }) => campaignsEnabled(db, params.id),
    enable: ({ params, body }) => enableCampaigns(kernel, params.id, body),
    inventory: ({ params, query, body }) => inventoryOf(deps, params.id, body, query),
    forecast: ({ params, query, body }) => forecastOf(deps, params.id, body, query.stationKeys),
    makegood: ({ params }) => makegoodOf(deps, params),
    makeGood: ({ params, body, who }) => createMakegood(kernel, params, body.endDate, who),
  };
};
