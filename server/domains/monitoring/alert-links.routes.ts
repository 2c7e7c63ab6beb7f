import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Brand } from '#contract/rules/brand.ts';
import { emailLinkPage } from '#server/kernel/http/email-link-page.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { verifyUnsubscribeToken } from '#server/kernel/unsubscribe-token.ts';
import { dayMs } from '#contract/rules/time.ts';
import {
  confirmRecipient,
  recipientBySecret,
  recipientOfEmail,
  setStopped,
  type AlertRecipient,
} from './alert-recipients.repo.ts';
import { confirmationDays, hashOfSecret, nameWithoutLinks } from './confirm-recipients.ts';

type Deps = Pick<Kernel, 'db' | 'clock' | 'secrets'> & { brand: Brand };

export const stopPath = '/alerts/stop';
const resumePath = '/alerts/resume';

/**
 * The pages behind the links in alert e-mails, without sign-in: subscribe, unsubscribe and subscribe again. GET only
 * asks, as mail programs prefetch links; POST acts, also as a mail program's one-click unsubscribe (RFC 8058).
 */
export const mountAlertLinks = (app: FastifyInstance, deps: Deps): void => {
  const { db, clock, secrets } = deps;
  void app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) =>
      done(null, undefined),
    );
    linkRoutes(scope, deps, '/alerts/confirm', async (token) => {
      const since = new Date(clock.now().getTime() - confirmationDays * dayMs);
      const to = await recipientBySecret(db, hashOfSecret(token), since);
      return to && { to, isDone: to.state === 'confirmed', ...subscribing(() => confirmRecipient(db, to.id)) };
    });
    const byEmail = async (token: string): Promise<AlertRecipient | undefined> => {
      const id = await verifyUnsubscribeToken(secrets, 'alerts', token);
      return id === undefined ? undefined : await recipientOfEmail(db, id);
    };
    linkRoutes(scope, deps, stopPath, async (token) => {
      const to = await byEmail(token);
      return to && unsubscribing(to, token, () => setStopped(db, to, true, clock.now()));
    });
    linkRoutes(scope, deps, resumePath, async (token) => {
      const to = await byEmail(token);
      return to && { to, isDone: !to.stopped, ...subscribing(() => setStopped(db, to, false, clock.now())) };
    });
  });
};

type Step = {
  to: { email: string; name: string };
  isDone: boolean;
  ask: (what: string) => string;
  button: string;
  act: () => Promise<void>;
  done: (what: string) => string;
  /** The button to undo it, with its URL. */
  back?: { button: string; action: string };
};

const subscribing = (act: () => Promise<void>): Omit<Step, 'to' | 'isDone'> => ({
  ask: (what) => `Do you want to receive ${what}?`,
  button: 'Subscribe',
  act,
  done: (what) => `You will now receive ${what}.`,
});

const unsubscribing = (to: AlertRecipient, token: string, act: () => Promise<void>): Step => ({
  to,
  isDone: to.stopped,
  ask: (what) => `Do you want to stop receiving ${what}?`,
  button: 'Unsubscribe',
  act,
  done: (what) => `You will no longer receive ${what}.`,
  back: { button: 'Subscribe again', action: `${resumePath}?token=${token}` },
});

const linkRoutes = (
  app: FastifyInstance,
  { brand }: Deps,
  url: string,
  stepOf: (token: string) => Promise<Step | undefined>,
): void => {
  const respond = async (request: FastifyRequest, reply: FastifyReply, isConfirmed: boolean) => {
    const { token } = request.query as { token?: unknown };
    const step = typeof token === 'string' ? await stepOf(token) : undefined;
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').type('text/html; charset=utf-8');
    const frame = { brand, nonce: request.nonce, title: 'Monitoring Alerts' };
    if (!step) return reply.code(404).send(emailLinkPage(frame, { text: expired }));
    const what = `alerts of the station “${nameWithoutLinks(step.to.name)}” at ${step.to.email}`;
    if (!isConfirmed && !step.isDone)
      return reply.send(emailLinkPage(frame, { text: step.ask(what), button: step.button }));
    if (isConfirmed) await step.act();
    return reply.send(emailLinkPage(frame, { text: step.done(what), ...step.back }));
  };
  app.get(url, (request, reply) => respond(request, reply, false));
  app.post(url, (request, reply) => respond(request, reply, true));
};

const expired = 'This link has expired, or the address no longer receives alerts. You don’t need to do anything.';
