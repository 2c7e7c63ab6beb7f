import { randomUUID } from 'node:crypto';
import {
  providerRefusalIds,
  type AdProvider,
  type NewAdProvider,
  type TriedProvider,
} from '#contract/api/ad-providers.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { lockAccount } from '#server/domains/accounts/accounts.service.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Kernel, Tx } from '#server/kernel/kernel.ts';
import { announcePlan } from '../campaigns.events.ts';
import { checkEnabled } from '../check-campaign.ts';
import * as repo from './providers.repo.ts';
import { askTag } from './vast/ask-tag.ts';

type Deps = Pick<Kernel, 'db' | 'clock' | 'events' | 'outbound'>;

/** Whose ad servers: those of an account, or the portal's. */
export type Owner = AccountKey | null;

/** The portal's ad servers, with their addresses. */
export const portalProviders = async ({ db, clock }: Deps): Promise<AdProvider[]> =>
  (await repo.findProviders(db, null, { now: clock.now() })).map((row) => present(row, true));

/**
 * What an account can use: its own ad servers, then those of the portal that are on. It sees neither their addresses nor
 * what they did for other accounts.
 */
export const accountProviders = async ({ db, clock }: Deps, account: AccountKey): Promise<AdProvider[]> => {
  const [own, shared] = [
    await repo.findProviders(db, account, { now: clock.now() }),
    await repo.findProviders(db, null, { viewer: account, now: clock.now() }),
  ];
  return [
    ...own.map((row) => present(row, true)),
    ...shared.filter(({ enabled }) => enabled).map((row) => present(row, false)),
  ];
};

/** Adds an ad server. Refuses with `adProvider.exists`, `.tooMany`, and `campaign.notEnabled` as for campaigns. */
export const createProvider = async (deps: Deps, owner: Owner, body: NewAdProvider, who: Person): Promise<AdProvider> =>
  await deps.db.transaction().execute(async (tx) => {
    await check(tx, owner, who);
    if ((await repo.findProviders(tx, owner, { now: deps.clock.now() })).length >= repo.mostProviders)
      refuse('adProvider.tooMany');
    const id = randomUUID();
    if (!(await repo.insertProvider(tx, owner, id, body))) refuse('adProvider.exists');
    return await read(deps, tx, owner, id);
  });

/** Changes an ad server; what it answered before stays. Refuses with `adProvider.notFound` and `.exists`. */
export const changeProvider = async (
  deps: Deps,
  owner: Owner,
  id: string,
  body: NewAdProvider,
  who: Person,
): Promise<AdProvider> =>
  await deps.db.transaction().execute(async (tx) => {
    await check(tx, owner, who);
    if (await repo.isNameTaken(tx, owner, body.name, id)) refuse('adProvider.exists');
    if (!(await repo.updateProvider(tx, owner, id, body, deps.clock.now()))) refuse('adProvider.notFound');
    await announcePlan(deps.events, tx);
    return await read(deps, tx, owner, id);
  });

/** Deletes an ad server. Refuses with `adProvider.inUse` while campaigns that are not archived ask it. */
export const removeProvider = async (deps: Deps, owner: Owner, id: string, who: Person): Promise<undefined> =>
  await deps.db.transaction().execute(async (tx) => {
    await check(tx, owner, who);
    if ((await read(deps, tx, owner, id)).usedBy > 0) refuse('adProvider.inUse');
    await repo.deleteProvider(tx, id);
    await announcePlan(deps.events, tx);
    return undefined;
  });

/** Asks an ad server for no listener, to see what it answers; nothing plays and nothing is reported. */
export const tryProvider = async (deps: Deps, owner: Owner, id: string): Promise<TriedProvider> => {
  const [row] = await repo.findProviders(deps.db, owner, { id, now: deps.clock.now() });
  if (!row) refuse('adProvider.notFound');
  const begun = performance.now();
  const answer = await askTag(deps, row.tag_url, {});
  const milliseconds = Math.round(performance.now() - begun);
  const spot =
    answer.outcome === 'spot'
      ? {
          ...{ id: answer.spot.id.trim(), seconds: answer.spot.seconds, type: answer.spot.media.type },
          host: URL.parse(answer.spot.media.url)?.host ?? '',
        }
      : null;
  const reason = answer.outcome === 'refused' ? answer.reason : null;
  return { outcome: answer.outcome, reason, wrappers: answer.wrappers, milliseconds, spot };
};

/** The account is locked, so that two calls can't add more than there may be. */
const check = async (tx: Tx, owner: Owner, who: Person): Promise<void> => {
  if (owner === null) return;
  await lockAccount(tx, owner);
  await checkEnabled(tx, owner, who);
};

const read = async ({ clock }: Deps, db: Db | Tx, owner: Owner, id: string): Promise<AdProvider> => {
  const [row] = await repo.findProviders(db, owner, { id, now: clock.now() });
  return row ? present(row, true) : refuse('adProvider.notFound');
};

const present = (row: repo.ProviderRow, showsAll: boolean): AdProvider => {
  const count = (what: string): number => row.counts?.[what] ?? 0;
  return {
    ...{ id: row.id, name: row.name, shared: row.account_key === null, tagUrl: showsAll ? row.tag_url : null },
    ...{ enabled: row.enabled, consent: row.consent, mode: row.mode, usedBy: row.used_by },
    use: !showsAll
      ? null
      : {
          ...{ requests: count('request'), tickets: count('ticket'), empty: count('empty') },
          ...{ impressions: count('impression'), reported: count('reported'), unreported: count('unreported') },
          refused: providerRefusalIds
            .map((reason) => ({ reason, count: count(`refused:${reason}`) }))
            .filter((one) => one.count > 0)
            .sort((a, b) => b.count - a.count),
        },
  };
};
