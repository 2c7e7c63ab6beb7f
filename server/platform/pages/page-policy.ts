/** Origins that a page uses beside its own: for requests, images, and audio. */
export type PageOrigins = {
  connect?: readonly string[];
  images?: readonly string[];
  media?: readonly string[];
  /** Whether it shows frames of its own origin. */
  hasFrames?: boolean;
  /** Where its forms may be sent, beside its own origin if it has any. */
  hasForms?: boolean;
  forms?: readonly string[];
};

/**
 * The Content-Security-Policy of a public page: scripts, styles, images and audio from this origin (and those given)
 * only, nothing inline. `frames` is `*` only for embeddable pages.
 */
export const pagePolicy = (
  frames: "'none'" | '*',
  { connect = [], images = [], media = [], hasFrames = false, hasForms = false, forms = [] }: PageOrigins = {},
): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    sources('img-src', images),
    sources('media-src', media),
    sources('connect-src', connect),
    ...(hasFrames ? ["frame-src 'self'"] : []),
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    hasForms ? sources('form-action', forms) : "form-action 'none'",
    `frame-ancestors ${frames}`,
  ].join('; ');

const sources = (directive: string, more: readonly string[]): string =>
  [...new Set([directive, "'self'", ...more])].join(' ');
