import type { Config } from '../config.ts';

/**
 * The content security policy of all our replies: only our own scripts, in a document by nonce; audio from the stream's
 * origins; connections only to ourselves, the stream and the identity provider; nobody may frame us. We may frame
 * ourselves and DELIVERY_URL, where third-party scripts run isolated from our pages.
 */
export const contentPolicy = (config: Pick<Config, 'streamUrl' | 'hlsBaseUrl' | 'oidcIssuer' | 'deliveryUrl'>) => {
  const stream = new URL(config.streamUrl).origin;
  // The browser studio's WebSocket: a source of HTTP doesn't cover it.
  const studio = stream.replace(/^http/, 'ws');
  const segments = config.hlsBaseUrl === undefined ? '' : ` ${new URL(config.hlsBaseUrl).origin}`;
  const issuer = new URL(config.oidcIssuer).origin;
  const delivery = new URL(config.deliveryUrl).origin;
  return (nonce: string): string =>
    [
      "default-src 'self'",
      `script-src 'self' 'nonce-${nonce}'`,
      `style-src 'self' 'nonce-${nonce}'`,
      `img-src 'self' data: blob:`,
      `media-src 'self' blob: ${stream}${segments}`,
      `connect-src 'self' ${stream}${segments} ${studio} ${issuer}`,
      `font-src 'self' data:`,
      `frame-src 'self' ${delivery}`,
      "worker-src 'self' blob:",
      "object-src 'none'",
      "base-uri 'none'",
      `form-action 'self' ${issuer}`,
      "frame-ancestors 'none'",
    ].join('; ');
};
