import { queueEmail } from '#server/engines/identity/identity-emails.ts';
import type { RealmPerson } from '../people.ts';
import type { IdentityKernel } from '../realm.ts';
import { codesLeft, factorsOf, renewCodes, consumeTimeStep } from './factors.repo.ts';
import { newPasskey, newPasskeyOptions } from './passkeys.ts';
import { findPending, setPending, consumePending } from './pending.ts';
import { factorBox, stepOf, totpFor, type NewTotp } from './totp.ts';

type At = Pick<IdentityKernel, 'db' | 'clock' | 'config' | 'brand' | 'secrets' | 'jobs'>;
/** `codes` are returned with the first factor, to be shown once. */
export type AddedFactor = { as: 'added'; codes: string[] | undefined } | { as: 'wrong' } | { as: 'expired' };

/** Starts to set up an authenticator app: shows its secret, which takes effect once a code confirms it. */
export const beginTotp = async (at: At, person: RealmPerson): Promise<NewTotp> => {
  const totp = totpFor(at.brand.name, person.email);
  const secret = await factorBox(at.secrets).seal(totp.secret);
  await setPending(at, 'FactorSetup', totpOf(person), { accountId: person.id, secret });
  return totp;
};

/** The app being set up, to show again after a wrong code. */
export const pendingTotp = async (at: At, person: RealmPerson): Promise<NewTotp | undefined> => {
  const { secret } = (await findPending(at, 'FactorSetup', totpOf(person))) ?? {};
  if (secret === undefined) return undefined;
  return totpFor(at.brand.name, person.email, await factorBox(at.secrets).open(secret));
};

/** Adds the app being set up with one of its codes; a wrong code can be retried for ten minutes. */
export const addTotp = async (at: At, person: RealmPerson, code: string, name: string): Promise<AddedFactor> => {
  const { secret } = (await findPending(at, 'FactorSetup', totpOf(person))) ?? {};
  if (secret === undefined) return { as: 'expired' };
  const step = stepOf(await factorBox(at.secrets).open(secret), code.replaceAll(/\s/g, ''), at.clock.now());
  if (step === undefined) return { as: 'wrong' };
  if (!(await consumePending(at, 'FactorSetup', totpOf(person)))) return { as: 'expired' };
  const { id } = await at.db
    .insertInto('idp_factors')
    .values({ user_id: person.id, kind: 'totp', name, secret })
    .returning('id')
    .executeTakeFirstOrThrow();
  await consumeTimeStep(at.db, at.clock, id, step);
  return added(at, person);
};

/** Starts to set up a passkey: returns the options for the browser. */
export const beginPasskey = async (at: At, person: RealmPerson) => {
  const options = await newPasskeyOptions(at, person, await factorsOf(at.db, person.id));
  const pending = { accountId: person.id, challenge: options.challenge };
  await setPending(at, 'FactorSetup', passkeyOf(person), pending);
  return options;
};

/** Adds the passkey being set up with the browser's response. */
export const addPasskey = async (
  at: At,
  person: RealmPerson,
  response: unknown,
  name: string,
): Promise<AddedFactor> => {
  const { challenge } = (await consumePending(at, 'FactorSetup', passkeyOf(person))) ?? {};
  if (challenge === undefined) return { as: 'expired' };
  const credential = await newPasskey(at, response, challenge);
  if (!credential) return { as: 'wrong' };
  await at.db
    .insertInto('idp_factors')
    .values({
      user_id: person.id,
      kind: 'passkey',
      name,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: credential.transports ?? [],
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return added(at, person);
};

const added = async (at: At, person: RealmPerson): Promise<AddedFactor> => {
  const codes = (await codesLeft(at.db, person.id)) === 0 ? await renewCodes(at.db, person.id) : undefined;
  await queueEmail(at, { about: 'secondFactor', to: person.email, what: 'added' });
  return { as: 'added', codes };
};

const totpOf = ({ id }: RealmPerson): string => `${id} totp`;
const passkeyOf = ({ id }: RealmPerson): string => `${id} passkey`;
