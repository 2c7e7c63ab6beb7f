import { sql } from 'kysely';
import type { AccessToken, ClientCredentials, KoaContextWithOIDC } from 'oidc-provider';
import { endTokens } from '#server/kernel/auth/end-tokens.ts';
import type { Clock, Db } from '#server/kernel/kernel.ts';
import type { Session } from './port.ts';
import { isScripts, lifetime, type IdentityKernel } from './realm.ts';

/** Seconds until a session ends: 30 days after sign-in (seconds since the epoch), regardless of refreshes. */
export const remainingLife = (
  clock: Clock,
  signedInAt: number | undefined,
  seconds: number = lifetime.session,
): number => {
  if (signedInAt === undefined) return seconds;
  return Math.max(1, signedInAt + seconds - Math.floor(clock.now().getTime() / 1000));
};

/** The claims of an access token about its sign-in: time and session. */
export const signInOf = (
  ctx: KoaContextWithOIDC,
  token: AccessToken | ClientCredentials,
): { auth_time: number; sid?: string } => {
  const { AuthorizationCode, RefreshToken } = ctx.oidc.entities;
  const { sessionUid, grantId } = token as { sessionUid?: string; grantId?: string };
  const sid = sessionUid ?? grantId;
  // Without either, the password was just entered.
  const at = RefreshToken?.authTime ?? AuthorizationCode?.authTime ?? Math.floor(Date.now() / 1000);
  return { auth_time: at, ...(sid === undefined ? {} : { sid }) };
};

const maxAgentLength = 300;

/** Records where and when a session got tokens, for the person's session list. */
export const recordSession = async ({ db, clock, config }: IdentityKernel, ctx: KoaContextWithOIDC): Promise<void> => {
  const { AccessToken, RefreshToken, AuthorizationCode, Client } = ctx.oidc.entities;
  const token = AccessToken ?? RefreshToken;
  const { accountId, sessionUid, grantId } = (token ?? {}) as Partial<Record<string, string>>;
  if (accountId === undefined || grantId === undefined) return;
  const now = clock.now();
  const signedIn = RefreshToken?.authTime ?? AuthorizationCode?.authTime;
  const lastUse = {
    grant_id: grantId,
    last_used: now,
    address: ctx.ip,
    agent: ctx.get('user-agent').slice(0, maxAgentLength),
  };
  await db
    .insertInto('idp_sessions')
    .values({
      ...lastUse,
      id: sessionUid ?? grantId,
      user_id: accountId,
      started: signedIn === undefined ? now : new Date(signedIn * 1000),
      is_script: isScripts(config, Client?.clientId),
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(lastUse))
    .execute();
};

const maxListed = 100;

/** The sessions of a person that can still get tokens, last used first; at most 100. */
export const sessionsOf = async (db: Db, clock: Clock, personId: string): Promise<Session[]> => {
  const rows = await db
    .selectFrom('idp_sessions as s')
    .selectAll()
    .where('user_id', '=', personId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('idp_models as m')
          .select('m.id')
          .where('m.model', '=', 'RefreshToken')
          .whereRef('m.grant_id', '=', 's.grant_id')
          .where('m.consumed_at', 'is', null)
          .where('m.expires_at', '>', clock.now()),
      ),
    )
    .orderBy('last_used', 'desc')
    .limit(maxListed)
    .execute();
  return rows.map(({ id, started, last_used, address, agent, is_script }) => ({
    id,
    started,
    lastUsed: last_used,
    address,
    agent,
    isScript: is_script,
  }));
};

/** Ends one session of a person; false if the person has no such session. */
export const endSession = async (db: Db, personId: string, id: string): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const ended = await tx
      .deleteFrom('idp_sessions')
      .where('id', '=', id)
      .where('user_id', '=', personId)
      .returning('grant_id')
      .executeTakeFirst();
    if (!ended) return false;
    await tx
      .deleteFrom('idp_models')
      .where(ofPerson(personId))
      .where((eb) => eb.or([eb('grant_id', '=', ended.grant_id), isIn(ended.grant_id, id)]))
      .execute();
    return true;
  });

/**
 * Ends a person's sessions and grants except the session `except`, and all access tokens issued so far:
 * the remaining session gets a new one with its refresh token.
 */
export const endSessions = async (db: Db, personId: string, except?: string): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    const remaining = await tx
      .selectFrom('idp_sessions')
      .select('grant_id')
      .where('id', '=', except ?? '')
      .where('user_id', '=', personId)
      .executeTakeFirst();
    const grant = remaining?.grant_id;
    await tx
      .deleteFrom('idp_models')
      .where(ofPerson(personId))
      .$if(grant !== undefined, (query) =>
        query.where((eb) =>
          eb.not(
            eb.or([eb(eb.fn.coalesce('grant_id', sql<string>`''`), '=', grant ?? ''), isIn(grant ?? '', except ?? '')]),
          ),
        ),
      )
      .execute();
    await tx
      .deleteFrom('idp_sessions')
      .where('user_id', '=', personId)
      .where('id', '!=', grant === undefined ? '' : (except ?? ''))
      .execute();
    await endTokens(tx, personId);
  });
};

const ofPerson = (personId: string) => sql<boolean>`payload ->> 'accountId' = ${personId}`;

/** The grant itself, or the provider's session with this uid. */
const isIn = (grantId: string, sessionUid: string) =>
  sql<boolean>`((model = 'Grant' and id = ${grantId}) or (model = 'Session' and uid = ${sessionUid}))`;
