import { randomUUID } from 'node:crypto';
import type { AdRequest, NewAdRequest } from '#contract/api/ad-requests.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Person, UploadedFile } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Tx } from '#server/kernel/kernel.ts';
import { isPossible } from '../check-targets.ts';
import { withAudio, type AudioDeps } from '../creatives/accept-audio.ts';
import { impressionPrice } from '../prices.ts';
import { changeRequest, findRequest, insertRequest, lockRequest, mayRequest } from './ad-requests.repo.ts';
import { getRequest } from './ad-requests.service.ts';
import { costOf } from './cost.ts';
import { notifyOfStep, type Step, type StepDeps } from './steps.ts';

export type SendDeps = AudioDeps & StepDeps;
type Sent = { form: NewAdRequest; file: UploadedFile | undefined; who: Person };

/**
 * Asks the portal for a campaign. Its price is frozen now, and its audio is prepared. Refuses with `adRequest.unavailable`,
 * `campaign.dates` and `campaign.past`.
 */
export const sendRequest = async (deps: SendDeps, account: AccountKey, sent: Sent): Promise<AdRequest> => {
  await check(deps, account, sent.form);
  return await withAudio(deps, account, sent, (audio) =>
    deps.db.transaction().execute(async (tx) => {
      const id = randomUUID();
      await audio?.save(tx);
      await insertRequest(tx, {
        id,
        account_key: account,
        requested_by: sent.who.id,
        creative_id: audio?.id ?? null,
        created: deps.clock.now(),
        ...(await priced(tx, account, sent.form)),
      });
      return await afterStep(tx, deps, id, { account, step: 'submitted', by: sent.who });
    }),
  );
};

/**
 * Sends a request again after the portal asked for changes, at the price of now; without a file it keeps its audio. Refuses with
 * `adRequest.notEditable` while the portal has not asked, and with `adRequest.decided`.
 */
export const resendRequest = async (
  deps: SendDeps,
  { account, id }: { account: AccountKey; id: string },
  sent: Sent,
): Promise<AdRequest> => {
  await check(deps, account, sent.form);
  if (!(await findRequest(deps.db, id, account))) refuse('adRequest.notFound');
  return await withAudio(deps, account, sent, (audio) =>
    deps.db.transaction().execute(async (tx) => {
      const row = (await lockRequest(tx, id, account)) ?? refuse('adRequest.notFound');
      if (row.decided_at !== null) refuse('adRequest.decided');
      if (row.status !== 'needsChanges') refuse('adRequest.notEditable');
      await audio?.save(tx);
      const changed = { ...(audio ? { creative_id: audio.id } : {}), ...(await priced(tx, account, sent.form)) };
      await changeRequest(tx, id, { status: 'submitted', ...changed });
      return await afterStep(tx, deps, id, { account, step: 'changed', by: sent.who });
    }),
  );
};

const check = async ({ db, clock }: SendDeps, account: AccountKey, form: NewAdRequest): Promise<void> => {
  if (!(await mayRequest(db, account))) refuse('adRequest.unavailable');
  checkDates(form, clock.now());
  form.locations.forEach((place, i) => {
    if (!isPossible(place))
      refuse('request.invalid', {}, { [`locations.${String(i)}.path`]: 'Please choose a country.' });
  });
};

/** Refuses dates in the wrong order (`campaign.dates`), and an end that has passed everywhere on earth (`campaign.past`). */
export const checkDates = ({ startDate, endDate }: Pick<NewAdRequest, 'startDate' | 'endDate'>, now: Date): void => {
  if (endDate < startDate) refuse('campaign.dates');
  const lastZoneMs = 12 * 3600 * 1000;
  if (endDate < new Date(now.getTime() - lastZoneMs).toISOString().slice(0, 10)) refuse('campaign.past');
};

const priced = async (tx: Tx, account: AccountKey, form: NewAdRequest) => {
  const { micros, currency } = await impressionPrice(tx, account);
  const stationKeys = [...new Set(form.stationKeys)];
  return {
    form: JSON.stringify({ ...form, stationKeys }),
    price_micros: micros,
    currency,
    cost_minor: costOf(form.impressionsGoal, micros, currency),
  };
};

/** Notifies the other side of a step, and returns the request as it is now. */
export const afterStep = async (
  tx: Tx,
  deps: StepDeps,
  id: string,
  { account, ...step }: { account: AccountKey; step: Step; by: Person; words?: string },
): Promise<AdRequest> => {
  const row = (await findRequest(tx, id, account)) ?? refuse('adRequest.notFound');
  await notifyOfStep(tx, deps, { row, company: row.company, ...step });
  return await getRequest(tx, id, account);
};
