import type { AccountKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import { hasFeature } from '#contract/rules/plans.ts';
import { dayMs, minuteMs } from '#contract/rules/time.ts';
import type { DomainProblem, DomainState } from '#contract/api/site-domain.ts';
import { featuresOfAccount } from '#server/domains/billing/billing.service.ts';
import type { Config } from '#server/kernel/config.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { randomLetters } from '#server/kernel/keys.ts';
import { findSite, lockSite } from '../sites.repo.ts';
import { problemsOf } from './check-domain.ts';
import * as repo from './domains.repo.ts';
import type { DomainResolver } from './resolver.ts';

export type DomainsDeps = Pick<Kernel, 'db' | 'clock' | 'config'> & { dns: DomainResolver };

const freshEveryMs = 5 * minuteMs;
const atOnce = 200;

/**
 * Adds a domain and looks up its records. Refuses with `plan.featureMissing`, `site.notFound` before the site is saved,
 * `site.domainReserved` a domain of the portal, `site.domainInUse` one that another account has verified, and `site.tooManyDomains`.
 */
export const addDomain = async (
  deps: DomainsDeps,
  account: AccountKey,
  domain: string,
  who: Pick<Person, 'isPortalAdmin'>,
): Promise<void> => {
  const { db, clock, config } = deps;
  const plan = await featuresOfAccount(db, account);
  if (!hasFeature('customDomain', { isPortalAdmin: who.isPortalAdmin, plan })) refuse('plan.featureMissing');
  if (isReserved(config, domain)) refuse('site.domainReserved', {}, { domain: 'This domain belongs to this portal.' });
  await db.transaction().execute(async (tx) => {
    if (!(await lockSite(tx, account))) refuse('site.notFound');
    const serving = await repo.servingAccount(tx, domain);
    if (serving !== undefined && serving !== account)
      refuse('site.domainInUse', {}, { domain: 'Another account has verified this domain.' });
    const own = await repo.listDomains(tx, account);
    if (own.some((one) => one.domain === domain)) return;
    if (own.length >= limits.siteDomains) refuse('site.tooManyDomains', { max: limits.siteDomains });
    const now = clock.now();
    const token = `radio-verify=${randomLetters(32)}`;
    await repo.insertDomain(tx, { account_key: account, domain, token, created: now, next_check: now });
  });
  await checkDomain(deps, account, domain);
};

/** Looks up a domain's records now. Refuses with `site.domainNotFound`. */
export const checkDomain = async (deps: DomainsDeps, account: AccountKey, domain: string): Promise<void> =>
  await check(deps, (await repo.findDomain(deps.db, account, domain)) ?? refuse('site.domainNotFound'));

/** Removes a domain, whose site is gone from it at once. Refuses with `site.domainNotFound`. */
export const removeDomain = async (
  { db }: Pick<DomainsDeps, 'db'>,
  account: AccountKey,
  domain: string,
): Promise<void> => {
  if (!(await findSite(db, account)) || !(await repo.deleteDomain(db, account, domain))) refuse('site.domainNotFound');
};

/** Looks up the records of all domains that are due, one after the other. */
export const checkDueDomains = async (deps: DomainsDeps): Promise<void> => {
  for (const row of await repo.dueDomains(deps.db, deps.clock.now(), atOnce)) await check(deps, row);
};

/** A domain that shows a site, for the certificates of Caddy. */
export const servesDomain = async (db: DomainsDeps['db'], domain: string): Promise<boolean> =>
  (await repo.servingAccount(db, domain)) !== undefined;

/** The hosts of the portal itself, which no account may claim; nor what is below them. */
const isReserved = ({ publicUrl, deliveryUrl, streamUrl }: Config, domain: string): boolean =>
  [publicUrl, deliveryUrl, streamUrl]
    .map((url) => new URL(url).hostname)
    .some((host) => domain === host || domain.endsWith(`.${host}`));

const check = async ({ db, clock, config, dns }: DomainsDeps, row: repo.DomainRow): Promise<void> => {
  const target = new URL(config.deliveryUrl).hostname;
  const problems = await problemsOf(dns, { ...row, target });
  const now = clock.now();
  const next = nextState(row, problems, now);
  const values = { ...next, problems, checked_at: now, next_check: new Date(now.getTime() + pauseMs(row, next, now)) };
  try {
    await repo.updateDomain(db, row, values);
  } catch (error) {
    if ((error as { code?: string }).code !== uniqueViolation) throw error;
    // Another account has proved it first: the record of this one is right, too, but the site of the other is shown.
    await repo.updateDomain(db, row, { ...values, state: 'pending', problems: ['txtWrong'], verified_at: null });
  }
};
const uniqueViolation = '23505';

type Next = { state: DomainState; verified_at: Date | null; failing_since: Date | null };

/** A verified domain whose records are wrong is served for a day, then lost; silence of the DNS alone changes nothing. */
const nextState = (row: repo.DomainRow, problems: readonly DomainProblem[], now: Date): Next => {
  const { state, verified_at, failing_since } = row;
  if (problems.length === 0) return { state: 'verified', verified_at: verified_at ?? now, failing_since: null };
  if (problems.includes('dnsFailed') || !row.serves) return { state, verified_at, failing_since };
  const since = failing_since ?? now;
  const isLost = now.getTime() - since.getTime() >= limits.lostDomainHours * 60 * minuteMs;
  return isLost
    ? { state: 'lost', verified_at: null, failing_since: since }
    : { state: 'failing', verified_at, failing_since: since };
};

/** Every 5 minutes for the first three days and while failing, then daily. */
const pauseMs = (row: repo.DomainRow, { state }: Next, now: Date): number => {
  const isFresh = now.getTime() - row.created.getTime() < limits.freshDomainDays * dayMs;
  return state === 'failing' || (state === 'pending' && isFresh) ? freshEveryMs : dayMs;
};
