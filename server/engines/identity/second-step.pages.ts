import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { factorsOf } from './factors/factors.repo.ts';
import { arePasskeysPossible, passkeyOptions } from './factors/passkeys.ts';
import { findPending, setPending, consumePending } from './factors/pending.ts';
import { personByPasskey, verifySecondStep, type SecondStepInput } from './factors/second-step.ts';
import { finishSignIn, loginHintOf, lockedText, parseJson, pathOf, uidOf } from './interaction.ts';
import { secondStepScreen } from './pages/second-step-screens.ts';
import { personById, type RealmPerson } from './people.ts';
import { send, sendStale, type Realm } from './realm-page.ts';
import { setUpPages } from './set-up.pages.ts';

/** After the right password: signs in, or continues with the second step if the person has or needs one. */
export const afterPassword = async (
  realm: Realm,
  request: FastifyRequest,
  reply: FastifyReply,
  person: RealmPerson,
): Promise<FastifyReply> => {
  const { kernel } = realm;
  const hasFactor = (await factorsOf(kernel.db, person.id)).length > 0;
  if (!hasFactor && !(await kernel.needsSecondFactor(person)))
    return finishSignIn(realm, request, reply, { accountId: person.id, amr: ['pwd'] });
  await setPending(kernel, 'SecondStep', uidOf(request), { accountId: person.id });
  return reply.redirect(`${pathOf(realm, request)}/${hasFactor ? 'second' : 'set-up'}`, 303);
};

/** The person who entered the right password in this sign-in within the last ten minutes. */
const personAt = async (
  realm: Realm,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<RealmPerson | undefined> => {
  if ((await loginHintOf(realm, request, reply)) === undefined) return undefined;
  const { accountId } = (await findPending(realm.kernel, 'SecondStep', uidOf(request))) ?? {};
  return accountId === undefined ? undefined : personById(realm.kernel.db, accountId);
};

/** The second step of a sign-in, and passkey sign-in, which replaces both steps. */
export const secondStepPages = (app: FastifyInstance, realm: Realm): void => {
  setUpPages(app, realm, (request, reply) => personAt(realm, request, reply));
  app.get('/interaction/:uid/second', async (request, reply) => {
    const person = await personAt(realm, request, reply);
    return person ? showStep(realm, request, reply, person) : sendStale(realm, reply);
  });

  app.post('/interaction/:uid/second', async (request, reply) => {
    const fields = realm.forms.read(request);
    const person = fields && (await personAt(realm, request, reply));
    if (!person) return sendStale(realm, reply);
    const input = await inputFrom(realm, request, fields);
    const step = input ? await verifySecondStep(realm.kernel, person, input) : ({ as: 'wrong' } as const);
    if (step.as === 'passed') {
      await consumePending(realm.kernel, 'SecondStep', uidOf(request));
      return finishSignIn(realm, request, reply, { accountId: person.id, amr: step.amr });
    }
    const problem =
      step.as === 'locked'
        ? lockedText(step.seconds)
        : fields.passkey
          ? 'This passkey could not be read. Please try again.'
          : 'This code is wrong or was already used.';
    return showStep(realm, request, reply, person, problem, step.as === 'locked' ? 429 : 401);
  });

  app.post('/interaction/:uid/passkey', async (request, reply) => {
    const fields = realm.forms.read(request);
    if (!fields || (await loginHintOf(realm, request, reply)) === undefined) return sendStale(realm, reply);
    realm.limit(`passkey ${request.ip}`, { max: 60, seconds: 60 });
    const { challenge } = (await consumePending(realm.kernel, 'PasskeySignIn', uidOf(request))) ?? {};
    const accountId =
      challenge === undefined
        ? undefined
        : await personByPasskey(realm.kernel, parseJson(fields.passkey ?? ''), challenge);
    if (accountId === undefined) return reply.redirect(`${pathOf(realm, request)}?passkey=unknown`, 303);
    return finishSignIn(realm, request, reply, { accountId, amr: ['hwk', 'user', 'mfa'] });
  });
};

/** The options to sign in with any passkey for this portal; undefined if passkeys are impossible. */
export const passkeySignIn = async (realm: Realm, request: FastifyRequest): Promise<object | undefined> => {
  if (!arePasskeysPossible(realm.kernel)) return undefined;
  const options = await passkeyOptions(realm.kernel);
  await setPending(realm.kernel, 'PasskeySignIn', uidOf(request), { challenge: options.challenge });
  return options;
};

const inputFrom = async (
  realm: Realm,
  request: FastifyRequest,
  { code = '', passkey = '' }: Record<string, string>,
): Promise<SecondStepInput | undefined> => {
  if (passkey === '') return { code };
  const { challenge } = (await findPending(realm.kernel, 'SecondStep', uidOf(request))) ?? {};
  return challenge === undefined ? undefined : { response: parseJson(passkey), challenge };
};

const showStep = async (
  realm: Realm,
  request: FastifyRequest,
  reply: FastifyReply,
  person: RealmPerson,
  problem?: string,
  status = 200,
): Promise<FastifyReply> => {
  const factors = await factorsOf(realm.kernel.db, person.id);
  const passkeys = factors.filter(({ kind }) => kind === 'passkey');
  const options = passkeys.length > 0 ? await passkeyOptions(realm.kernel, passkeys) : undefined;
  if (options) {
    const pending = { accountId: person.id, challenge: options.challenge };
    await setPending(realm.kernel, 'SecondStep', uidOf(request), pending);
  }
  const csrf = realm.forms.token(request, reply);
  const hasApp = passkeys.length < factors.length;
  return send(
    reply,
    secondStepScreen(realm.look, { csrf, back: pathOf(realm, request), problem, options, hasApp }),
    status,
  );
};
