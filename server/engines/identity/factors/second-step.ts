import type { RealmPerson } from '../people.ts';
import type { IdentityKernel } from '../realm.ts';
import {
  factorsOf,
  forgiveFactorAttempts,
  passkeyBy,
  takeFactorAttempt,
  spendCode,
  spendPasskey,
  spendStep,
  type FactorRow,
} from './factors.repo.ts';
import { passkeyCounter } from './passkeys.ts';
import { secretBox, stepOf } from './totp.ts';

type At = Pick<IdentityKernel, 'db' | 'clock' | 'config' | 'brand' | 'secrets'>;
export type SecondStep = { as: 'passed'; amr: string[] } | { as: 'wrong' } | { as: 'locked'; seconds: number };

/** What a person gave as their second step: a code of an app or a recovery code, or a passkey's answer. */
export type Given = { code: string } | { response: unknown; challenge: string };

/**
 * Checks a second step. Each code works once; five failures in a row lock the person's second step for 30 s, then
 * twice as long each time, up to a quarter of an hour.
 */
export const takeSecondStep = async (at: At, person: RealmPerson, given: Given): Promise<SecondStep> => {
  const seconds = await takeFactorAttempt(at.db, at.clock, person.id);
  if (seconds > 0) return { as: 'locked', seconds };
  const known = await factorsOf(at.db, person.id);
  const amr = 'code' in given ? await byCode(at, person, known, given.code) : await byPasskey(at, known, given);
  if (!amr) return { as: 'wrong' };
  await forgiveFactorAttempts(at.db, person.id);
  return { as: 'passed', amr };
};

const byCode = async (
  at: At,
  { id }: RealmPerson,
  known: readonly FactorRow[],
  written: string,
): Promise<string[] | undefined> => {
  const digits = written.replaceAll(/\s/g, '');
  for (const factor of known) if (await fitsApp(at, factor, digits)) return ['pwd', 'otp', 'mfa'];
  return known.length > 0 && (await spendCode(at.db, id, written)) ? ['pwd', 'mfa'] : undefined;
};

const fitsApp = async (at: At, { id, secret }: FactorRow, digits: string): Promise<boolean> => {
  if (secret === null) return false;
  const step = stepOf(await secretBox(at.secrets).open(secret), digits, at.clock.now());
  return step !== undefined && (await spendStep(at.db, at.clock, id, step));
};

const byPasskey = async (
  at: At,
  known: readonly FactorRow[],
  { response, challenge }: { response: unknown; challenge: string },
): Promise<string[] | undefined> => {
  const passkey = known.find(({ credential_id }) => credential_id !== null && credential_id === idOf(response));
  if (!passkey) return undefined;
  const counter = await passkeyCounter(at, passkey, { response, challenge, alone: false });
  return counter !== undefined && (await spendPasskey(at.db, at.clock, passkey.id, counter))
    ? ['pwd', 'hwk', 'mfa']
    : undefined;
};

/** Whose passkey has signed this challenge, with a finger or a PIN: both factors at once. */
export const personByPasskey = async (at: At, response: unknown, challenge: string): Promise<string | undefined> => {
  const passkey = await passkeyBy(at.db, idOf(response));
  const counter = passkey && (await passkeyCounter(at, passkey, { response, challenge, alone: true }));
  if (!passkey || counter === undefined) return undefined;
  return (await spendPasskey(at.db, at.clock, passkey.id, counter)) ? passkey.user_id : undefined;
};

const idOf = (response: unknown): string => {
  const { id } = (typeof response === 'object' && response !== null ? response : {}) as { id?: unknown };
  return typeof id === 'string' ? id : '';
};
