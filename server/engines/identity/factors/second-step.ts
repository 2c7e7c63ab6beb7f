import type { RealmPerson } from '../people.ts';
import type { IdentityKernel } from '../realm.ts';
import {
  factorsOf,
  clearFactorAttempts,
  passkeyBy,
  registerFactorAttempt,
  consumeRecoveryCode,
  recordPasskeyUse,
  consumeTimeStep,
  type FactorRow,
} from './factors.repo.ts';
import { passkeyCounter } from './passkeys.ts';
import { factorBox, stepOf } from './totp.ts';

type At = Pick<IdentityKernel, 'db' | 'clock' | 'config' | 'brand' | 'secrets'>;
export type SecondStep = { as: 'passed'; amr: string[] } | { as: 'wrong' } | { as: 'locked'; seconds: number };

/** A person's input for the second step: a code of an app, a recovery code, or a passkey's response. */
export type SecondStepInput = { code: string } | { response: unknown; challenge: string };

/**
 * Verifies a second step. Each code works once; five failures in a row lock the person's second step for 30 s, then
 * twice as long each time, up to 15 minutes.
 */
export const verifySecondStep = async (at: At, person: RealmPerson, input: SecondStepInput): Promise<SecondStep> => {
  const seconds = await registerFactorAttempt(at.db, at.clock, person.id);
  if (seconds > 0) return { as: 'locked', seconds };
  const factors = await factorsOf(at.db, person.id);
  const amr = 'code' in input ? await byCode(at, person, factors, input.code) : await byPasskey(at, factors, input);
  if (!amr) return { as: 'wrong' };
  await clearFactorAttempts(at.db, person.id);
  return { as: 'passed', amr };
};

const byCode = async (
  at: At,
  { id }: RealmPerson,
  factors: readonly FactorRow[],
  code: string,
): Promise<string[] | undefined> => {
  const digits = code.replaceAll(/\s/g, '');
  for (const factor of factors) if (await matchesApp(at, factor, digits)) return ['pwd', 'otp', 'mfa'];
  return factors.length > 0 && (await consumeRecoveryCode(at.db, id, code)) ? ['pwd', 'mfa'] : undefined;
};

const matchesApp = async (at: At, { id, secret }: FactorRow, digits: string): Promise<boolean> => {
  if (secret === null) return false;
  const step = stepOf(await factorBox(at.secrets).open(secret), digits, at.clock.now());
  return step !== undefined && (await consumeTimeStep(at.db, at.clock, id, step));
};

const byPasskey = async (
  at: At,
  factors: readonly FactorRow[],
  { response, challenge }: { response: unknown; challenge: string },
): Promise<string[] | undefined> => {
  const passkey = factors.find(({ credential_id }) => credential_id !== null && credential_id === idOf(response));
  if (!passkey) return undefined;
  const counter = await passkeyCounter(at, passkey, { response, challenge, alone: false });
  return counter !== undefined && (await recordPasskeyUse(at.db, at.clock, passkey.id, counter))
    ? ['pwd', 'hwk', 'mfa']
    : undefined;
};

/** The person whose passkey signed this challenge with user verification, which counts as both factors. */
export const personByPasskey = async (at: At, response: unknown, challenge: string): Promise<string | undefined> => {
  const passkey = await passkeyBy(at.db, idOf(response));
  const counter = passkey && (await passkeyCounter(at, passkey, { response, challenge, alone: true }));
  if (!passkey || counter === undefined) return undefined;
  return (await recordPasskeyUse(at.db, at.clock, passkey.id, counter)) ? passkey.user_id : undefined;
};

const idOf = (response: unknown): string => {
  const { id } = (typeof response === 'object' && response !== null ? response : {}) as { id?: unknown };
  return typeof id === 'string' ? id : '';
};
