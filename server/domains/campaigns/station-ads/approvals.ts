import type { AdApproval } from '#contract/api/audio-ads.ts';
import type { CampaignKey, StationKey } from '#contract/rules/keys.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { announcePlan } from '../campaigns.events.ts';
import { serveAudio } from '../creatives/serve-audio.ts';
import { approvalRow, approvalRows, saveDecision, type ApprovalRow } from './approvals.repo.ts';

type Deps = Pick<Kernel, 'db' | 'clock' | 'events'>;

/** Campaigns of other accounts that wait for the station, or that it decided about: at most 500, waiting first. */
export const listApprovals = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>, station: StationKey) =>
  (await approvalRows(db, station, clock.now())).map(present);

/** The audio of such a campaign; refuses with `campaign.notFound`, and with `campaign.noAudio` until it is ready. */
export const approvalAudio = async (
  { db, clock, storage }: Pick<Kernel, 'db' | 'clock' | 'storage'>,
  { key, campaign }: { key: StationKey; campaign: CampaignKey },
) => {
  const { creative_id } = (await approvalRow(db, key, campaign, clock.now())) ?? refuse('campaign.notFound');
  return await serveAudio({ db, storage }, creative_id);
};

/** Approves or rejects a campaign for a station, at any time. Refuses with `campaign.notFound` if it can't play there. */
export const decideApproval = async (
  { db, clock, events }: Deps,
  { key, campaign }: { key: StationKey; campaign: CampaignKey },
  state: 'approved' | 'rejected',
  who: Person,
): Promise<AdApproval> =>
  await db.transaction().execute(async (tx) => {
    const now = clock.now();
    const row = (await approvalRow(tx, key, campaign, now)) ?? refuse('campaign.notFound');
    await saveDecision(tx, key, campaign, { state, by: who.id, now });
    await announcePlan(events, tx);
    return present({ ...row, state });
  });

const present = ({ duration_ms, creative_id, ...row }: ApprovalRow): AdApproval => ({
  ...row,
  duration: duration_ms === null || creative_id === null ? null : duration_ms / 1000,
});
