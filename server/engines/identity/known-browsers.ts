import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { browserCookie } from './browser-cookies.ts';
import type { IdentityKernel } from './realm.ts';

const model = 'KnownBrowser';
const rememberS = 180 * 24 * 3600;

/**
 * Recognises browsers in which a person signed in within the last 180 days: their failed attempts are counted
 * separately, so that guesses from elsewhere never lock them out. Deleted with the person's sessions.
 */
export const knownBrowsers = ({ config, db, clock }: Pick<IdentityKernel, 'config' | 'db' | 'clock'>) => {
  const cookie = browserCookie(config, { kind: 'browser', seconds: rememberS });
  return {
    read: (request: FastifyRequest): string | undefined => cookie.read(request),

    async remember(request: FastifyRequest, reply: FastifyReply, personId: string): Promise<void> {
      const id = idOf(cookie.ensure(request, reply), personId);
      const expires_at = new Date(clock.now().getTime() + rememberS * 1000);
      await db
        .insertInto('idp_models')
        .values({ model, id, payload: JSON.stringify({ accountId: personId }), expires_at })
        .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet({ expires_at }))
        .execute();
    },
  };
};

/** Whether this person has signed in before in the browser with this cookie. */
export const isKnownBrowser = async (
  { db, clock }: Pick<IdentityKernel, 'db' | 'clock'>,
  cookie: string,
  personId: string,
): Promise<boolean> =>
  (await db
    .selectFrom('idp_models')
    .select('id')
    .where('model', '=', model)
    .where('id', '=', idOf(cookie, personId))
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()) !== undefined;

const idOf = (cookie: string, personId: string): string =>
  createHash('sha256').update(`${cookie}\n${personId}`).digest('base64url');
