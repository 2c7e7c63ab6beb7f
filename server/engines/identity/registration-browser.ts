import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/kernel/config.ts';
import { browserCookie } from './browser-cookies.ts';
import { lifetime } from './realm.ts';

/**
 * Recognises the browser that registered, so that confirming an e-mail accepts the password only in the browser where
 * it was chosen: a registration stores the hash of a cookie that lasts as long as the link.
 */
export const registrationBrowser = (config: Pick<Config, 'publicUrl' | 'brand'>) => {
  const cookie = browserCookie(config, { kind: 'registration', seconds: lifetime.registration });
  return {
    /** The hash to store with a registration from this browser. */
    remember: (request: FastifyRequest, reply: FastifyReply): string => hashOf(cookie.ensure(request, reply)),
    isSame(request: FastifyRequest, registration: { browser?: string }): boolean {
      const value = cookie.read(request);
      return value !== undefined && registration.browser === hashOf(value);
    },
  };
};

const hashOf = (value: string): string => createHash('sha256').update(value).digest('base64url');
