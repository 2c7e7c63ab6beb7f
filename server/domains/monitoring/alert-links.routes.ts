import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Brand } from '#contract/brand.ts';
import { letterPage } from '#server/kernel/http/letter-page.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { idOfToken } from '#server/kernel/unsubscribe-token.ts';
import {
  confirmRecipient,
  recipientBy,
  recipientOfLetter,
  setStopped,
  type Addressee,
} from './alert-recipients.repo.ts';
import { answerDays, hashOfSecret, plainName } from './ask-recipients.ts';

type Deps = Pick<Kernel, 'db' | 'clock' | 'secrets'> & { brand: Brand };

const dayMs = 86_400_000;
export const stopPath = '/alerts/stop';
const resumePath = '/alerts/resume';

/**
 * What the links of alerts lead to, for whoever has them, signed in or not: to agree to them, to stop them by the link in
 * each, and to have them again. GET only asks, as mail programs look links up; POST does it, also when a mail program sends
 * it by itself (RFC 8058).
 */
export const mountAlertLinks = (app: FastifyInstance, deps: Deps): void => {
  const { db, clock, secrets } = deps;
  void app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) =>
      done(null, undefined),
    );
    linkRoutes(scope, deps, '/alerts/confirm', async (token) => {
      const since = new Date(clock.now().getTime() - answerDays * dayMs);
      const found = await recipientBy(db, hashOfSecret(token), since);
      return (
        found && { to: found, isDone: found.state === 'confirmed', ...agreeing(() => confirmRecipient(db, found.id)) }
      );
    });
    const byLetter = async (token: string): Promise<Addressee | undefined> => {
      const id = await idOfToken(secrets, 'alerts', token);
      return id === undefined ? undefined : await recipientOfLetter(db, id);
    };
    linkRoutes(scope, deps, stopPath, async (token) => {
      const to = await byLetter(token);
      return to && stopping(to, token, () => setStopped(db, to, true, clock.now()));
    });
    linkRoutes(scope, deps, resumePath, async (token) => {
      const to = await byLetter(token);
      return to && { to, isDone: !to.stopped, ...agreeing(() => setStopped(db, to, false, clock.now())) };
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
  /** What may be done afterwards, by another address. */
  back?: { button: string; action: string };
};

const agreeing = (act: () => Promise<void>): Omit<Step, 'to' | 'isDone'> => ({
  ask: (what) => `Send ${what}?`,
  button: 'Send them to me',
  act,
  done: (what) => `From now on you get ${what}.`,
});

const stopping = (to: Addressee, token: string, act: () => Promise<void>): Step => ({
  to,
  isDone: to.stopped,
  ask: (what) => `Stop sending ${what}?`,
  button: 'Stop them',
  act,
  done: (what) => `No more ${what}.`,
  back: { button: 'Send them again', action: `${resumePath}?token=${token}` },
});

const linkRoutes = (
  app: FastifyInstance,
  { brand }: Deps,
  url: string,
  stepOf: (token: string) => Promise<Step | undefined>,
): void => {
  const answer = async (request: FastifyRequest, reply: FastifyReply, isMeant: boolean) => {
    const { token } = request.query as { token?: unknown };
    const step = typeof token === 'string' ? await stepOf(token) : undefined;
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').type('text/html; charset=utf-8');
    const at = { brand, nonce: request.nonce, title: 'Monitoring Alerts' };
    if (!step) return reply.code(404).send(letterPage(at, { text: gone }));
    const what = `alerts of the station “${plainName(step.to.name)}” to ${step.to.email}`;
    if (!isMeant && !step.isDone) return reply.send(letterPage(at, { text: step.ask(what), button: step.button }));
    if (isMeant) await step.act();
    return reply.send(letterPage(at, { text: step.done(what), ...step.back }));
  };
  app.get(url, (request, reply) => answer(request, reply, false));
  app.post(url, (request, reply) => answer(request, reply, true));
};

const gone = 'This link has ended, or the address gets no alerts any more. You need not do anything.';
