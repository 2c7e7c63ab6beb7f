import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readLink, consumeLink } from './links.ts';
import { mayRegister } from './may-register.ts';
import { confirmAndChooseScreen, confirmScreen } from './pages/register-screens.ts';
import { messageScreen } from './pages/screens.ts';
import { hashPassword } from './passwords.ts';
import { addPerson, type NewPerson } from './people.ts';
import { homeUrl, limitPasswords, send, sendStale, tokenOf, type Realm } from './realm-page.ts';
import { registrationBrowser } from './registration-browser.ts';
import { registrationProblems, registrationValues } from './registration-fields.ts';
import { deleteRegistrations, registrationById, type Registration } from './registrations.ts';

/**
 * Confirmation of a registered e-mail. The browser that registered only confirms; in any other browser the person
 * chooses name and password here, because those of the registration may be a stranger's.
 */
export const confirmPages = (app: FastifyInstance, realm: Realm): void => {
  const { kernel, forms, look } = realm;
  const { db, clock } = kernel;
  const browser = registrationBrowser(kernel.config);
  const find = async (token: string) => {
    const { state, subject } = await readLink(db, clock, 'verify', token);
    return { state, waiting: state === 'good' ? await registrationById(db, clock, subject) : undefined };
  };

  app.get('/confirm', async (request, reply) => {
    const token = tokenOf(request.query);
    const { state, waiting } = await find(token);
    if (!waiting) return sendOver(realm, reply, state);
    const shown = { csrf: forms.token(request, reply), token, email: waiting.email };
    if (browser.isSame(request, waiting) && !mustChoose(request)) return send(reply, confirmScreen(look, shown));
    return send(reply, confirmAndChooseScreen(look, { ...shown, values: noNames, problems: {} }));
  });

  app.post('/confirm', async (request, reply) => {
    const fields = forms.read(request);
    if (!fields) return sendStale(realm, reply);
    const { token = '' } = fields;
    const { state, waiting } = await find(token);
    if (!waiting) return sendOver(realm, reply, state);
    const isChosenHere = fields.password !== undefined || !browser.isSame(request, waiting);
    const chosen = { ...registrationValues({ ...fields, email: waiting.email }), password: fields.password ?? '' };
    const from = limitPasswords(realm, request);
    const problems = isChosenHere
      ? await registrationProblems(chosen, chosen.password, { brand: kernel.config.brand, from })
      : {};
    if (Object.keys(problems).length > 0) {
      const shown = { csrf: forms.token(request, reply), token, email: waiting.email, values: chosen, problems };
      return send(reply, confirmAndChooseScreen(look, shown), 400);
    }
    if (!(await mayRegister(kernel, waiting.email))) return sendUninvited(realm, reply);
    const person = isChosenHere ? await newPerson(chosen) : personFrom(waiting);
    if ((await consumeLink(db, clock, 'verify', token)) === undefined) return sendOver(realm, reply, 'used');
    await addPerson(db, person);
    await deleteRegistrations(db, person.email);
    return sendDone(realm, reply, waiting);
  });
};

/** A link sent for a forgotten password requires a new one in every browser. */
const mustChoose = (request: FastifyRequest): boolean => (request.query as { choose?: unknown }).choose !== undefined;

const noNames = { first_name: '', last_name: '' };

const newPerson = async ({
  password,
  ...person
}: Omit<NewPerson, 'password_hash'> & { password: string }): Promise<NewPerson> => ({
  ...person,
  password_hash: await hashPassword(password),
});

const personFrom = ({ email, password_hash, first_name, last_name }: Registration): NewPerson => ({
  email,
  password_hash,
  first_name,
  last_name,
});

/** Also shown if another link to the same address was confirmed in the meantime: nothing is left to confirm. */
const sendOver = (realm: Realm, reply: FastifyReply, state: 'good' | 'used' | 'expired'): FastifyReply => {
  const isExpired = state === 'expired';
  const message = {
    icon: isExpired ? ('problem' as const) : ('done' as const),
    title: isExpired ? 'This link has expired' : 'Already confirmed',
    lead: isExpired
      ? 'Links are valid for 24 hours. Please register again to get a new one.'
      : 'This link was already used. You can sign in.',
    action: { label: 'Go to sign-in', href: homeUrl(realm) },
  };
  return send(reply, messageScreen(realm.look, message), isExpired ? 410 : 200);
};

const sendUninvited = (realm: Realm, reply: FastifyReply): FastifyReply =>
  send(
    reply,
    messageScreen(realm.look, {
      icon: 'problem',
      title: 'Registration is by invitation only',
      lead: 'The invitation for this e-mail was withdrawn or has expired. Please ask for a new one.',
      action: { label: 'Go to sign-in', href: homeUrl(realm) },
    }),
    403,
  );

const sendDone = (realm: Realm, reply: FastifyReply, { return_to }: Registration): FastifyReply =>
  send(
    reply,
    messageScreen(realm.look, {
      icon: 'done',
      title: 'Your e-mail is confirmed',
      lead: `Welcome to ${realm.look.brand.name}. Sign in to continue.`,
      action: { label: 'Go to sign-in', href: return_to ?? homeUrl(realm) },
    }),
  );
