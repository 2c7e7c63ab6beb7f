import { orderLetter } from '../letters.ts';
import type { RealmPerson } from '../people.ts';
import type { IdentityKernel } from '../realm.ts';
import { codesLeft, factorsOf, renewCodes, spendStep } from './factors.repo.ts';
import { newPasskey, newPasskeyOptions } from './passkeys.ts';
import { findPending, setPending, takePending } from './pending.ts';
import { secretBox, stepOf, totpFor, type NewTotp } from './totp.ts';

type At = Pick<IdentityKernel, 'db' | 'clock' | 'config' | 'brand' | 'secrets' | 'jobs'>;
/** `codes` are there with the first factor: they are shown once. */
export type Added = { as: 'added'; codes: string[] | undefined } | { as: 'wrong' } | { as: 'expired' };

/** Begins to set an authenticator app up: its secret is shown, and counts once a code of it came back. */
export const beginTotp = async (at: At, person: RealmPerson): Promise<NewTotp> => {
  const made = totpFor(at.brand.name, person.email);
  const secret = await secretBox(at.secrets).seal(made.secret);
  await setPending(at, 'FactorSetup', totpOf(person), { accountId: person.id, secret });
  return made;
};

/** The app that is being set up, to be shown again after a wrong code. */
export const totpBegun = async (at: At, person: RealmPerson): Promise<NewTotp | undefined> => {
  const { secret } = (await findPending(at, 'FactorSetup', totpOf(person))) ?? {};
  if (secret === undefined) return undefined;
  return totpFor(at.brand.name, person.email, await secretBox(at.secrets).open(secret));
};

/** Adds the app that was begun, by a code of it; a wrong one may be typed again for ten minutes. */
export const addTotp = async (at: At, person: RealmPerson, code: string, name: string): Promise<Added> => {
  const { secret } = (await findPending(at, 'FactorSetup', totpOf(person))) ?? {};
  if (secret === undefined) return { as: 'expired' };
  const step = stepOf(await secretBox(at.secrets).open(secret), code.replaceAll(/\s/g, ''), at.clock.now());
  if (step === undefined) return { as: 'wrong' };
  if (!(await takePending(at, 'FactorSetup', totpOf(person)))) return { as: 'expired' };
  const { id } = await at.db
    .insertInto('idp_factors')
    .values({ user_id: person.id, kind: 'totp', name, secret })
    .returning('id')
    .executeTakeFirstOrThrow();
  await spendStep(at.db, at.clock, id, step);
  return added(at, person);
};

/** Begins to set a passkey up: what the browser needs to make it. */
export const beginPasskey = async (at: At, person: RealmPerson) => {
  const options = await newPasskeyOptions(at, person, await factorsOf(at.db, person.id));
  const pending = { accountId: person.id, challenge: options.challenge };
  await setPending(at, 'FactorSetup', passkeyOf(person), pending);
  return options;
};

/** Adds the passkey that was begun, by the browser's answer. */
export const addPasskey = async (at: At, person: RealmPerson, response: unknown, name: string): Promise<Added> => {
  const { challenge } = (await takePending(at, 'FactorSetup', passkeyOf(person))) ?? {};
  if (challenge === undefined) return { as: 'expired' };
  const made = await newPasskey(at, response, challenge);
  if (!made) return { as: 'wrong' };
  await at.db
    .insertInto('idp_factors')
    .values({
      user_id: person.id,
      kind: 'passkey',
      name,
      credential_id: made.id,
      public_key: Buffer.from(made.publicKey).toString('base64url'),
      counter: made.counter,
      transports: made.transports ?? [],
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return added(at, person);
};

const added = async (at: At, person: RealmPerson): Promise<Added> => {
  const codes = (await codesLeft(at.db, person.id)) === 0 ? await renewCodes(at.db, person.id) : undefined;
  await orderLetter(at, { about: 'secondFactor', to: person.email, what: 'added' });
  return { as: 'added', codes };
};

const totpOf = ({ id }: RealmPerson): string => `${id} totp`;
const passkeyOf = ({ id }: RealmPerson): string => `${id} passkey`;
