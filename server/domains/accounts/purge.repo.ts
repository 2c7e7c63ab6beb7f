import { sql } from 'kysely';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';

/** Marks an account and its stations as deleted; the trigger on each station's row notifies the engine. */
export const markDeleted = async (tx: Tx, account: AccountKey, now: Date): Promise<void> => {
  await tx.updateTable('accounts').set({ deleted_at: now, updated: now }).where('key', '=', account).execute();
  await tx
    .updateTable('stations')
    .set({ deleted_at: now, updated: now })
    .where('account_key', '=', account)
    .where('deleted_at', 'is', null)
    .execute();
};

/** The users with a pending invitation to an account or one of its stations, matched by verified e-mail address. */
export const invitedUsers = async (tx: Tx, account: AccountKey): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select distinct users.id from invitations
    join users on lower(users.email) = invitations.email and users.email_verified
    where invitations.state = 'pending' and (invitations.account_key = ${account}
      or invitations.station_key in (select key from stations where account_key = ${account}))`.execute(tx);
  return rows.map(({ id }) => id);
};

/** The deleted accounts that are not purged yet; a purged one has an empty name. */
export const unpurgedAccounts = async (db: Db): Promise<AccountKey[]> =>
  (
    await db
      .selectFrom('accounts')
      .select('key')
      .where('deleted_at', 'is not', null)
      .where('company', '<>', '')
      .execute()
  ).map(({ key }) => key);

/** A deleted account; undefined if it isn't deleted. */
export const findDeleted = async (db: Db, account: AccountKey): Promise<{ logo: string | null } | undefined> =>
  await db
    .selectFrom('accounts')
    .select('logo')
    .where('key', '=', account)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst();

const tablesOfAccounts = [
  'stations',
  'account_members',
  'invitations',
  'applications',
  'app_reporting',
  'subscriptions',
  'billing_customers',
  'billing_intents',
  'billing_emails',
  'billing_drift',
  'invoices',
  'vat_checks',
  'royalty_settings',
  'royalty_corrections',
  'saved_views',
  'report_schedules',
  'ad_requests',
  'campaigns',
  'rule_chains',
] as const;

/** Deletes all rows of an account and its stations, and blanks its own row: only the key remains. */
export const eraseAccount = async (tx: Tx, account: AccountKey, now: Date): Promise<void> => {
  for (const table of tablesOfAccounts) await tx.deleteFrom(table).where('account_key', '=', account).execute();
  await tx
    .updateTable('accounts')
    .set({ ...blank, updated: now })
    .where('key', '=', account)
    .execute();
};

const blank = {
  ...{ company: '', email: '', address: '', telephone: '', fax: '', city: '', zip: '', area: '', country: '' },
  ...{ vatid: '', vatid_valid: false, vat_category: '', customer_type: '', job_description: '', doy: '' },
  ...{
    comments: '',
    logo: null,
    credit_card: false,
    custom_limits: '{}',
    invoice_settings: '{}',
    requested_plan: null,
    held_at: null,
    held_reason: null,
    campaigns_enabled: false,
    ad_requests_available: false,
    impression_price_micros: null,
  },
};
