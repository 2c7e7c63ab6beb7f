import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors } from 'oidc-provider';
import { checkMailScreen, signInScreen } from './pages/screens.ts';
import { realmPath } from './realm.ts';
import { send, sendStale, type Realm } from './realm-page.ts';
import { signIn } from './sign-in.ts';

/** Sign-in, for the interaction that the provider's cookie names. */
export const signInPages = (app: FastifyInstance, realm: Realm): void => {
  app.get('/interaction/:uid', async (request, reply) => {
    const hint = await hintOf(realm, request, reply);
    return hint === undefined ? sendStale(realm, reply) : showForm(realm, request, reply, { email: hint });
  });

  app.post('/interaction/:uid', async (request, reply) => {
    const fields = realm.forms.read(request);
    if (!fields || (await hintOf(realm, request, reply)) === undefined) return sendStale(realm, reply);
    realm.limit(`sign-in ${request.ip}`, { max: 60, seconds: 60 });
    const { email = '', password = '' } = fields;
    const found = await signIn(realm.kernel, { email, password });
    if (found.as === 'person') return finish(realm, request, reply, found.person.id);
    if (found.as === 'unconfirmed') {
      const csrf = realm.forms.token(request, reply);
      const problem = 'Please confirm your e-mail before you sign in.';
      return send(reply, checkMailScreen(realm.look, { ...found, csrf, back: pathOf(request), problem }));
    }
    const problem = found.as === 'locked' ? lockedText(found.seconds) : 'The e-mail or the password is not right.';
    return showForm(realm, request, reply, { email, problem }, found.as === 'locked' ? 429 : 401);
  });
};

const pathOf = (request: FastifyRequest): string =>
  `${realmPath}/interaction/${encodeURIComponent((request.params as { uid: string }).uid)}`;

const showForm = (
  realm: Realm,
  request: FastifyRequest,
  reply: FastifyReply,
  shown: { email: string; problem?: string },
  status = 200,
): FastifyReply => {
  const csrf = realm.forms.token(request, reply);
  return send(reply, signInScreen(realm.look, { ...shown, csrf, back: pathOf(request) }), status);
};

/** The address a client suggested ('' for none), or nothing when there is no such interaction in this browser. */
const hintOf = async (realm: Realm, request: FastifyRequest, reply: FastifyReply): Promise<string | undefined> => {
  try {
    const { uid, params } = await realm.provider.interactionDetails(request.raw, reply.raw);
    if (uid !== (request.params as { uid: string }).uid) return undefined;
    return typeof params.login_hint === 'string' ? params.login_hint.slice(0, 254) : '';
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
};

const finish = async (
  realm: Realm,
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: string,
): Promise<FastifyReply> => {
  const login = { accountId, remember: true, amr: ['pwd'] };
  const location = await realm.provider.interactionResult(request.raw, reply.raw, { login });
  return reply.redirect(location, 303);
};

const lockedText = (seconds: number): string =>
  `Too many failed attempts. Please wait ${seconds < 90 ? `${String(seconds)} seconds` : `${String(Math.ceil(seconds / 60))} minutes`} and try again.`;
