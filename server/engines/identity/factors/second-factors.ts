import { refuse } from '#server/kernel/http/refuse.ts';
import { queueEmail } from '#server/engines/identity/identity-emails.ts';
import { personById, type RealmPerson } from '../people.ts';
import type { SecondFactors } from '../port.ts';
import type { IdentityKernel } from '../realm.ts';
import { codesLeft, factorsOf, holdersAmong, removeFactor, removeFactors, renewCodes } from './factors.repo.ts';
import { arePasskeysPossible } from './passkeys.ts';
import { addPasskey, addTotp, beginPasskey, beginTotp, type AddedFactor } from './set-up.ts';

type At = Pick<IdentityKernel, 'db' | 'clock' | 'config' | 'brand' | 'secrets' | 'jobs'>;

/** Maximum per person. */
const maxFactors = 10;

/** The embedded implementation of the port. */
export const embeddedSecondFactors = (at: At): SecondFactors => ({
  async of(subject) {
    const rows = await factorsOf(at.db, subject);
    return {
      factors: rows.map(({ id, kind, name, created, last_used }) => ({
        id,
        kind,
        name,
        created,
        lastUsed: last_used,
      })),
      recoveryCodes: await codesLeft(at.db, subject),
      passkeys: arePasskeysPossible(at),
    };
  },
  async beginTotp(subject) {
    return beginTotp(at, await personBelowLimit(at, subject));
  },
  async addTotp(subject, code, name) {
    return codesOf(await addTotp(at, await personBelowLimit(at, subject), code, name), {
      code: 'Wrong code. Check the clock of your device, and enter the current code.',
    });
  },
  async beginPasskey(subject) {
    if (!arePasskeysPossible(at)) refuse('secondFactor.noPasskeys');
    return beginPasskey(at, await personBelowLimit(at, subject));
  },
  async addPasskey(subject, response, name) {
    const person = await personBelowLimit(at, subject);
    return codesOf(await addPasskey(at, person, response, name), { response: 'The passkey could not be read.' });
  },
  async remove(subject, id) {
    const isRemoved = await removeFactor(at.db, subject, id);
    if (isRemoved) await notify(at, subject);
    return isRemoved;
  },
  async removeAll(subject) {
    await removeFactors(at.db, subject);
    await notify(at, subject);
  },
  async renewRecoveryCodes(subject) {
    const { id } = await personOf(at, subject);
    if ((await factorsOf(at.db, id)).length === 0) refuse('secondFactor.none');
    return renewCodes(at.db, id);
  },
  holders: (subjects) => holdersAmong(at.db, subjects),
});

const codesOf = (outcome: AddedFactor, fields: Record<string, string>): string[] | undefined => {
  if (outcome.as === 'wrong') return refuse('request.invalid', {}, fields);
  if (outcome.as === 'expired') return refuse('secondFactor.expired');
  return outcome.codes;
};

const personOf = async ({ db }: At, subject: string): Promise<RealmPerson> =>
  (await personById(db, subject)) ?? refuse('session.required');

const personBelowLimit = async (at: At, subject: string): Promise<RealmPerson> => {
  if ((await factorsOf(at.db, subject)).length >= maxFactors) refuse('secondFactor.tooMany', { max: maxFactors });
  return personOf(at, subject);
};

const notify = async (at: At, subject: string): Promise<void> => {
  const person = await personById(at.db, subject);
  if (person) await queueEmail(at, { about: 'secondFactor', to: person.email, what: 'removed' });
};
