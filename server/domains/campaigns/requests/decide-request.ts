import type * as z from 'zod/mini';
import type { AdRequest, adRequests } from '#contract/api/ad-requests.ts';
import type { CampaignKey } from '#contract/rules/keys.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { announcePlan } from '../campaigns.events.ts';
import { inMicros } from '../prices.ts';
import { withMessage } from './answer-request.ts';
import { changeRequest, lockRequest, type RequestRow } from './ad-requests.repo.ts';
import { costOf } from './cost.ts';
import { createNetworkCampaign } from './create-network-campaign.ts';
import { checkDates, afterStep } from './send-request.ts';
import { askStations, type StepDeps } from './steps.ts';

type Decision = z.output<typeof adRequests.decide.spec.body>;
type Approval = Extract<Decision, { decision: 'approved' }>;

/**
 * The portal's decision about a request, once: approving creates the campaign in the same transaction; its reason is a message of the
 * thread otherwise. Changes can be asked for again until then. Refuses with `adRequest.decided`, `campaign.dates`, `campaign.past` and `campaign.audioFailed`.
 */
export const decideRequest = async (
  deps: StepDeps & Pick<Kernel, 'db'>,
  id: string,
  decision: Decision,
  who: Person,
): Promise<AdRequest> =>
  await deps.db.transaction().execute(async (tx) => {
    const row = (await lockRequest(tx, id)) ?? refuse('adRequest.notFound');
    if (row.decided_at !== null) refuse('adRequest.decided');
    const account = row.account_key;
    const now = deps.clock.now();
    if (decision.decision === 'approved') {
      await approve(tx, row, decision, { who, now });
      if (decision.everyStation) await askStations(tx, deps, row);
      await announcePlan(deps.events, tx);
      return await afterStep(tx, deps, id, { account, step: 'approved', by: who });
    }
    const words = decision.reason;
    const thread = withMessage(row, { text: words, who, isPortal: true, now });
    const isRejected = decision.decision === 'rejected';
    const decided = isRejected ? { decided_at: now, decided_by: who.id } : {};
    await changeRequest(tx, id, { status: decision.decision, thread, ...decided });
    return await afterStep(tx, deps, id, { account, step: decision.decision, by: who, words });
  });

const approve = async (
  tx: Tx,
  row: RequestRow,
  { impressionPrice, startDate, endDate, priority, everyStation }: Approval,
  { who, now }: { who: Person; now: Date },
): Promise<CampaignKey> => {
  const form = { ...row.form, startDate: startDate ?? row.form.startDate, endDate: endDate ?? row.form.endDate };
  checkDates(form, now);
  const price_micros = impressionPrice === undefined ? row.price_micros : inMicros(impressionPrice);
  const campaign_key = await createNetworkCampaign(
    tx,
    { ...row, form, price_micros },
    { priority, everyStation, by: who.id, now },
  );
  await changeRequest(tx, row.id, {
    status: 'approved',
    form: JSON.stringify(form),
    price_micros,
    cost_minor: costOf(form.impressionsGoal, price_micros, row.currency),
    campaign_key,
    decided_at: now,
    decided_by: who.id,
  });
  return campaign_key;
};
