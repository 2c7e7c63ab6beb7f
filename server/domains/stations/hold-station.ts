import type { AccountKey, StationKey } from '#contract/keys.ts';
import { lockAccount } from '#server/domains/accounts/accounts.service.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Tx } from '#server/kernel/kernel.ts';
import { accountOf, lockStation, type LockedStation } from './change-station.repo.ts';

/**
 * Holds a station that isn't deleted, its account before it, until the transaction ends; refuses with
 * `station.notFound`. `also` are accounts that are held with it, all in one order, so that nobody waits in a circle.
 */
export const holdStation = async (tx: Tx, key: StationKey, also: AccountKey[] = []): Promise<LockedStation> => {
  const account = (await accountOf(tx, key)) ?? refuse('station.notFound');
  for (const one of [...new Set([account, ...also])].toSorted())
    if (!(await lockAccount(tx, one))) refuse('account.notFound');
  const held = await lockStation(tx, key);
  if (!held || held.deleted_at !== null) return refuse('station.notFound');
  // It was moved to another account in the meantime.
  if (held.account_key !== account) refuse('request.conflict');
  return held;
};
