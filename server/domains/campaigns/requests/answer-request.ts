import type { AdRequest } from '#contract/api/ad-requests.ts';
import { limits } from '#contract/rules/limits.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { changeRequest, lockRequest, type RequestRow } from './ad-requests.repo.ts';
import { afterStep } from './send-request.ts';
import type { StepDeps } from './steps.ts';

type Deps = StepDeps & Pick<Kernel, 'db'>;
type Which = { account: AccountKey; id: string };

/** Withdraws a request; refuses with `adRequest.decided`. */
export const withdrawRequest = async (deps: Deps, { account, id }: Which, who: Person): Promise<AdRequest> =>
  await deps.db.transaction().execute(async (tx) => {
    const row = (await lockRequest(tx, id, account)) ?? refuse('adRequest.notFound');
    if (row.decided_at !== null) refuse('adRequest.decided');
    await changeRequest(tx, id, { status: 'withdrawn', decided_at: deps.clock.now(), decided_by: who.id });
    return await afterStep(tx, deps, id, { account, step: 'withdrawn', by: who });
  });

/**
 * Adds a message to a request, from its account or from the portal, even once it is decided. Refuses with `adRequest.threadFull` after
 * 200 messages.
 */
export const addMessage = async (
  deps: Deps,
  { account, id }: Which,
  { text, who, isPortal }: { text: string; who: Person; isPortal: boolean },
): Promise<AdRequest> =>
  await deps.db.transaction().execute(async (tx) => {
    const row = (await lockRequest(tx, id, account)) ?? refuse('adRequest.notFound');
    if (row.thread.length >= limits.adRequestMessages) refuse('adRequest.threadFull');
    await changeRequest(tx, id, { thread: withMessage(row, { text, who, isPortal, now: deps.clock.now() }) });
    return await afterStep(tx, deps, id, { account, step: isPortal ? 'answered' : 'asked', by: who, words: text });
  });

/** The thread of a request with one more message, as it is stored. */
export const withMessage = (
  { thread }: Pick<RequestRow, 'thread'>,
  { text, who, isPortal, now }: { text: string; who: Person; isPortal: boolean; now: Date },
): string => {
  const name = `${who.first_name} ${who.last_name}`.trim();
  const by = name === '' ? who.email : name;
  return JSON.stringify([...thread, { at: now.toISOString(), by, portal: isPortal, text }]);
};
