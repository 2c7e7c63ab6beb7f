import type { ReturnsOf, SpecOf } from '#contract/api/http.ts';
import type { signIn as calls, SignInState } from '#contract/api/sign-in.ts';
import type { SecondFactors } from '#server/engines/identity/port.ts';
import type { SignIn } from '#server/kernel/auth/bearer.ts';
import { checkRecent } from '#server/kernel/auth/recent-sign-in.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { personRow } from './session.repo.ts';
import type { SessionDeps } from './session.service.ts';

type Caller = { who: Person; signIn: SignIn };
type Codes = ReturnsOf<SpecOf<(typeof calls)['addApp']>>;

/** A person's second factors; null if the provider manages them itself. */
export const secondFactorOf = async (
  { db, accountAdmin: { secondFactors } }: SessionDeps,
  who: Person,
): Promise<SignInState['second_factor']> => {
  if (!secondFactors) return null;
  const subject = (await personRow(db, who.id))?.subject ?? refuse('session.required');
  const { factors, recoveryCodes, passkeys } = await secondFactors.of(subject);
  return {
    factors: factors.map(({ created, lastUsed, ...factor }) => ({
      ...factor,
      created: created.toISOString(),
      last_used: lastUsed?.toISOString() ?? null,
    })),
    recovery_codes: recoveryCodes,
    passkeys,
  };
};

/** Checks that factors may be changed. Refuses `session.stale` without a recent sign-in: the password is not enough. */
const authorizeChange = async (
  { db, clock, accountAdmin: { secondFactors } }: SessionDeps,
  { who, signIn }: Caller,
): Promise<{ subject: string; factors: SecondFactors }> => {
  if (!secondFactors) return refuse('secondFactor.external');
  checkRecent(signIn, clock.now());
  const row = await personRow(db, who.id);
  return row ? { subject: row.subject, factors: secondFactors } : refuse('session.required');
};

export const beginApp = async (deps: SessionDeps, caller: Caller) => {
  const { subject, factors } = await authorizeChange(deps, caller);
  return factors.beginTotp(subject);
};

export const addApp = async (
  deps: SessionDeps,
  caller: Caller,
  { code, name }: { code: string; name: string },
): Promise<Codes> => {
  const { subject, factors } = await authorizeChange(deps, caller);
  return codes(await factors.addTotp(subject, code, name || 'Authenticator app'));
};

export const beginPasskey = async (deps: SessionDeps, caller: Caller) => {
  const { subject, factors } = await authorizeChange(deps, caller);
  return { options: { ...(await factors.beginPasskey(subject)) } };
};

export const addPasskey = async (
  deps: SessionDeps,
  caller: Caller,
  { response, name }: { response: Record<string, unknown>; name: string },
): Promise<Codes> => {
  const { subject, factors } = await authorizeChange(deps, caller);
  return codes(await factors.addPasskey(subject, response, name || 'Passkey'));
};

/** Refuses `secondFactor.unknown` unless the factor is theirs. */
export const removeFactor = async (deps: SessionDeps, caller: Caller, id: string): Promise<undefined> => {
  const { subject, factors } = await authorizeChange(deps, caller);
  if (!(await factors.remove(subject, id))) refuse('secondFactor.unknown');
};

export const renewRecoveryCodes = async (deps: SessionDeps, caller: Caller): Promise<Codes> => {
  const { subject, factors } = await authorizeChange(deps, caller);
  return codes(await factors.renewRecoveryCodes(subject));
};

const codes = (recoveryCodes: string[] | undefined): Codes => ({ recovery_codes: recoveryCodes ?? null });
