import type * as z from 'zod/mini';
import type { ChangedNumber, NewNumber, PortalNumber } from '#contract/api/telephony-admin.ts';
import { countryName } from '#server/platform/country-name.ts';
import { countryOfNumber, displayNumber } from '#server/platform/phone-number.ts';
import { checkDepth } from '#server/kernel/db/list-page.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import {
  changeNumberRow,
  deleteNumber,
  findNumber,
  insertNumber,
  poolPage,
  type PoolRow,
} from './portal-numbers.repo.ts';
import { findTrunk } from './trunks.repo.ts';

type Deps = Pick<Kernel, 'db' | 'clock'>;
type Query = { page: number; size: number; state?: PortalNumber['state'] | undefined; search?: string | undefined };

/** A page of the pool of phone numbers. */
export const listNumbers = async (
  { db, clock }: Deps,
  { search = '', state, ...page }: Query,
): Promise<{ entities: PortalNumber[]; total: number; capped: boolean }> => {
  checkDepth(page.page * page.size, 'page');
  const now = clock.now();
  const { rows, ...counted } = await poolPage(db, { ...page, state, search: search.trim(), now });
  return { entities: rows.map((row) => present(row, now)), ...counted };
};

/** Adds a number; refuses with `ctl.numberExists` and `ctl.trunkNotFound`. */
export const addNumber = async ({ db, clock }: Deps, number: z.output<typeof NewNumber>): Promise<PortalNumber> =>
  await db.transaction().execute(async (tx) => {
    await checkTrunk(tx, number.trunk);
    const country = number.country || countryOfNumber(number.did);
    if (!(await insertNumber(tx, { ...number, country }))) refuse('ctl.numberExists', { did: number.did });
    return await getNumber(tx, number.did, clock.now());
  });

/** Changes what is known of a number; refuses with `ctl.numberNotFound` and `ctl.trunkNotFound`. */
export const changeNumber = async (
  { db, clock }: Deps,
  did: string,
  changes: z.output<typeof ChangedNumber>,
): Promise<PortalNumber> =>
  await db.transaction().execute(async (tx) => {
    await checkTrunk(tx, changes.trunk);
    if (!(await changeNumberRow(tx, did, changes))) refuse('ctl.numberNotFound', { did });
    return await getNumber(tx, did, clock.now());
  });

/** Removes a number from the pool; refuses with `ctl.numberGiven` while a station has it. */
export const removeNumber = async ({ db }: Pick<Deps, 'db'>, did: string): Promise<undefined> => {
  if (await deleteNumber(db, did)) return;
  refuse((await findNumber(db, did)) ? 'ctl.numberGiven' : 'ctl.numberNotFound', { did });
};

const checkTrunk = async (tx: Tx, trunk: string | null): Promise<void> => {
  if (trunk !== null && !(await findTrunk(tx, trunk))) refuse('ctl.trunkNotFound');
};

const getNumber = async (tx: Tx, did: string, now: Date): Promise<PortalNumber> =>
  present((await findNumber(tx, did)) ?? refuse('ctl.numberNotFound', { did }), now);

const present = (row: PoolRow, now: Date): PortalNumber => {
  const { did, country, label, trunk, note, monthly_cents, sandbox, main, station } = row;
  const isResting = row.free_from !== null && row.free_from > now;
  return {
    ...{ did, country, label, trunk, note, monthly_cents, sandbox, main, station },
    display: displayNumber(did),
    country_name: countryName(country),
    state: station ? 'given' : isResting ? 'resting' : 'free',
    assigned: row.assigned_at?.toISOString() ?? null,
    free_from: isResting ? (row.free_from?.toISOString() ?? null) : null,
  };
};
