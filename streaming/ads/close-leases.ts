import type { Budget } from './budget.ts';
import type { Ledger } from './leases.ts';

/** The engine's own listeners, among the processes that hold leases. */
export const ownProcess = 'engine';

type Reported = { acknowledged(): Promise<void> };

/**
 * Closes what the engine's own listeners hold of leases that the portal wants back: released once what was heard of them
 * is in acknowledged batches. Of what they held before a restart, everything is in the spool by now.
 */
export const closeLeases = async (ledger: Ledger, budget: Pick<Budget, 'close'>, spool: Reported): Promise<void> => {
  const leases = ledger.closing(ownProcess);
  if (leases.length === 0) return;
  await budget.close(leases);
  await spool.acknowledged();
  await ledger.released(ownProcess, leases);
};
