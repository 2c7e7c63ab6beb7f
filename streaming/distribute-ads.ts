import { closeLeases } from '#streaming/ads/close-leases.ts';
import type { EngineAds } from '#streaming/ads/plan-store.ts';
import type { EdgeAds } from '#streaming/edge/edge-ads.ts';
import type { RemoteEdges } from '#streaming/edge/remote-edges.ts';
import type { Spool } from '#streaming/spool/spool.ts';

type Options = {
  ads: EngineAds;
  edgeAds: EdgeAds;
  remotes: RemoteEdges;
  spool: Spool;
  failed(error: unknown): void;
};

/** Hands a new plan to the edges; new leases may be for listeners who wait for them. */
export const createAdDistribution = ({ ads, edgeAds, remotes, spool, failed }: Options): (() => void) => {
  let usedPlan: number | undefined;
  return () => {
    const plan = ads.plan();
    if (plan && plan.revision !== usedPlan) {
      edgeAds.setPlan(plan);
      remotes.sendPlan(plan);
    }
    usedPlan = plan?.revision;
    edgeAds.refill();
    remotes.closeLeases();
    closeLeases(ads.ledger, edgeAds, spool).catch(failed);
  };
};
