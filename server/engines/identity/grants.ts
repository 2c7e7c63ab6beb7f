import type Provider from 'oidc-provider';
import type { Client, Grant, KoaContextWithOIDC } from 'oidc-provider';

export const scopes = ['openid', 'profile', 'email', 'offline_access'] as const;

/** A grant of everything to one of our own clients: the portal's own clients ask nobody for consent. */
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

/** The session's grant to this client, or a new one: after a revocation the next sign-in just begins again. */
export const sessionGrant = async (ctx: KoaContextWithOIDC, audience: string): Promise<Grant | undefined> => {
  const { client, session, provider } = ctx.oidc;
  if (!client || !session?.accountId) return undefined;
  const known = session.grantIdFor(client.clientId);
  const found = known === undefined ? undefined : await provider.Grant.find(known);
  if (found && found.accountId === session.accountId) return found;
  return grantAll(provider, { accountId: session.accountId, client, audience });
};
