import type * as z from 'zod/mini';
import type { Account, ChangedAccount } from '#contract/accounts.ts';
import type { AccountKey } from '#contract/keys.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Clock, Db } from '#server/kernel/kernel.ts';
import { updateAccountRow, lockAccount } from './accounts.repo.ts';
import { getAccount } from './accounts.service.ts';
import { checkCountryAndCurrency } from './check-country-and-currency.ts';

type Changes = z.output<typeof ChangedAccount>;

/**
 * Changes only the fields in the body. Portal-only fields may be sent back unchanged; only portal administrators may
 * change them (403, per field). A new VAT number counts as not validated.
 */
export const updateAccount = async (
  { db, clock }: { db: Db; clock: Clock },
  key: AccountKey,
  body: Changes,
  who: Person,
): Promise<Account> => {
  checkCountryAndCurrency(body);
  if (body.currency === '') refuse('request.invalid', {}, { currency: 'Please choose a currency.' });
  return await db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, key))) refuse('account.notFound');
    const before = await getAccount(tx, key, who);
    const changes = who.isPortalAdmin ? body : withoutPortalFields(body, before);
    const isNewVatId = changes.vatid !== undefined && changes.vatid !== before.vatid;
    await updateAccountRow(tx, key, {
      ...(isNewVatId ? { vatid_valid: false } : {}),
      ...changes,
      updated: clock.now(),
    });
    return await getAccount(tx, key, who);
  });
};

const portalFields = ['comments', 'vatid_valid', 'date_to', 'gold_brd', 'chat_support'] as const;

const withoutPortalFields = (body: Changes, before: Account): Changes => {
  const changes = { ...body };
  const fields: Record<string, string> = {};
  for (const name of portalFields) {
    if (changes[name] !== undefined && changes[name] !== before[name])
      fields[name] = 'Only portal administrators can change this.';
    delete changes[name];
  }
  if (Object.keys(fields).length > 0) refuse('session.forbidden', {}, fields);
  return changes;
};
