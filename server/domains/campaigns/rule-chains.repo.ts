import { sql, type Selectable } from 'kysely';
import type { Rule } from '#contract/rules/ad-rules.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { RuleChainsTable } from './campaigns.tables.ts';

export type RuleChainRow = Selectable<RuleChainsTable> & { used_by: number };

/** How many rule chains an account lists. */
const mostListed = 1000;

/** An account's rule chains by name, each with the number of campaigns that use it; only these IDs if given. */
export const findRuleChains = async (
  db: Db | Tx,
  account: AccountKey,
  ids?: readonly string[],
): Promise<RuleChainRow[]> => {
  if (ids?.length === 0) return [];
  const named = ids ? sql`and id = any(${ids}::uuid[])` : sql``;
  const { rows } = await sql<RuleChainRow>`
    select r.*, (select count(distinct t.campaign_key)::int from campaign_attempts t join campaigns c on c.key = t.campaign_key
      where t.rule_chain_id = r.id and c.archived_at is null) as used_by
    from rule_chains r where account_key = ${account} ${named} order by lower(name) limit ${mostListed}`.execute(db);
  return rows;
};

type Written = { name: string; rules: readonly Rule[] };

/** Whether it was inserted: false if the account has a chain of this name. */
export const insertRuleChain = async (
  tx: Tx,
  account: AccountKey,
  id: string,
  { name, rules }: Written,
): Promise<boolean> => {
  const inserted = await tx
    .insertInto('rule_chains')
    .values({ id, account_key: account, name, rules: JSON.stringify(rules) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
};

/** Whether another chain of the account has this name. */
export const isNameTaken = async (tx: Tx, account: AccountKey, name: string, except: string): Promise<boolean> =>
  (await tx
    .selectFrom('rule_chains')
    .select('id')
    .where('account_key', '=', account)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('id', '<>', except)
    .executeTakeFirst()) !== undefined;

/** Whether it exists. */
export const updateRuleChain = async (
  tx: Tx,
  account: AccountKey,
  id: string,
  { name, rules }: Written,
  now: Date,
): Promise<boolean> => {
  const changed = await tx
    .updateTable('rule_chains')
    .set({ name, rules: JSON.stringify(rules), updated: now })
    .where('id', '=', id)
    .where('account_key', '=', account)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
};

/** Whether it existed. */
export const deleteRuleChain = async (db: Db, account: AccountKey, id: string): Promise<boolean> => {
  const removed = await db
    .deleteFrom('rule_chains')
    .where('id', '=', id)
    .where('account_key', '=', account)
    .executeTakeFirst();
  return removed.numDeletedRows > 0n;
};
