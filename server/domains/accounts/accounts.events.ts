import type { AccountKey } from '#contract/rules/keys.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';

/** The jobs of accounts. */
export const jobs = { purge: 'accounts.purge' } as const;

/** Queues the purge of a deleted account's data. */
export const sendPurge = (kernel: Pick<Kernel, 'jobs'>, account: AccountKey, tx?: Tx): Promise<void> =>
  kernel.jobs.send(jobs.purge, { account }, { singletonKey: account, tx });
