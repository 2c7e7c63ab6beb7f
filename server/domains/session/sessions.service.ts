import type { SessionEntry, SignInState } from '#contract/api/sign-in.ts';
import type { SignIn } from '#server/kernel/auth/bearer.ts';
import { isRecent } from '#server/kernel/auth/recent-sign-in.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { presentSessions } from '#server/platform/session-entries.ts';
import { secondFactorOf } from './second-factor.ts';
import { personRow } from './session.repo.ts';
import type { SessionDeps } from './session.service.ts';

type Caller = { who: Person; signIn: SignIn };

/** The person's sign-in provider, and whether their credentials may be changed now. */
export const signInState = async (deps: SessionDeps, { who, signIn }: Caller): Promise<SignInState> => ({
  provider: deps.config.embeddedIdentity ? 'embedded' : 'external',
  email: who.email,
  recent: isRecent(signIn, deps.clock.now()),
  second_factor: await secondFactorOf(deps, who),
});

/** The person's sessions at the embedded provider, last used first; none with an external provider. */
export const listSessions = async (deps: SessionDeps, { who, signIn }: Caller): Promise<SessionEntry[]> => {
  const found = (await deps.accountAdmin.sessions?.list(await subjectOf(deps, who))) ?? [];
  return await presentSessions(deps, found, signIn.session);
};

/** Ends one session of the person; refuses `session.unknown`. */
export const endSession = async (deps: SessionDeps, who: Person, id: string): Promise<undefined> => {
  const isEnded = await deps.accountAdmin.sessions?.end(await subjectOf(deps, who), id);
  if (isEnded !== true) refuse('session.unknown');
};

/** Ends all sessions of the person but the current one, including their access tokens. */
export const endOtherSessions = async (deps: SessionDeps, { who, signIn }: Caller): Promise<undefined> => {
  await deps.accountAdmin.endSessions(await subjectOf(deps, who), signIn.session);
  deps.people.forget(who.id);
};

const subjectOf = async ({ db }: SessionDeps, who: Person): Promise<string> =>
  (await personRow(db, who.id))?.subject ?? refuse('session.required');
