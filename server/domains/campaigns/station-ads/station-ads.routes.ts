import { switchedOn } from '#contract/api/audio-ads.ts';
import type { Brand } from '#contract/rules/brand.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { acceptAgreement, agreementOf } from './agreements.ts';
import { approvalAudio, decideApproval, listApprovals } from './approvals.ts';
import { audioAdsOf, changeRules, switchAudioAds } from './station-ads.service.ts';

/** Handlers of a station's audio ads: the switch, the agreement, the rules and the approvals. */
export const stationAdsRoutes = (kernel: Kernel, { brand }: { brand: Brand }) => {
  const deps = { ...kernel, brand };
  return {
    get: ({ params }) => audioAdsOf(deps, params.key),
    set: ({ params, query }) =>
      switchAudioAds(deps, params.key, {
        on: (switchedOn as readonly string[]).includes(params.status),
        applyToRelays: query.applyToRelays === undefined ? undefined : query.applyToRelays === 'true',
      }),
    setRules: ({ params, body }) => changeRules(deps, params.key, body),
    agreement: ({ params, query }) => agreementOf(deps, params.key, query.include_doc === 'true'),
    agree: ({ params, body, who }) => acceptAgreement(deps, params.key, body, who),
    approvals: ({ params }) => listApprovals(kernel, params.key),
    approvalAudio: ({ params }) => approvalAudio(kernel, params),
    decide: ({ params, body, who }) => decideApproval(kernel, params, body.state, who),
  } satisfies Partial<Handlers<'audioAds'>>;
};
