import type { Generated } from 'kysely';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { Created, Moment } from '#server/kernel/db/columns.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    account_members: AccountMembersTable;
    station_members: StationMembersTable;
    invitations: InvitationsTable;
    see_as: SeeAsTable;
  }
}

export type AccountMembersTable = {
  account_key: AccountKey;
  user_id: string;
  role: 'owner' | 'admin';
  created: Created;
};

export type StationMembersTable = {
  station_key: StationKey;
  user_id: string;
  role: 'owner' | 'admin' | 'staff';
  created: Created;
};

export type InvitationsTable = {
  /** Identifies it to its senders and to the invited person; only a hash of the e-mail's secret is stored. */
  id: string;
  token_hash: string;
  scope: 'portal' | 'account' | 'station';
  account_key: AccountKey | null;
  station_key: StationKey | null;
  email: string;
  first_name: Generated<string>;
  last_name: Generated<string>;
  role: 'owner' | 'admin' | 'staff';
  invited_by: string | null;
  created: Created;
  expires_at: Date;
  state: Generated<'pending' | 'accepted' | 'rejected' | 'withdrawn'>;
  answered_at: Moment;
  answered_by: string | null;
};

export type SeeAsTable = {
  id: Generated<string>;
  admin_id: string;
  user_id: string;
  reason: string;
  created: Created;
  expires: Date;
  ended: Moment;
};
