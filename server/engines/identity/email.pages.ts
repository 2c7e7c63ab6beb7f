import type { FastifyInstance, FastifyReply } from 'fastify';
import { orderLetter } from './letters.ts';
import { lookAtLink, useLink } from './links.ts';
import { messageScreen, newEmailScreen } from './pages/screens.ts';
import { home, send, sendStale, tokenOf, type RealmPages } from './realm-page.ts';
import { endRegistrations } from './registrations.ts';

/** The people whose e-mails change: the embedded realm's, or another provider's. */
export type EmailOwners = {
  find(subject: string): Promise<{ email: string } | undefined>;
  isTaken(email: string): Promise<boolean>;
  /** Takes the address as proven; `taken` where somebody else has it by now. */
  change(subject: string, email: string): Promise<'changed' | 'taken' | 'gone'>;
};

/** The proof of a new e-mail: a link by mail, and a button, as mail scanners open every address. */
export const emailPages = (app: FastifyInstance, realm: RealmPages, owners: EmailOwners): void => {
  const { kernel, forms, look } = realm;
  const { db, clock } = kernel;
  const changeOf = async (token: string) => {
    const { state, subject, email } = await lookAtLink(db, clock, 'email', token);
    const person = state === 'good' ? await owners.find(subject) : undefined;
    return person && email !== null ? { subject, was: person.email, email } : undefined;
  };

  app.get('/email', async (request, reply) => {
    const token = tokenOf(request.query);
    const change = await changeOf(token);
    if (!change) return sendOver(realm, reply);
    const csrf = forms.token(request, reply);
    return send(reply, newEmailScreen(look, { csrf, token, email: change.email, was: change.was }));
  });

  app.post('/email', async (request, reply) => {
    const fields = forms.read(request);
    if (!fields) return sendStale(realm, reply);
    const { token = '' } = fields;
    const change = await changeOf(token);
    if (!change || (await useLink(db, clock, 'email', token)) === undefined) return sendOver(realm, reply);
    const { subject, was, email } = change;
    const came = await owners.change(subject, email);
    if (came !== 'changed') return came === 'taken' ? sendTaken(realm, reply, email) : sendOver(realm, reply);
    await endRegistrations(db, email);
    await orderLetter(kernel, { about: 'emailChanged', was, email });
    return sendDone(realm, reply, email);
  });
};

const sendOver = (realm: RealmPages, reply: FastifyReply): FastifyReply =>
  send(
    reply,
    messageScreen(realm.look, {
      icon: 'problem',
      title: 'This link has expired',
      lead: 'A link works once, for 24 hours. Ask for a new one in your profile.',
      action: { label: `Go to ${realm.look.brand.name}`, href: home(realm) },
    }),
    410,
  );

const sendTaken = (realm: RealmPages, reply: FastifyReply, email: string): FastifyReply =>
  send(
    reply,
    messageScreen(realm.look, {
      icon: 'problem',
      title: 'This e-mail is taken',
      lead: `Somebody else uses ${email} meanwhile, so yours stays as it is.`,
      action: { label: `Go to ${realm.look.brand.name}`, href: home(realm) },
    }),
    409,
  );

const sendDone = (realm: RealmPages, reply: FastifyReply, email: string): FastifyReply =>
  send(
    reply,
    messageScreen(realm.look, {
      icon: 'done',
      title: 'Your e-mail is changed',
      lead: `You sign in with ${email} from now on.`,
      action: { label: `Go to ${realm.look.brand.name}`, href: home(realm) },
    }),
  );
