import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#server/kernel/http/refuse.ts';
import type { PageTheme } from './pages/layout.ts';
import { messageScreen } from './pages/screens.ts';
import { portalOrigins, type IdentityKernel } from './realm.ts';
import { homeUrl, send, type RealmPages } from './realm-page.ts';

/** Sets up every page of the realm: secure headers, style and script, and error pages. */
export const addPageDefaults = (scope: FastifyInstance, realm: RealmPages): void => {
  scope.removeAllContentTypeParsers();
  scope.addHook('onRequest', async (_request, reply) => void reply.headers(pageHeaders(realm.kernel)));
  scope.setErrorHandler((error, request, reply) => sendFailure(realm, error, request, reply));
  assets(scope, realm.look);
};

/** Accepts posted forms as text, which `Forms.read` parses. */
export const acceptForms = (app: FastifyInstance): void => {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formBytes },
    (_request, body, done) => done(null, body),
  );
};
const formBytes = 16 * 1024;

const assets = (app: FastifyInstance, { realm, style, script, webauthn }: PageTheme): void => {
  for (const { path, type, body } of [style, script, webauthn])
    app.get(path.slice(realm.length), (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(body),
    );
};

/** No inline scripts or styles; forms post only to this portal, and secrets in URLs are not sent as referrer. */
const pageHeaders = ({ config }: IdentityKernel): Record<string, string> => ({
  'content-security-policy': [
    `default-src 'none'`,
    `style-src 'self'`,
    `script-src 'self'`,
    `img-src 'self' data:`,
    `form-action 'self' ${portalOrigins(config).filter(isSource).join(' ')}`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
  ].join('; '),
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // With `no-referrer` browsers would send `Origin: null` with our own forms.
  'referrer-policy': 'same-origin',
});

/** A content security policy can't name an IPv6 address. */
const isSource = (origin: string): boolean => !origin.includes('[');

const sendFailure = (realm: RealmPages, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  if (error instanceof Refusal && error.code === 'request.rateLimited') {
    const seconds = String(error.details.seconds ?? 60);
    const lead = `Please wait ${seconds} seconds and try again.`;
    reply.header('retry-after', seconds);
    return send(reply, problem(realm, 'Too many requests', lead), 429);
  }
  const { statusCode = 500 } = error as { statusCode?: number };
  if (statusCode < 500)
    return send(reply, problem(realm, 'Invalid request', 'The request could not be read.'), statusCode);
  realm.kernel.log.error({ err: error, path: request.routeOptions.url }, 'a sign-in page failed');
  return send(reply, problem(realm, 'Something went wrong', 'Please try again in a minute.'), 500);
};

const problem = (realm: RealmPages, title: string, lead: string): string =>
  messageScreen(realm.look, { icon: 'problem', title, lead, action: { label: 'Start again', href: homeUrl(realm) } });
