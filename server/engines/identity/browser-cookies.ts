import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/kernel/config.ts';
import { originOf, realmPath } from './realm.ts';

/** A random value that a browser keeps for the realm's pages alone; scripts cannot read it. */
export type BrowserCookie = {
  read(request: FastifyRequest): string | undefined;
  /** The browser's value; sets a new one where it has none. */
  ensure(request: FastifyRequest, reply: FastifyReply): string;
};

/** With `seconds` the cookie outlives the browser's session, counted from the last time it was set. */
export const browserCookie = (
  config: Pick<Config, 'publicUrl'>,
  { name, seconds }: { name: string; seconds?: number },
): BrowserCookie => {
  const secure = originOf(config).startsWith('https:') ? '; Secure' : '';
  const age = seconds === undefined ? '' : `; Max-Age=${String(seconds)}`;
  const pattern = new RegExp(`(?:^|; ?)${name}=([A-Za-z0-9_-]{24})(?:;|$)`);
  const read = (request: FastifyRequest): string | undefined => pattern.exec(request.headers.cookie ?? '')?.[1];
  return {
    read,
    ensure(request, reply) {
      const known = read(request);
      const value = known ?? randomBytes(18).toString('base64url');
      if (known === undefined || seconds !== undefined)
        reply.header('set-cookie', `${name}=${value}; Path=${realmPath}/; HttpOnly; SameSite=Lax${age}${secure}`);
      return value;
    },
  };
};
