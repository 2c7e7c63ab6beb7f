import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientNetwork } from '#contract/rules/network.ts';
import { loginHintOf, lockedText, pathOf } from './interaction.ts';
import { knownBrowsers } from './known-browsers.ts';
import { checkMailScreen, signInScreen } from './pages/screens.ts';
import { send, sendStale, type Realm } from './realm-page.ts';
import { afterPassword, passkeySignIn } from './second-step.pages.ts';
import { signIn } from './sign-in.ts';

/** The sign-in page, for the interaction in the provider's cookie. */
export const signInPages = (app: FastifyInstance, realm: Realm): void => {
  const browsers = knownBrowsers(realm.kernel);
  app.get('/interaction/:uid', async (request, reply) => {
    const hint = await loginHintOf(realm, request, reply);
    if (hint === undefined) return sendStale(realm, reply);
    const { passkey } = request.query as { passkey?: unknown };
    const problem =
      passkey === 'unknown' ? 'This passkey is not registered here. Please sign in with your password.' : undefined;
    return showForm(realm, request, reply, { email: hint, problem });
  });

  app.post('/interaction/:uid', async (request, reply) => {
    const fields = realm.forms.read(request);
    if (!fields || (await loginHintOf(realm, request, reply)) === undefined) return sendStale(realm, reply);
    const network = clientNetwork(request.ip);
    realm.limit(`sign-in ${network}`, { max: 60, seconds: 60 });
    const { email = '', password = '' } = fields;
    const outcome = await signIn(realm.kernel, { email, password }, { network, browser: browsers.read(request) });
    if (outcome.as === 'person') await browsers.remember(request, reply, outcome.person.id);
    if (outcome.as === 'person') return afterPassword(realm, request, reply, outcome.person);
    if (outcome.as === 'unconfirmed') {
      const csrf = realm.forms.token(request, reply);
      const problem = 'Please confirm your e-mail before you sign in.';
      return send(reply, checkMailScreen(realm.look, { ...outcome, csrf, back: pathOf(realm, request), problem }));
    }
    const problem = outcome.as === 'locked' ? lockedText(outcome.seconds) : 'Wrong e-mail or password.';
    return showForm(realm, request, reply, { email, problem }, outcome.as === 'locked' ? 429 : 401);
  });
};

const showForm = async (
  realm: Realm,
  request: FastifyRequest,
  reply: FastifyReply,
  shown: { email: string; problem?: string | undefined },
  status = 200,
): Promise<FastifyReply> => {
  const csrf = realm.forms.token(request, reply);
  const passkey = await passkeySignIn(realm, request);
  return send(reply, signInScreen(realm.look, { ...shown, csrf, back: pathOf(realm, request), passkey }), status);
};
