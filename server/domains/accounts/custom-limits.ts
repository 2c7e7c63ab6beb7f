import type * as z from 'zod/mini';
import type { CustomLimitsBody, CustomLimitsReply } from '#contract/api/accounts.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { podcastsOf } from '#server/domains/billing/billing.service.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Clock, Db } from '#server/kernel/kernel.ts';
import { updateAccountRow, lockAccount, accountTerms } from './accounts.repo.ts';

type Limits = z.infer<typeof CustomLimitsReply>;

/** The custom limits of an account; null means the plan's limit. */
export const customLimits = async (db: Db, key: AccountKey): Promise<Limits> => {
  const { custom_limits: own } = (await accountTerms(db, key)) ?? refuse('account.notFound');
  return {
    allowedStationsCount: own.allowedStationsCount ?? null,
    allowedPodcastsCount: own.allowedPodcastsCount ?? null,
    allowedTracksCount: own.allowedTracksCount ?? null,
    allowedBitRateLimit: own.allowedBitRateLimit ?? null,
    showsCount: await podcastsOf(db, key),
  };
};

/** Changes the given custom limits. A limit below current usage only prevents additions; nothing is removed. */
export const setCustomLimits = async (
  { db, clock }: { db: Db; clock: Clock },
  key: AccountKey,
  limits: CustomLimitsBody,
): Promise<Limits> => {
  await db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, key))) refuse('account.notFound');
    const { custom_limits: before } = (await accountTerms(tx, key)) ?? refuse('account.notFound');
    const custom_limits = JSON.stringify({ ...before, ...limits });
    await updateAccountRow(tx, key, { custom_limits, updated: clock.now() });
  });
  return await customLimits(db, key);
};
