import { sql } from 'kysely';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';

export type Owner = { id: string; email: string };

/** The owners of an account whose e-mail address is verified, with the account's name; nobody where it is deleted. */
export const ownersOf = async (
  db: Db,
  account: AccountKey,
): Promise<{ company: string; owners: Owner[] } | undefined> => {
  const { rows } = await sql<Owner & { company: string }>`
    select users.id, users.email, accounts.company from accounts
    join account_members member on member.account_key = accounts.key and member.role = 'owner'
    join users on users.id = member.user_id
    where accounts.key = ${account} and accounts.deleted_at is null
      and users.email_verified and users.email <> '' and users.disabled_at is null
    order by users.created limit 50`.execute(db);
  const [first] = rows;
  return first && { company: first.company, owners: rows.map(({ id, email }) => ({ id, email })) };
};
