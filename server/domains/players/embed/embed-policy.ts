import { createHash } from 'node:crypto';
import type { Embed } from '#contract/embed.ts';

/**
 * The Content-Security-Policy of a player: its own scripts, one style by its hash, pictures of the portal, sound of its stations, and
 * only on its owner's websites (all if `domains` is empty) and in the portal's preview.
 */
export const embedPolicy = (
  embed: Pick<Embed, 'stations' | 'portal'>,
  { style, domains }: { style: string; domains: readonly string[] },
): string => {
  const streams = [...new Set(embed.stations.map(({ stream }) => new URL(stream).origin))].join(' ');
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    `img-src 'self' ${embed.portal}`,
    `media-src ${streams} blob:`,
    `connect-src 'self' ${embed.portal} ${streams}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors(domains, embed.portal)}`,
  ].join('; ');
};

/** `http:` allows https too; `:*` any port. */
const ancestors = (domains: readonly string[], portal: string): string =>
  domains.length === 0 ? '*' : ["'self'", portal, ...domains.map((domain) => `http://${domain}:*`)].join(' ');
