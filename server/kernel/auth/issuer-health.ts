import type { KeySource } from './bearer.ts';

/** Whether the issuer of bearer tokens can be asked for its keys; throws why not. */
export const issuerAnswers = async (issuer: string, keys: KeySource, signal: AbortSignal): Promise<void> => {
  if ('local' in keys) {
    if ((await keys.local()).keys.length === 0) throw new Error('it has no keys');
    return;
  }
  const reply = await fetch(`${issuer}/.well-known/openid-configuration`, { signal });
  const found = (await reply.json().catch(() => ({}))) as { issuer?: string };
  if (!reply.ok) throw new Error(`it answered with the status ${String(reply.status)}`);
  if (found.issuer !== issuer) throw new Error('it calls itself otherwise than OIDC_ISSUER says');
};
