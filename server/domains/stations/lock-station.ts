import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { lockAccount } from '#server/domains/accounts/accounts.service.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Tx } from '#server/kernel/kernel.ts';
import { accountOf, lockStationRow, type LockedStation } from './change-station.repo.ts';

/**
 * Locks a station that isn't deleted, after its account, until the transaction ends; refuses with `station.notFound`.
 * `also` are further accounts to lock; all accounts are locked in key order, so that transactions can't deadlock.
 */
export const lockStation = async (tx: Tx, key: StationKey, also: AccountKey[] = []): Promise<LockedStation> => {
  const account = (await accountOf(tx, key)) ?? refuse('station.notFound');
  for (const accountKey of [...new Set([account, ...also])].toSorted())
    if (!(await lockAccount(tx, accountKey))) refuse('account.notFound');
  const station = await lockStationRow(tx, key);
  if (!station || station.deleted_at !== null) return refuse('station.notFound');
  // It was transferred to another account in the meantime.
  if (station.account_key !== account) refuse('request.conflict');
  return station;
};
