import { limits } from '#contract/rules/limits.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { checkDisk } from '#server/kernel/storage/disk-space.ts';
import { featuresOfAccount } from './billing.service.ts';
import * as repo from './storage.repo.ts';

/** The target of an upload: the library of a station, or a podcast. */
type Target = { station_key?: string; podcast_key?: string };
type Who = { isPortalAdmin: boolean } | undefined;

/**
 * Locks the account's storage until the transaction ends, and refuses with `plan.storageExceeded` if `bytes` more would
 * exceed its plan. `beside` also counts uploads in progress.
 */
export const checkStorage = async (
  tx: Tx,
  to: Target,
  bytes: number,
  { who, beside = false }: { who?: Who; beside?: boolean } = {},
): Promise<void> => {
  const account = await repo.accountOfTarget(tx, to);
  if (account === undefined || who?.isPortalAdmin) return;
  await repo.lockStorage(tx, account);
  const { allowedStorageBytes: allowed } = await featuresOfAccount(tx, account);
  const used = (await repo.bytesOf(tx, account)) + (beside ? await repo.bytesInProgress(tx, account) : 0);
  if (used + bytes > allowed) refuse('plan.storageExceeded', { used: inGb(used), allowed: inGb(allowed) });
};

/**
 * Reserves storage for a request body before it is read; the returned function releases it. Refuses with
 * `plan.storageExceeded` and `media.diskLow`. `bytes` is the content length; without one, the largest file size counts.
 */
export const reserveStorage = async (
  { db, config }: Pick<Kernel, 'db' | 'config'>,
  to: Target,
  bytes: number | undefined,
  who: Who,
): Promise<() => Promise<void>> => {
  await checkDisk(config);
  const expected = bytes ?? limits.uploadMaxBytes;
  const id = await db.transaction().execute(async (tx) => {
    await checkStorage(tx, to, expected, { who, beside: true });
    const account = await repo.accountOfTarget(tx, to);
    return account && (await repo.reserve(tx, account, expected));
  });
  return async () => {
    if (id !== undefined) await repo.release(db, id);
  };
};

const inGb = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(bytes < 1024 ** 3 ? 2 : 1)} GB`;
