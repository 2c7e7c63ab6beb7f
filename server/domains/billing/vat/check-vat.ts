import type { AccountKey } from '#contract/rules/keys.ts';
import type { Payments, TaxNumber } from '#server/engines/payments/port.ts';
import type { VatAnswer, VatRegister } from '#server/engines/vat/port.ts';
import type { Db, Kernel, Tx } from '#server/kernel/kernel.ts';
import { fairQueue } from '#server/kernel/threads/fair-queue.ts';
import { portalSettings } from '#server/platform/settings.ts';
import { findCustomer } from '../customers.repo.ts';
import * as repo from './vat.repo.ts';
import { requesterOf, sortVatNumber } from './vat-number.ts';

const hourMs = 3_600_000;
/** Hourly for seven days. */
const mostAttempts = 7 * 24;
const defaultTimeoutMs = 15_000;

export type VatDeps = Pick<Kernel, 'db' | 'clock' | 'log'> & {
  payments: Pick<Payments, 'setTaxNumber' | 'mode'>;
  vat: VatRegister;
};

/**
 * Asks the EU's register for an account's VAT number if it waits for that, and makes the provider's customer, `customer` or the account's,
 * charge accordingly: only a confirmed number is attached as one that shifts the tax; any other is removed, or text where it comes
 * from outside the EU. Call it with a new `customer` before the first charge. If the register is unavailable, VAT is charged and it is asked again later.
 */
export const checkVat = async (
  deps: VatDeps,
  account: AccountKey,
  options: { customer?: string; timeoutMs?: number } = {},
): Promise<void> => {
  const isNew = options.customer !== undefined;
  if (isNew && !(await repo.enteredVatNumber(deps.db, account))?.vatid) return;
  await queue.run(account, () =>
    deps.db.transaction().execute(async (tx) => {
      await repo.lockVatCheck(tx, account);
      await checkLocked(deps, account, options);
    }),
  );
};

/** Each check holds a connection while it needs more of them, so only a few run at once. */
const queue = fairQueue(4);

const checkLocked = async (
  deps: VatDeps,
  account: AccountKey,
  options: { customer?: string; timeoutMs?: number },
): Promise<void> => {
  const check = await ensureCheck(deps, account);
  if (check?.state === 'pending') await askRegister(deps, check, options.timeoutMs ?? defaultTimeoutMs);
  const known = await findCustomer(deps.db, account, deps.payments.mode);
  const customer = options.customer ?? known?.customer;
  if (customer === undefined) return;
  await deps.payments.setTaxNumber(customer, await taxNumberOf(deps.db, account));
};

/** The tax number with which an account is invoiced; null for none, also while it isn't confirmed. */
export const taxNumberOf = async (db: Db | Tx, account: AccountKey): Promise<TaxNumber | null> => {
  const check = await repo.findVatCheck(db, account);
  if (check?.state !== 'valid' && check?.state !== 'unchecked') return null;
  return { country: check.country, number: check.number, verified: check.state === 'valid' };
};

/** The check of the account's number; begun here for numbers that were entered before payments existed. */
const ensureCheck = async (
  { db, clock }: Pick<Kernel, 'db' | 'clock'>,
  account: AccountKey,
): Promise<repo.VatCheckRow | undefined> => {
  const found = await repo.findVatCheck(db, account);
  if (found) return found;
  const entered = await repo.enteredVatNumber(db, account);
  if (!entered || entered.vatid === '') return undefined;
  return await db.transaction().execute(async (tx) => {
    await repo.replaceVatCheck(tx, account, sortVatNumber(entered.country, entered.vatid), clock.now());
    return await repo.findVatCheck(tx, account);
  });
};

const askRegister = async (deps: VatDeps, check: repo.VatCheckRow, timeoutMs: number): Promise<void> => {
  const { seller } = await portalSettings(deps.db);
  const answer = await deps.vat.check(check, { requester: requesterOf(seller), timeoutMs });
  if (answer.state === 'unavailable')
    deps.log.warn({ account: check.account_key, reason: answer.reason }, 'a VAT number could not be verified yet');
  await deps.db.transaction().execute(async (tx) => {
    const isCurrent = await repo.storeVatResult(tx, check, resultOf(answer, check.attempts + 1, deps.clock.now()));
    if (isCurrent) await repo.setVatIdValid(tx, check.account_key, answer.state === 'valid');
  });
};

const resultOf = (answer: VatAnswer, attempts: number, now: Date) => {
  if (answer.state === 'unavailable')
    return { attempts, next_attempt: attempts < mostAttempts ? new Date(now.getTime() + hourMs) : null };
  const { state } = answer;
  const facts = answer.state === 'valid' ? answer : { name: null, address: null, consultation: null };
  const { name, address, consultation } = facts;
  return { state, attempts, name, address, consultation, checked: now, next_attempt: null };
};
