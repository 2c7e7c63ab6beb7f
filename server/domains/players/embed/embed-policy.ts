import { createHash } from 'node:crypto';
import type { Embed } from '#contract/api/embed.ts';

/**
 * The Content-Security-Policy of a player: its own scripts, one style by its hash, pictures of the portal, sound of its stations, and
 * only on its owner's websites (all if `domains` is empty) and in the portal's preview.
 */
export const embedPolicy = (
  embed: Pick<Embed, 'stations' | 'portal'>,
  {
    style,
    domains,
    reports,
    segments,
  }: { style: string; domains: readonly string[]; reports: string; segments: string | undefined },
): string => {
  const sound = embed.stations.flatMap(({ stream, hls }) => (hls === null ? stream : [stream, segments ?? hls]));
  const streams = [...new Set(sound.map((url) => new URL(url).origin))].join(' ');
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    `img-src 'self' ${embed.portal}`,
    streams === '' ? "media-src 'self'" : `media-src ${streams} blob:`,
    `connect-src 'self' ${embed.portal} ${streams}`.trimEnd(),
    "base-uri 'none'",
    "form-action 'none'",
    // Tells the owner which websites show it without being allowed to.
    ...(domains.length > 0 ? [`report-uri ${reports}`] : []),
    `frame-ancestors ${ancestors(domains, embed.portal)}`,
  ].join('; ');
};

/** `http:` allows https too; `:*` any port. */
const ancestors = (domains: readonly string[], portal: string): string =>
  domains.length === 0 ? '*' : ["'self'", portal, ...domains.map((domain) => `http://${domain}:*`)].join(' ');
