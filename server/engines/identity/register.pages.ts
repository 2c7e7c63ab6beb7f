import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isEmail, normaliseEmail } from './emails.ts';
import { orderLetter } from './letters.ts';
import { lookAtLink, useLink } from './links.ts';
import { mayRegister } from './may-register.ts';
import { hashPassword, passwordProblem } from './passwords.ts';
import { addPerson } from './people.ts';
import type { Problems } from './pages/fields.ts';
import { checkMailScreen, confirmScreen, messageScreen, registerScreen, type RegisterValues } from './pages/screens.ts';
import { backOf, home, returnToOf, send, sendStale, tokenOf, type Realm } from './realm-page.ts';
import { addRegistration, endRegistrations, registrationById } from './registrations.ts';

/** Registration, and the proof of its address by mail. */
export const registerPages = (app: FastifyInstance, realm: Realm): void => {
  registrationPages(app, realm);
  confirmationPages(app, realm);
};

const registrationPages = (app: FastifyInstance, realm: Realm): void => {
  const { kernel, forms, look } = realm;
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
    const values = valuesOf(fields);
    const password = fields.password ?? '';
    const problems = problemsOf(values, password);
    if (Object.keys(problems).length > 0) return send(reply, registerScreen(look, { ...shown, values, problems }), 400);
    realm.limit(`register ${request.ip}`, { max: 20, seconds: 3600 });
    limitLetters(realm, values.email);
    const password_hash = await hashPassword(password);
    const registration = await addRegistration(kernel.db, kernel.clock, {
      ...values,
      password_hash,
      return_to: await returnToOf(realm, shown.back),
    });
    await orderLetter(kernel, { about: 'confirm', registration });
    return send(reply, checkMailScreen(look, { ...shown, email: values.email, registration }));
  });

  app.post('/resend', async (request, reply) => {
    const fields = forms.read(request);
    if (!fields) return sendStale(realm, reply);
    const { email = '', registration = '' } = fields;
    realm.limit(`register ${request.ip}`, { max: 20, seconds: 3600 });
    limitLetters(realm, normaliseEmail(email));
    await orderLetter(kernel, { about: 'confirm', registration });
    const shown = { csrf: forms.token(request, reply), back: backOf(realm, request), email, registration };
    return send(reply, checkMailScreen(look, shown));
  });
};

const confirmationPages = (app: FastifyInstance, realm: Realm): void => {
  const { kernel, forms, look } = realm;
  const { db, clock } = kernel;
  const over = (used: boolean): string =>
    messageScreen(look, {
      icon: used ? 'done' : 'problem',
      title: used ? 'Already confirmed' : 'This link has expired',
      lead: used
        ? 'This link was used before. You can sign in.'
        : 'A link works for 24 hours. Please register again to get a new one.',
      action: { label: 'Go to sign-in', href: home(realm) },
    });

  const uninvited = (): string =>
    messageScreen(look, {
      icon: 'problem',
      title: 'Registration is by invitation only',
      lead: 'The invitation of this e-mail was withdrawn or has expired. Please ask for another one.',
      action: { label: 'Go to sign-in', href: home(realm) },
    });

  app.get('/confirm', async (request, reply) => {
    const token = tokenOf(request.query);
    const link = await lookAtLink(db, clock, 'verify', token);
    const waiting = link.state === 'good' ? await registrationById(db, clock, link.subject) : undefined;
    // Another letter of the same address was confirmed meanwhile: this one has nothing left to do.
    if (!waiting) return send(reply, over(link.state !== 'expired'), link.state === 'expired' ? 410 : 200);
    const csrf = forms.token(request, reply);
    return send(reply, confirmScreen(look, { csrf, token, email: waiting.email }));
  });

  app.post('/confirm', async (request, reply) => {
    const fields = forms.read(request);
    if (!fields) return sendStale(realm, reply);
    const token = fields.token ?? '';
    const subject = await useLink(db, clock, 'verify', token);
    const waiting = subject === undefined ? undefined : await registrationById(db, clock, subject);
    if (!waiting) {
      const { state } = await lookAtLink(db, clock, 'verify', token);
      return send(reply, over(state === 'used'), state === 'used' ? 200 : 410);
    }
    const { email, password_hash, first_name, last_name, return_to } = waiting;
    if (!(await mayRegister(kernel, email))) return send(reply, uninvited(), 403);
    await addPerson(db, { email, password_hash, first_name, last_name });
    await endRegistrations(db, email);
    return send(
      reply,
      messageScreen(look, {
        icon: 'done',
        title: 'Your e-mail is confirmed',
        lead: `Welcome to ${look.brand.name}. Sign in to go on.`,
        action: { label: 'Go to sign-in', href: return_to ?? home(realm) },
      }),
    );
  });
};

/** An address gets few letters in a while, whoever asks for them. */
const limitLetters = (realm: Realm, email: string): void => {
  realm.limit(`letters ${email}`, { max: 5, seconds: 900 });
};

const valuesOf = (fields: Record<string, string>): RegisterValues => ({
  email: normaliseEmail(fields.email ?? ''),
  first_name: (fields.first_name ?? '').trim(),
  last_name: (fields.last_name ?? '').trim(),
});

const longestName = 100;
const problemsOf = ({ email, first_name, last_name }: RegisterValues, password: string): Problems => {
  const found: Record<string, string> = {};
  if (first_name === '') found.first_name = 'Please tell us your first name.';
  if (last_name === '') found.last_name = 'Please tell us your last name.';
  if (first_name.length > longestName) found.first_name = 'This name is too long.';
  if (last_name.length > longestName) found.last_name = 'This name is too long.';
  if (!isEmail(email)) found.email = 'This is not an e-mail address.';
  const problem = passwordProblem(password, email);
  if (problem !== undefined) found.password = problem;
  return found;
};
