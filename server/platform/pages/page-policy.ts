/**
 * The Content-Security-Policy of a public page: scripts, styles, images and audio from this origin only, nothing
 * inline. `frames` is `*` only for embeddable pages.
 */
export const pagePolicy = (frames: "'none'" | '*'): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frames}`,
  ].join('; ');
