import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { browserCookie } from './browser-cookies.ts';
import type { IdentityKernel } from './realm.ts';

/** CSRF protection of forms: a cookie of the browser, whose signature is in the form. */
export type Forms = {
  /** The hidden value for a form on the page being sent. */
  token(request: FastifyRequest, reply: FastifyReply): string;
  /** The fields of a posted form; undefined if it was not ours. */
  read(request: FastifyRequest): Record<string, string> | undefined;
};

export const signedForms = async ({ config, secrets }: Pick<IdentityKernel, 'config' | 'secrets'>): Promise<Forms> => {
  const key = await secrets.get('identity.forms');
  const sign = (value: string): string => createHmac('sha256', key).update(value).digest('base64url');
  const cookie = browserCookie(config, { kind: 'form' });
  return {
    token: (request, reply) => sign(cookie.ensure(request, reply)),
    read(request) {
      const fields = fieldsOf(request.body);
      const value = cookie.read(request);
      const site = request.headers['sec-fetch-site'];
      if (site !== undefined && site !== 'same-origin') return undefined;
      return value !== undefined && equal(sign(value), fields.csrf ?? '') ? fields : undefined;
    },
  };
};

const fieldsOf = (body: unknown): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(typeof body === 'string' ? body : ''));

const equal = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
