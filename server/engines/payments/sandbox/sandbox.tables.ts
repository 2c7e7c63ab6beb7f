import type { ColumnType, Generated } from 'kysely';
import type { Bigint, Created, Moment } from '#server/kernel/db/columns.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    sandbox_objects: SandboxObjectsTable;
    sandbox_clocks: SandboxClocksTable;
    sandbox_requests: SandboxRequestsTable;
  }
}

type Json = ColumnType<unknown, string, string>;

/** What a provider would store: one row per object, in the provider's own shape. */
export type SandboxObjectsTable = {
  id: string;
  /** The order in which objects were made. */
  seq: Generated<number>;
  /** The object's kind; `event_pending` for an event that was not delivered yet. */
  object: string;
  /** Null for what belongs to nobody: products, prices, promotion codes. */
  customer: string | null;
  data: Json;
  created: Created;
};

/** How far a customer's clock is ahead of the real time, and when something is due next, in real time. */
export type SandboxClocksTable = { customer: string; ahead_s: Bigint; next_due: Moment };

/** Replies to requests with an idempotency key. */
export type SandboxRequestsTable = { key: string; hash: string; status: number; body: Json; created: Created };
