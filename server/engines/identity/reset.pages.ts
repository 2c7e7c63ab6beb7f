import type { FastifyInstance, FastifyReply } from 'fastify';
import { clientNetwork } from '#contract/rules/network.ts';
import { isEmail, normaliseEmail } from './emails.ts';
import { queueEmail } from './identity-emails.ts';
import { invalidateLinks, readLink, consumeLink } from './links.ts';
import { clearAttempts } from './lockout.ts';
import { endSessions } from './sessions.ts';
import { passwordProblem } from './password-rule.ts';
import { hashPassword } from './passwords.ts';
import { changePerson, personById } from './people.ts';
import { forgotScreen, forgotSentScreen, messageScreen, resetScreen } from './pages/screens.ts';
import { backOf, homeUrl, limitPasswords, send, sendStale, tokenOf, type Realm } from './realm-page.ts';

/** Password reset: a link by e-mail, then a new password, which ends every session. */
export const resetPages = (app: FastifyInstance, realm: Realm): void => {
  forgotPages(app, realm);
  newPasswordPages(app, realm);
};

const forgotPages = (app: FastifyInstance, realm: Realm): void => {
  const { kernel, forms, look } = realm;
  app.get('/forgot', (request, reply) => {
    const csrf = forms.token(request, reply);
    return send(reply, forgotScreen(look, { csrf, back: backOf(realm, request), email: '' }));
  });

  app.post('/forgot', async (request, reply) => {
    const fields = forms.read(request);
    if (!fields) return sendStale(realm, reply);
    const email = normaliseEmail(fields.email ?? '');
    const back = backOf(realm, request);
    if (!isEmail(email)) {
      const csrf = forms.token(request, reply);
      const problem = 'This is not an e-mail address.';
      return send(reply, forgotScreen(look, { csrf, back, email: fields.email ?? '', problem }), 400);
    }
    realm.limit(`forgot ${clientNetwork(request.ip)}`, { max: 20, seconds: 3600 });
    realm.limit(`e-mails ${email}`, { max: 5, seconds: 900 });
    await queueEmail(kernel, { about: 'reset', email });
    return send(reply, forgotSentScreen(look, { back, email }));
  });
};

const newPasswordPages = (app: FastifyInstance, realm: Realm): void => {
  const { kernel, forms, look } = realm;
  const { db, clock } = kernel;
  const personOf = async (token: string) => {
    const { state, subject } = await readLink(db, clock, 'reset', token);
    return state === 'good' ? personById(db, subject) : undefined;
  };

  app.get('/reset', async (request, reply) => {
    const token = tokenOf(request.query);
    const person = await personOf(token);
    if (!person) return sendOver(realm, reply);
    const csrf = forms.token(request, reply);
    return send(reply, resetScreen(look, { csrf, token, email: person.email, problems: {} }));
  });

  app.post('/reset', async (request, reply) => {
    const fields = forms.read(request);
    if (!fields) return sendStale(realm, reply);
    const { token = '', password = '' } = fields;
    const person = await personOf(token);
    if (!person) return sendOver(realm, reply);
    const from = limitPasswords(realm, request);
    const problem = await passwordProblem(password, { ...person, brand: kernel.config.brand }, from);
    if (problem !== undefined) {
      const csrf = forms.token(request, reply);
      const shown = { csrf, token, email: person.email, problems: { password: problem } };
      return send(reply, resetScreen(look, shown), 400);
    }
    const password_hash = await hashPassword(password);
    if ((await consumeLink(db, clock, 'reset', token)) === undefined) return sendOver(realm, reply);
    await changePerson(db, clock, person.id, { password_hash });
    await Promise.all([
      endSessions(db, person.id),
      invalidateLinks(db, clock, 'reset', person.id),
      invalidateLinks(db, clock, 'email', person.id),
      clearAttempts(db, person.email),
      queueEmail(kernel, { about: 'changed', to: person.email }),
    ]);
    return sendDone(realm, reply);
  });
};

const sendOver = (realm: Realm, reply: FastifyReply): FastifyReply =>
  send(
    reply,
    messageScreen(realm.look, {
      icon: 'problem',
      title: 'This link has expired',
      lead: 'Links work once, within one hour. Request a new one on the sign-in page.',
      action: { label: 'Go to sign-in', href: homeUrl(realm) },
    }),
    410,
  );

const sendDone = (realm: Realm, reply: FastifyReply): FastifyReply =>
  send(
    reply,
    messageScreen(realm.look, {
      icon: 'done',
      title: 'Your password was changed',
      lead: 'You were signed out everywhere. Sign in with your new password.',
      action: { label: 'Go to sign-in', href: homeUrl(realm) },
    }),
  );
