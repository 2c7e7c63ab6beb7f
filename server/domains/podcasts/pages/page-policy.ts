/**
 * What a public page may load: our own script and style, nothing inline; pictures and sound from here. Only what is made to be
 * embedded may stand in the frames of others.
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
