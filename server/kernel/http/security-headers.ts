import type { Config } from '../config.ts';

/**
 * The content security policy of everything we answer: our own scripts only, in a document by nonce, sound from the
 * stream's origin, talk only with ourselves, the stream and the identity provider; nobody frames us.
 */
export const contentPolicy = (config: Pick<Config, 'streamUrl' | 'oidcIssuer'>) => {
  const stream = new URL(config.streamUrl).origin;
  const issuer = new URL(config.oidcIssuer).origin;
  return (nonce: string): string =>
    [
      "default-src 'self'",
      `script-src 'self' 'nonce-${nonce}'`,
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data: blob:",
      `media-src 'self' blob: ${stream}`,
      `connect-src 'self' ${stream} ${issuer}`,
      "font-src 'self' data:",
      "worker-src 'self' blob:",
      "object-src 'none'",
      "base-uri 'none'",
      `form-action 'self' ${issuer}`,
      "frame-ancestors 'none'",
    ].join('; ');
};
