import { limits } from '#contract/limits.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { checkDisk } from '#server/kernel/storage/disk-room.ts';
import { featuresOfAccount } from './billing.service.ts';
import * as repo from './storage.repo.ts';

/** What receives an upload: the library of a station, or a podcast. */
type Receiver = { station_key?: string; podcast_key?: string };
type Who = { isPortalAdmin: boolean } | undefined;

/**
 * Holds the account's storage until the transaction ends and refuses `plan.storageExceeded` where `bytes` more would pass what its
 * plan allows. `beside` also counts uploads that are on their way.
 */
export const checkStorage = async (
  tx: Tx,
  to: Receiver,
  bytes: number,
  { who, beside = false }: { who?: Who; beside?: boolean } = {},
): Promise<void> => {
  const account = await repo.accountOfReceiver(tx, to);
  if (account === undefined || who?.isPortalAdmin) return;
  await repo.lockStorage(tx, account);
  const { allowedStorageBytes: allowed } = await featuresOfAccount(tx, account);
  const used = (await repo.bytesOf(tx, account)) + (beside ? await repo.bytesComing(tx, account) : 0);
  if (used + bytes > allowed) refuse('plan.storageExceeded', { used: inGb(used), allowed: inGb(allowed) });
};

/**
 * Reserves room for a body before it is read, and answers what gives it back. Refuses `plan.storageExceeded` and
 * `media.diskLow`. `bytes` is what the sender says; one who doesn't say it is counted with the largest file.
 */
export const reserveStorage = async (
  { db, config }: Pick<Kernel, 'db' | 'config'>,
  to: Receiver,
  bytes: number | undefined,
  who: Who,
): Promise<() => Promise<void>> => {
  await checkDisk(config);
  const coming = bytes ?? limits.uploadMaxBytes;
  const id = await db.transaction().execute(async (tx) => {
    await checkStorage(tx, to, coming, { who, beside: true });
    const account = await repo.accountOfReceiver(tx, to);
    return account && (await repo.reserve(tx, account, coming));
  });
  return async () => {
    if (id !== undefined) await repo.release(db, id);
  };
};

const inGb = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(bytes < 1024 ** 3 ? 2 : 1)} GB`;
