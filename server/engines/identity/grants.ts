import type Provider from 'oidc-provider';
import type { Client, Grant, KoaContextWithOIDC } from 'oidc-provider';

export const scopes = ['openid', 'profile', 'email', 'offline_access'] as const;

/** Grants all scopes to one of our own clients, which need no consent. */
export const grantAll = async (
  provider: Provider,
  to: { accountId: string; client: Client; audience: string },
): Promise<Grant> => {
  const grant = new provider.Grant({ accountId: to.accountId, clientId: to.client.clientId });
  grant.addOIDCScope([...scopes]);
  grant.addResourceScope(to.audience, scopes.join(' '));
  await grant.save();
  return grant;
};

/** The session's grant to this client, or a new one, for example after a revocation. */
export const sessionGrant = async (ctx: KoaContextWithOIDC, audience: string): Promise<Grant | undefined> => {
  const { client, session, provider } = ctx.oidc;
  if (!client || !session?.accountId) return undefined;
  const grantId = session.grantIdFor(client.clientId);
  const grant = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  if (grant && grant.accountId === session.accountId) return grant;
  return grantAll(provider, { accountId: session.accountId, client, audience });
};
