import { randomUUID } from 'node:crypto';
import type { NewRuleChain, RuleChain } from '#contract/api/campaign.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { lockAccount } from '#server/domains/accounts/accounts.service.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { checkEnabled } from './check-campaign.ts';
import { checkTargets } from './check-targets.ts';
import * as repo from './rule-chains.repo.ts';

type Deps = Pick<Kernel, 'db' | 'clock'>;

/** An account's saved rules, by name. */
export const ruleChains = async ({ db }: Deps, account: AccountKey): Promise<RuleChain[]> =>
  (await repo.findRuleChains(db, account)).map(present);

const present = ({ id, name, rules, used_by: usedBy }: repo.RuleChainRow): RuleChain => ({ id, name, rules, usedBy });

const mostChains = 1000;

/** Saves a list of rules under a name; refuses with `ruleChain.exists`, `.tooMany` and `campaign.unknownTarget`. */
export const createRuleChain = async (
  { db }: Deps,
  account: AccountKey,
  body: NewRuleChain,
  who: Person,
): Promise<RuleChain> => {
  const id = randomUUID();
  return await db.transaction().execute(async (tx) => {
    await check(tx, account, body, who);
    if ((await repo.findRuleChains(tx, account)).length >= mostChains) refuse('ruleChain.tooMany');
    if (!(await repo.insertRuleChain(tx, account, id, body))) refuse('ruleChain.exists');
    return await read(tx, account, id);
  });
};

/** Changes saved rules; campaigns keep the rules they were saved with. Refuses with `ruleChain.notFound` or `.exists`. */
export const changeRuleChain = async (
  { db, clock }: Deps,
  account: AccountKey,
  id: string,
  body: NewRuleChain,
  who: Person,
): Promise<RuleChain> =>
  await db.transaction().execute(async (tx) => {
    await check(tx, account, body, who);
    if (await repo.isNameTaken(tx, account, body.name, id)) refuse('ruleChain.exists');
    if (!(await repo.updateRuleChain(tx, account, id, body, clock.now()))) refuse('ruleChain.notFound');
    return await read(tx, account, id);
  });

/** Deletes saved rules; campaigns keep theirs. Refuses with `ruleChain.notFound`. */
export const removeRuleChain = async ({ db }: Deps, account: AccountKey, id: string): Promise<undefined> => {
  if (!(await repo.deleteRuleChain(db, account, id))) refuse('ruleChain.notFound');
};

/** The account is locked, so that two calls can't take the same name. */
const check = async (tx: Tx, account: AccountKey, { rules }: NewRuleChain, who: Person): Promise<void> => {
  await lockAccount(tx, account);
  await checkEnabled(tx, account, who);
  await checkTargets(tx, account, rules);
};

const read = async (tx: Tx, account: AccountKey, id: string): Promise<RuleChain> => {
  const [row] = await repo.findRuleChains(tx, account, [id]);
  return row ? present(row) : refuse('ruleChain.notFound');
};
