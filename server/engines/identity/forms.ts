import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { originOf, realmPath, type IdentityKernel } from './realm.ts';

/** Shows that a form was ours: a cookie of the browser, and the same signed in the form. */
export type Forms = {
  /** The hidden value for a form on the page that is answered. */
  token(request: FastifyRequest, reply: FastifyReply): string;
  /** The fields of a form that was posted, or nothing when it was not ours. */
  read(request: FastifyRequest): Record<string, string> | undefined;
};

const cookie = 'skywave_form';

export const signedForms = async ({ config, secrets }: Pick<IdentityKernel, 'config' | 'secrets'>): Promise<Forms> => {
  const key = await secrets.get('identity.forms');
  const sign = (value: string): string => createHmac('sha256', key).update(value).digest('base64url');
  const secure = originOf(config).startsWith('https:') ? '; Secure' : '';
  return {
    token(request, reply) {
      const known = cookieOf(request);
      const value = known ?? randomBytes(18).toString('base64url');
      if (known === undefined)
        reply.header('set-cookie', `${cookie}=${value}; Path=${realmPath}/; HttpOnly; SameSite=Lax${secure}`);
      return sign(value);
    },
    read(request) {
      const fields = fieldsOf(request.body);
      const value = cookieOf(request);
      const site = request.headers['sec-fetch-site'];
      if (site !== undefined && site !== 'same-origin') return undefined;
      return value !== undefined && equal(sign(value), fields.csrf ?? '') ? fields : undefined;
    },
  };
};

const cookieOf = (request: FastifyRequest): string | undefined =>
  new RegExp(`(?:^|; ?)${cookie}=([A-Za-z0-9_-]{24})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1];

const fieldsOf = (body: unknown): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(typeof body === 'string' ? body : ''));

const equal = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
