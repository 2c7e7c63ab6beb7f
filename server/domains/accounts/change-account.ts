import type * as z from 'zod/mini';
import type { Account, ChangedAccount } from '#contract/api/accounts.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { vatNumberChanged, vatNumberDecided } from '#server/domains/billing/vat/vat.service.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { updateAccountRow, lockAccount } from './accounts.repo.ts';
import { getAccount } from './accounts.service.ts';
import { checkCountryAndCurrency } from './check-country-and-currency.ts';

type Changes = z.output<typeof ChangedAccount>;

/**
 * Changes only the fields in the body. Portal-only fields may be sent back unchanged; only portal administrators may
 * change them (403, per field). A new VAT number or country begins the verification of the number.
 */
export const updateAccount = async (
  { db, clock, events }: Pick<Kernel, 'db' | 'clock' | 'events'>,
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
    const { vatid_valid, ...rest } = changes;
    await updateAccountRow(tx, key, { ...rest, updated: clock.now() });
    const entered = { country: rest.country ?? before.country, vatid: rest.vatid ?? before.vatid };
    if (entered.country !== before.country || entered.vatid !== before.vatid)
      await vatNumberChanged(tx, { events, clock }, key, entered);
    if (vatid_valid !== undefined && vatid_valid !== before.vatid_valid)
      await vatNumberDecided(tx, { events, clock }, key, vatid_valid);
    return await getAccount(tx, key, who);
  });
};

const portalFields = ['comments', 'vatid_valid', 'vat_category', 'date_to', 'gold_brd', 'chat_support'] as const;

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
