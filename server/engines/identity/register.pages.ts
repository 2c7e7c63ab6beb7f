import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientNetwork } from '#contract/rules/network.ts';
import { queueEmail } from './identity-emails.ts';
import { hashPassword } from './passwords.ts';
import { checkMailScreen } from './pages/screens.ts';
import { registerScreen } from './pages/register-screens.ts';
import { backOf, limitPasswords, returnToOf, send, sendStale, type Realm } from './realm-page.ts';
import { registrationBrowser } from './registration-browser.ts';
import { registrationProblems, registrationValues } from './registration-fields.ts';
import { addRegistration, registrationById } from './registrations.ts';

/** Registration; `confirmPages` verify its e-mail. */
export const registerPages = (app: FastifyInstance, realm: Realm): void => {
  const { kernel, forms, look } = realm;
  const browser = registrationBrowser(kernel.config);
  const shownOf = async (request: FastifyRequest, reply: FastifyReply) => ({
    csrf: forms.token(request, reply),
    back: backOf(realm, request),
    byInvitation: (await kernel.registration()) === 'invited',
  });
  app.get('/register', async (request, reply) => {
    const values = { email: '', first_name: '', last_name: '' };
    return send(reply, registerScreen(look, { ...(await shownOf(request, reply)), values, problems: {} }));
  });

  app.post('/register', async (request, reply) => {
    const fields = forms.read(request);
    if (!fields) return sendStale(realm, reply);
    const shown = await shownOf(request, reply);
    const values = registrationValues(fields);
    const password = fields.password ?? '';
    const from = limitPasswords(realm, request);
    const problems = await registrationProblems(values, password, { brand: kernel.config.brand, from });
    if (Object.keys(problems).length > 0) return send(reply, registerScreen(look, { ...shown, values, problems }), 400);
    realm.limit(`register ${from}`, { max: 20, seconds: 3600 });
    limitEmails(realm, values.email);
    const password_hash = await hashPassword(password);
    const registration = await addRegistration(kernel.db, kernel.clock, {
      ...values,
      password_hash,
      return_to: await returnToOf(realm, shown.back),
      browser: browser.remember(request, reply),
    });
    await queueEmail(kernel, { about: 'confirm', registration });
    return send(reply, checkMailScreen(look, { ...shown, email: values.email, registration }));
  });

  app.post('/resend', async (request, reply) => {
    const fields = forms.read(request);
    if (!fields) return sendStale(realm, reply);
    const { email = '', registration = '' } = fields;
    realm.limit(`register ${clientNetwork(request.ip)}`, { max: 20, seconds: 3600 });
    const waiting = await registrationById(kernel.db, kernel.clock, registration);
    if (waiting) limitEmails(realm, waiting.email);
    await queueEmail(kernel, { about: 'confirm', registration });
    const shown = { csrf: forms.token(request, reply), back: backOf(realm, request), email, registration };
    return send(reply, checkMailScreen(look, shown));
  });
};

/** Limits e-mails per address, for all requesters together. */
const limitEmails = (realm: Realm, email: string): void => {
  realm.limit(`e-mails ${email}`, { max: 5, seconds: 900 });
};
