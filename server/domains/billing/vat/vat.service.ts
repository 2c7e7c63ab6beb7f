import type { AccountKey } from '#contract/rules/keys.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { findVatCheck, replaceVatCheck, setVatIdValid, storeVatResult } from './vat.repo.ts';
import { sortVatNumber } from './vat-number.ts';

/** An account's VAT number or its verification changed; the payload is its key. */
export const vatChanged = 'billing.vatChanged';

/**
 * Begins the verification of an account's VAT number in this transaction, after its number or country changed; until it is confirmed, VAT
 * is charged. An empty number is removed from the next invoices.
 */
export const vatNumberChanged = async (
  tx: Tx,
  { events, clock }: Pick<Kernel, 'events' | 'clock'>,
  account: AccountKey,
  entered: { country: string; vatid: string },
): Promise<void> => {
  const number = entered.vatid === '' ? null : sortVatNumber(entered.country, entered.vatid);
  await replaceVatCheck(tx, account, number, clock.now());
  await setVatIdValid(tx, account, false);
  await events.emit(tx, vatChanged, { account });
};

/** A portal administrator decides that the account's number is valid, or isn't, whatever the register says. */
export const vatNumberDecided = async (
  tx: Tx,
  { events, clock }: Pick<Kernel, 'events' | 'clock'>,
  account: AccountKey,
  valid: boolean,
): Promise<void> => {
  await setVatIdValid(tx, account, valid);
  const check = await findVatCheck(tx, account);
  if (!check || check.state === 'unchecked') return;
  await storeVatResult(tx, check, {
    state: valid ? 'valid' : 'invalid',
    checked: clock.now(),
    next_attempt: null,
    consultation: null,
  });
  await events.emit(tx, vatChanged, { account });
};
