import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { factorsOf } from './factors/factors.repo.ts';
import { arePasskeysPossible } from './factors/passkeys.ts';
import { findPending, setPending, consumePending } from './factors/pending.ts';
import { addPasskey, addTotp, beginPasskey, beginTotp, pendingTotp, type AddedFactor } from './factors/set-up.ts';
import { finishSignIn, loginHintOf, parseJson, pathOf, uidOf } from './interaction.ts';
import { recoveryCodesScreen, setUpScreen } from './pages/second-step-screens.ts';
import type { RealmPerson } from './people.ts';
import { send, sendStale, type Realm } from './realm-page.ts';

type PersonAt = (request: FastifyRequest, reply: FastifyReply) => Promise<RealmPerson | undefined>;

/** Sets up a second factor during sign-in if the portal requires one, before any token is issued. */
export const setUpPages = (app: FastifyInstance, realm: Realm, personAt: PersonAt): void => {
  const { kernel } = realm;
  /** Only for people without a factor: others must use theirs, as the password alone may not add another. */
  const personWithout: PersonAt = async (request, reply) => {
    const person = await personAt(request, reply);
    return person && (await factorsOf(kernel.db, person.id)).length === 0 ? person : undefined;
  };
  app.get('/interaction/:uid/set-up', async (request, reply) => {
    const person = await personWithout(request, reply);
    return person ? showSetUp(realm, request, reply, person) : sendStale(realm, reply);
  });

  app.post('/interaction/:uid/set-up', async (request, reply) => {
    const fields = realm.forms.read(request);
    const person = fields && (await personWithout(request, reply));
    if (!person) return sendStale(realm, reply);
    realm.limit(`set-up ${person.id}`, { max: 20, seconds: 600 });
    const { code = '', passkey = '' } = fields;
    const outcome: AddedFactor =
      passkey === ''
        ? await addTotp(kernel, person, code, 'Authenticator app')
        : await addPasskey(kernel, person, parseJson(passkey), 'Passkey');
    if (outcome.as !== 'added') {
      const problem =
        passkey === ''
          ? 'Wrong code. Enter the one your app shows now.'
          : 'The passkey could not be created. Please try again.';
      return showSetUp(realm, request, reply, person, problem);
    }
    await setPending(kernel, 'SecondStep', uidOf(request), { accountId: person.id, passed: true });
    const csrf = realm.forms.token(request, reply);
    const shown = { csrf, back: pathOf(realm, request), codes: outcome.codes ?? [] };
    return send(reply, recoveryCodesScreen(realm.look, shown));
  });

  app.post('/interaction/:uid/set-up-done', async (request, reply) => {
    const fields = realm.forms.read(request);
    if (!fields || (await loginHintOf(realm, request, reply)) === undefined) return sendStale(realm, reply);
    const { accountId, passed } = (await findPending(kernel, 'SecondStep', uidOf(request))) ?? {};
    if (accountId === undefined || passed !== true) return sendStale(realm, reply);
    await consumePending(kernel, 'SecondStep', uidOf(request));
    return finishSignIn(realm, request, reply, { accountId, amr: ['pwd', 'mfa'] });
  });
};

const showSetUp = async (
  realm: Realm,
  request: FastifyRequest,
  reply: FastifyReply,
  person: RealmPerson,
  problem?: string,
): Promise<FastifyReply> => {
  const { kernel } = realm;
  // After a wrong code the same secret is shown, so that the app need not scan again.
  const app = (await pendingTotp(kernel, person)) ?? (await beginTotp(kernel, person));
  const options = arePasskeysPossible(kernel) ? await beginPasskey(kernel, person) : undefined;
  const csrf = realm.forms.token(request, reply);
  const shown = { csrf, back: pathOf(realm, request), problem, app, options };
  return send(reply, setUpScreen(realm.look, shown), problem === undefined ? 200 : 401);
};
