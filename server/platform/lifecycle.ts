import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { Tx } from '#server/kernel/kernel.ts';

declare module '#server/kernel/events/hooks.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface HookPayloads {
    /**
     * A deleted account is removed for good: each domain removes what it stores for the account, files before the rows that name them.
     * Repeated until every answer succeeds, so an answer must bear being run again.
     */
    'account.purged': { account: AccountKey };
    /** The same for deleted stations; `id` names the jobs that an answer sends, so that they are queued once. */
    'station.purged': { stations: readonly StationKey[]; id: string };
    /** A station moves to another account; answered in the transaction that moves it. */
    'station.transferred': { tx: Tx; station: StationKey; account: AccountKey };
    /** An account is held, or no longer (`billing/life/hold.ts`); answered in the transaction that changes it. */
    'account.holdChanged': { tx: Tx; account: AccountKey };
  }
}
