import type { Config } from '../config.ts';

/**
 * The content security policy of everything we answer: our own scripts only, in a document by nonce, sound from the
 * stream's origin, talk only with ourselves, the stream and the identity provider; nobody frames us. `guests` are the
 * addresses of scripts of others that a document may run, with what they show and whom they call at their own origin.
 */
export const contentPolicy = (config: Pick<Config, 'streamUrl' | 'oidcIssuer'>) => {
  const stream = new URL(config.streamUrl).origin;
  const issuer = new URL(config.oidcIssuer).origin;
  return (nonce: string, guests: readonly string[] = []): string => {
    const hosts = [...new Set(guests.flatMap(originsOf))];
    const theirs = hosts.map((origin) => ` ${origin}`).join('');
    const sockets = hosts.map((origin) => ` ${origin.replace(/^http/, 'ws')}`).join('');
    return [
      "default-src 'self'",
      `script-src 'self' 'nonce-${nonce}'${theirs}`,
      `style-src 'self' 'nonce-${nonce}'${theirs}`,
      `img-src 'self' data: blob:${theirs}`,
      `media-src 'self' blob: ${stream}${theirs}`,
      `connect-src 'self' ${stream} ${issuer}${theirs}${sockets}`,
      `font-src 'self' data:${theirs}`,
      ...(hosts.length > 0 ? [`frame-src 'self'${theirs}`] : []),
      "worker-src 'self' blob:",
      "object-src 'none'",
      "base-uri 'none'",
      `form-action 'self' ${issuer}`,
      "frame-ancestors 'none'",
    ].join('; ');
  };
};

/** An origin that stands for itself in a policy; none for an address that isn't one. */
const originsOf = (address: string): string[] => {
  if (!URL.canParse(address)) return [];
  const { origin } = new URL(address);
  return /^https?:\/\/[\w.-]+(:\d+)?$/.test(origin) ? [origin] : [];
};
