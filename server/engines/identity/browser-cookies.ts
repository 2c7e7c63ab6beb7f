import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { realmPathOf, type Config } from '#server/kernel/config.ts';
import { originOf } from './realm.ts';

/** A random value in an HttpOnly cookie limited to the realm's pages. */
export type BrowserCookie = {
  read(request: FastifyRequest): string | undefined;
  /** The browser's value; sets a new one if it has none. */
  ensure(request: FastifyRequest, reply: FastifyReply): string;
};

/** Its name begins with the brand. With `seconds` the cookie outlives the browser's session, renewed each time it is set. */
export const browserCookie = (
  config: Pick<Config, 'publicUrl' | 'brand'>,
  { kind, seconds }: { kind: string; seconds?: number },
): BrowserCookie => {
  const name = `${config.brand}_${kind}`;
  const secure = originOf(config).startsWith('https:') ? '; Secure' : '';
  const age = seconds === undefined ? '' : `; Max-Age=${String(seconds)}`;
  const pattern = new RegExp(`(?:^|; ?)${name}=([A-Za-z0-9_-]{24})(?:;|$)`);
  const read = (request: FastifyRequest): string | undefined => pattern.exec(request.headers.cookie ?? '')?.[1];
  return {
    read,
    ensure(request, reply) {
      const existing = read(request);
      const value = existing ?? randomBytes(18).toString('base64url');
      if (existing === undefined || seconds !== undefined)
        reply.header(
          'set-cookie',
          `${name}=${value}; Path=${realmPathOf(config)}/; HttpOnly; SameSite=Lax${age}${secure}`,
        );
      return value;
    },
  };
};
