import { randomUUID } from 'node:crypto';
import type { Purchasable } from '#contract/api/add-ons.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { BillingDeps } from './billing.deps.ts';
import { lockAccount } from './billing.repo.ts';
import { findIntent, insertIntent, type IntentRow } from './intents.repo.ts';
import { refuseSecond, refuseUnfit } from './purchase.ts';
import type { Owner } from './return-urls.ts';

export type Purchase = {
  owner: Owner;
  item: Purchasable;
  quantity: number;
  /** The id of a promotion at the provider. */
  promotion: string | null;
};

/**
 * Writes down what is about to be bought, before the provider hears of it: from then on the account may create no more than the plan
 * allows, and a crash is finished later. Refuses with the `plan.…` reasons, `subscription.exists`, and `subscription.buying` while
 * another purchase of the same product is open.
 */
export const startPurchase = async (
  { db, clock }: Pick<BillingDeps, 'db' | 'clock'>,
  { owner, item, quantity, promotion }: Purchase,
  how: { method: IntentRow['method']; changes?: string },
): Promise<IntentRow> => {
  const id = randomUUID();
  return await db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, owner.account))) refuse('account.notFound');
    if (how.changes === undefined) await refuseSecond(tx, owner, item.product);
    await refuseUnfit(tx, owner, item, quantity);
    const isFirst = await insertIntent(tx, {
      id,
      account_key: owner.account,
      station_key: owner.station,
      product: item.product,
      kind: how.changes === undefined ? 'create' : 'change',
      method: how.method,
      plan: item.plan,
      price_id: item.price.id,
      quantity,
      promotion,
      subscription_id: how.changes ?? null,
      checkout: null,
      checkout_url: null,
      error: null,
      created: clock.now(),
    });
    if (!isFirst) refuse('subscription.buying');
    return (await findIntent(tx, id))!;
  });
};
