import type { AdRequest } from '#contract/api/ad-requests.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { checkDepth } from '#server/kernel/db/list-page.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Clock, Db, Tx } from '#server/kernel/kernel.ts';
import * as repo from './ad-requests.repo.ts';
import { presentRequests } from './present-request.ts';

type Listed = { entities: AdRequest[]; total: number; capped: boolean };
type Page = { page: number; size: number };

/** An account's requests, the newest first. */
export const listRequests = async (db: Db, account: AccountKey, page: Page): Promise<Listed> =>
  await listed(db, repo.requestsOfAccount(db, account, checked(page)));

/** The requests of all accounts: those that wait for the portal first. */
export const listAllRequests = async (
  db: Db,
  { status, ...page }: Page & { status?: AdRequest['status'] | undefined },
): Promise<Listed> => await listed(db, repo.allRequests(db, { ...checked(page), status }));

/** A request of an account, or for the portal of any; refuses with `adRequest.notFound`. */
export const getRequest = async (db: Db | Tx, id: string, account?: AccountKey): Promise<AdRequest> => {
  const row = (await repo.findRequest(db, id, account)) ?? refuse('adRequest.notFound');
  const [request] = await presentRequests(db, [row]);
  return request ?? refuse('adRequest.notFound');
};

/** Whether the account can ask for campaigns: false unless the portal allows it (spec §3). */
export const isAvailable = async (db: Db, account: AccountKey): Promise<boolean> => await repo.mayRequest(db, account);

/** Lets an account ask for campaigns, or no longer; its open requests stay. */
export const setAvailable = async (
  { db, clock }: { db: Db; clock: Clock },
  account: AccountKey,
  available: boolean,
): Promise<boolean> => {
  await repo.setMayRequest(db, account, available, clock.now());
  return await isAvailable(db, account);
};

const checked = ({ page, size }: Page): Page => {
  const bounded = { page, size: Math.max(1, size) };
  checkDepth(page * bounded.size, 'page');
  return bounded;
};

const listed = async (db: Db, found: ReturnType<typeof repo.requestsOfAccount>): Promise<Listed> => {
  const { rows, total, capped } = await found;
  return { entities: await presentRequests(db, rows), total, capped };
};
