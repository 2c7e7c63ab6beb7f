import type { FastifyInstance } from 'fastify';
import { dayMs } from '#contract/rules/time.ts';
import type { Config } from '../config.ts';
import { refuse } from './refuse.ts';

/**
 * `/.well-known/security.txt` (RFC 9116): the contact for security reports in SECURITY_CONTACT, or 404 without one. It
 * expires 90 days after each request, as the setting is read at every start.
 */
export const mountSecurityTxt = (
  app: FastifyInstance,
  at: { config: Pick<Config, 'securityContact' | 'publicUrl'>; clock: { now(): Date } },
): void => {
  app.get('/.well-known/security.txt', (_request, reply) => {
    const contact = at.config.securityContact ?? refuse('request.notFound');
    const expires = new Date(at.clock.now().getTime() + 90 * dayMs).toISOString();
    const canonical = `${at.config.publicUrl}/.well-known/security.txt`;
    const lines = [`Contact: ${contact}`, `Expires: ${expires}`, 'Preferred-Languages: en', `Canonical: ${canonical}`];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
};
