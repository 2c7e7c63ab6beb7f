import type { KeySource } from './bearer.ts';

/** Throws the reason if the token issuer can't deliver its keys. */
export const checkIssuerHealth = async (issuer: string, keys: KeySource, signal: AbortSignal): Promise<void> => {
  if ('local' in keys) {
    if ((await keys.local()).keys.length === 0) throw new Error('it has no keys');
    return;
  }
  const reply = await fetch(`${issuer}/.well-known/openid-configuration`, { signal });
  const found = (await reply.json().catch(() => ({}))) as { issuer?: string };
  if (!reply.ok) throw new Error(`it replied with status ${String(reply.status)}`);
  if (found.issuer !== issuer) throw new Error('its issuer name differs from OIDC_ISSUER');
};
