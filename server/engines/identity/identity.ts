import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { rateLimiter } from '#server/kernel/http/rate-limit.ts';
import { Refusal } from '#server/kernel/http/refuse.ts';
import { emailPages } from './email.pages.ts';
import { signedForms } from './forms.ts';
import { workLetters } from './letters.ts';
import { forgetExpired } from './models.ts';
import { lookOf, type Look } from './pages/layout.ts';
import { providerPages } from './pages/provider-pages.ts';
import { messageScreen } from './pages/screens.ts';
import { embeddedProvider } from './provider.ts';
import { originOf, portalOrigins, realmPath, type IdentityKernel } from './realm.ts';
import { home, send, type Realm } from './realm-page.ts';
import { registerPages } from './register.pages.ts';
import { resetPages } from './reset.pages.ts';
import { signInPages } from './sign-in.pages.ts';
import { userinfo } from './userinfo.ts';

/**
 * Mounts the embedded identity provider below /realms/skywave/: the OpenID endpoints and the pages of sign-in.
 * What it needs of the database is made ready with the server (`app.ready()` fails when that does).
 */
export const mountIdentity = (app: FastifyInstance, kernel: IdentityKernel): void => {
  void app.register(
    async (scope) => {
      const realm = await openRealm(kernel);
      scope.removeAllContentTypeParsers();
      scope.addHook('onRequest', async (_request, reply) => void reply.headers(pageHeaders(kernel)));
      scope.setErrorHandler((error, request, reply) => sendFailure(realm, error, request, reply));
      assets(scope, realm.look);
      await scope.register((part) => openIdEndpoints(part, realm));
      await scope.register((part) => formPages(part, realm));
      await userinfo(scope, kernel);
    },
    { prefix: realmPath },
  );
};

const openRealm = async (kernel: IdentityKernel): Promise<Realm> => {
  const look = lookOf(kernel.brand);
  const limit = rateLimiter(kernel.clock);
  const pages = providerPages(look, `${originOf(kernel.config)}/`);
  const provider = await embeddedProvider(kernel, pages, limit);
  return { kernel, provider, forms: await signedForms(kernel), limit, look };
};

/** Letters of sign-in, and the removal of what has expired; for the process that does the jobs. */
export const workIdentity = async (kernel: IdentityKernel): Promise<void> => {
  await workLetters(kernel);
  await kernel.jobs.every('identity.forget-expired', '*/10 * * * *', () => forgetExpired(kernel.db, kernel.clock));
};

const formBytes = 16 * 1024;

const formPages = async (app: FastifyInstance, realm: Realm): Promise<void> => {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formBytes },
    (_request, body, done) => done(null, body),
  );
  signInPages(app, realm);
  registerPages(app, realm);
  resetPages(app, realm);
  emailPages(app, realm);
};

/** The provider reads its requests itself, so their bodies stay unread here. */
const openIdEndpoints = async (app: FastifyInstance, { provider, kernel, limit }: Realm): Promise<void> => {
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  const answer = provider.callback();
  const own = new URL(kernel.config.publicUrl);
  const handle = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    // Each begun sign-in is kept for an hour.
    limit(`openid ${request.ip}`, { max: 600, seconds: 60 });
    reply.hijack();
    pretendPublicUrl(request, own);
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    const { raw } = request as { raw: typeof request.raw & { originalUrl?: string } };
    raw.originalUrl = raw.url ?? '';
    raw.url = raw.originalUrl.slice(realmPath.length);
    answer(raw, reply.raw).catch((error: unknown) => {
      kernel.log.error({ err: error }, 'the identity provider failed');
      reply.raw.destroy();
    });
    return reply;
  };
  for (const path of ['/.well-known/openid-configuration', '/protocol/openid-connect/*']) app.all(path, handle);
};

/** Every address the provider makes begins with PUBLIC_URL, whatever Host a request came with. */
const pretendPublicUrl = (request: FastifyRequest, own: URL): void => {
  Object.assign(request.raw.headers, {
    'x-forwarded-proto': own.protocol.slice(0, -1),
    'x-forwarded-host': own.host,
    'x-forwarded-for': request.ip,
  });
};

const assets = (app: FastifyInstance, { style, script }: Look): void => {
  for (const { path, type, body } of [style, script])
    app.get(path.slice(realmPath.length), (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(body),
    );
};

/** No inline anything; forms go to this portal alone, and a page with a secret in its address tells it to nobody. */
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

const sendFailure = (realm: Realm, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  if (error instanceof Refusal && error.code === 'request.rateLimited') {
    const seconds = String(error.details.seconds ?? 60);
    const lead = `Please wait ${seconds} seconds and try again.`;
    reply.header('retry-after', seconds);
    return send(reply, problem(realm, 'Too many requests', lead), 429);
  }
  const { statusCode = 500 } = error as { statusCode?: number };
  if (statusCode < 500)
    return send(reply, problem(realm, 'That did not work', 'The request could not be read.'), statusCode);
  realm.kernel.log.error({ err: error, path: request.routeOptions.url }, 'a page of sign-in failed');
  return send(reply, problem(realm, 'Something went wrong', 'Please try again in a minute.'), 500);
};

const problem = (realm: Realm, title: string, lead: string): string =>
  messageScreen(realm.look, { icon: 'problem', title, lead, action: { label: 'Start again', href: home(realm) } });
