import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Brand } from '#contract/rules/brand.ts';
import { emailLinkPage } from '#server/kernel/http/email-link-page.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { verifyUnsubscribeToken } from '#server/kernel/unsubscribe-token.ts';
import { dayMs } from '#contract/rules/time.ts';
import { confirmationDays, hashOfSecret, reportTitle } from './confirm-recipients.ts';
import { kindRules } from './kinds/report-kinds.ts';
import { recipientBy, setAnswer, type RecipientRow } from './report-recipients.repo.ts';
import { scheduleById } from './reports.repo.ts';

type Deps = Pick<Kernel, 'db' | 'clock' | 'secrets'> & { brand: Brand };
type TokenRequest = FastifyRequest<{ Querystring: { token?: string | string[] } }>;

/**
 * The pages behind the links in e-mails, signed in or not: `/reports/confirm` and `/reports/unsubscribe`. GET only
 * asks, because mail programs fetch links; POST acts, also when a mail program sends it (RFC 8058).
 */
export const mountReportLinks = (app: FastifyInstance, deps: Deps): void => {
  void app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) =>
      done(null, undefined),
    );
    linkRoutes(scope, deps, '/reports/confirm', async (request) => {
      const since = new Date(deps.clock.now().getTime() - confirmationDays * dayMs);
      const recipient = await recipientBy(deps.db, { hash: hashOfSecret(tokenOf(request)), since });
      return recipient && confirmStep(recipient);
    });
    linkRoutes(scope, deps, '/reports/unsubscribe', async (request) => {
      const id = await verifyUnsubscribeToken(deps.secrets, 'reports', tokenOf(request));
      const recipient = id === undefined ? undefined : await recipientBy(deps.db, { id });
      return recipient && unsubscribeStep(recipient);
    });
  });
};

type Step = {
  recipient: RecipientRow;
  to: 'confirmed' | 'unsubscribed';
  ask: (what: string) => string;
  button: string;
  done: (what: string) => string;
};

const confirmStep = (recipient: RecipientRow): Step => ({
  recipient,
  to: 'confirmed',
  ask: (what) => `Send ${what} to ${recipient.email}?`,
  button: 'Confirm',
  done: (what) => `Confirmed. ${recipient.email} now receives ${what}.`,
});

const unsubscribeStep = (recipient: RecipientRow): Step => ({
  recipient,
  to: 'unsubscribed',
  ask: (what) => `Stop sending ${what} to ${recipient.email}?`,
  button: 'Unsubscribe',
  done: (what) => `Unsubscribed. ${recipient.email} no longer receives ${what}.`,
});

const linkRoutes = (
  app: FastifyInstance,
  { db, brand }: Deps,
  url: string,
  stepOf: (request: TokenRequest) => Promise<Step | undefined>,
): void => {
  const answer = async (request: FastifyRequest, reply: FastifyReply, isConfirmed: boolean) => {
    const step = await stepOf(request as TokenRequest);
    const schedule = step && (await scheduleById(db, step.recipient.schedule_id));
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').type('text/html; charset=utf-8');
    const at = { brand, nonce: request.nonce, title: 'Scheduled reports' };
    if (!step || !schedule) return reply.code(404).send(emailLinkPage(at, { text: expiredText }));
    const what = `the ${kindRules[schedule.kind].called} for ${reportTitle(schedule)}`;
    if (!isConfirmed && step.recipient.state !== step.to)
      return reply.send(emailLinkPage(at, { text: step.ask(what), button: step.button }));
    if (isConfirmed) await setAnswer(db, step.recipient.id, step.to);
    return reply.send(emailLinkPage(at, { text: step.done(what) }));
  };
  app.get(url, (request, reply) => answer(request, reply, false));
  app.post(url, (request, reply) => answer(request, reply, true));
};

const expiredText = 'This link has expired, or the report is no longer sent. You don’t need to do anything.';

const tokenOf = ({ query: { token } }: TokenRequest): string => (typeof token === 'string' ? token : '');
