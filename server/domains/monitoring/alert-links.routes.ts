import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Brand } from '#contract/brand.ts';
import { letterPage } from '#server/kernel/http/letter-page.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { confirmRecipient, recipientBy } from './alert-recipients.repo.ts';
import { answerDays, hashOfSecret, plainName } from './ask-recipients.ts';

type Deps = Pick<Kernel, 'db' | 'clock'> & { brand: Brand };

const dayMs = 86_400_000;
const path = '/alerts/confirm';

/** What the link of a question leads to: GET only asks, as mail programs look links up; POST agrees. */
export const mountAlertLinks = (app: FastifyInstance, { db, clock, brand }: Deps): void => {
  const answer = async (request: FastifyRequest, reply: FastifyReply, isMeant: boolean) => {
    const { token } = request.query as { token?: unknown };
    const since = new Date(clock.now().getTime() - answerDays * dayMs);
    const found = typeof token === 'string' ? await recipientBy(db, hashOfSecret(token), since) : undefined;
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').type('text/html; charset=utf-8');
    const at = { brand, nonce: request.nonce, title: 'Monitoring Alerts' };
    if (!found) return reply.code(404).send(letterPage(at, { text: gone }));
    const what = `alerts of the station “${plainName(found.name)}”`;
    if (!isMeant && found.state === 'waiting')
      return reply.send(letterPage(at, { text: `Send ${what} to ${found.email}?`, button: 'Send them to me' }));
    if (isMeant) await confirmRecipient(db, found.id);
    return reply.send(letterPage(at, { text: `From now on, ${what} are sent to ${found.email}.` }));
  };
  void app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) =>
      done(null, undefined),
    );
    scope.get(path, (request, reply) => answer(request, reply, false));
    scope.post(path, (request, reply) => answer(request, reply, true));
  });
};

const gone = 'This link has ended, or the address gets no alerts any more. You need not do anything.';
