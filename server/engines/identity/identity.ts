import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientNetwork } from '#contract/rules/network.ts';
import { rateLimiter } from '#server/kernel/http/rate-limit.ts';
import { confirmPages } from './confirm.pages.ts';
import { signedForms } from './forms.ts';
import { workEmails } from './identity-emails.ts';
import { deleteExpired } from './models.ts';
import { pageThemeOf } from './pages/layout.ts';
import { providerPages } from './pages/provider-pages.ts';
import { embeddedProvider } from './provider.ts';
import { realmPathOf } from '#server/kernel/config.ts';
import { formerRealm, type IdentityKernel } from './realm.ts';
import { homeUrl, type Realm } from './realm-page.ts';
import { addPageDefaults, acceptForms } from './realm-scope.ts';
import { registerPages } from './register.pages.ts';
import { resetPages } from './reset.pages.ts';
import { secondStepPages } from './second-step.pages.ts';
import { signInPages } from './sign-in.pages.ts';
import { userinfo } from './userinfo.ts';

/**
 * Mounts the embedded identity provider at the brand's realm: the OpenID endpoints and the sign-in pages. Paths of the
 * realm that all brands had lead to it.
 * Its database state is prepared with the server (`app.ready()` fails if that does).
 */
export const mountIdentity = (app: FastifyInstance, kernel: IdentityKernel): void => {
  void app.register(async (part) => {
    const realm = await openRealm(kernel);
    const prefix = realmPathOf(kernel.config);
    await part.register((scope) => realmPaths(scope, realm), { prefix });
    if (prefix !== formerRealm.path)
      await part.register((scope) => formerPaths(scope, realm), { prefix: formerRealm.path });
  });
};

const realmPaths = async (scope: FastifyInstance, realm: Realm): Promise<void> => {
  addPageDefaults(scope, realm);
  await scope.register((part) => openIdEndpoints(part, realm, openIdPaths));
  await scope.register((part) => formPages(part, realm));
  await userinfo(scope, realm.kernel);
};

const openRealm = async (kernel: IdentityKernel): Promise<Realm> => {
  const look = pageThemeOf(kernel.brand, kernel.config);
  const realm = { kernel, forms: await signedForms(kernel), limit: rateLimiter(kernel.clock), look };
  const pages = providerPages(look, homeUrl(realm));
  return { ...realm, provider: await embeddedProvider(kernel, pages, realm.limit) };
};

/** Sends identity e-mails and removes expired data; for the process that runs jobs. */
export const workIdentity = async (kernel: IdentityKernel): Promise<void> => {
  await workEmails(kernel);
  await kernel.jobs.every('identity.forget-expired', '*/10 * * * *', () => deleteExpired(kernel.db, kernel.clock));
};

const formPages = async (app: FastifyInstance, realm: Realm): Promise<void> => {
  acceptForms(app);
  signInPages(app, realm);
  secondStepPages(app, realm);
  registerPages(app, realm);
  confirmPages(app, realm);
  resetPages(app, realm);
};

type OpenIdPath = { path: string; method?: 'POST' };
const openIdPaths: readonly OpenIdPath[] = [
  { path: '/.well-known/openid-configuration' },
  { path: '/protocol/openid-connect/*' },
];

/** Scripts do not follow redirects of a POST; whatever a browser opens is redirected. */
const formerPaths = async (app: FastifyInstance, realm: Realm): Promise<void> => {
  app.removeAllContentTypeParsers();
  await app.register((part) =>
    openIdEndpoints(part, realm, [
      { path: '/.well-known/openid-configuration' },
      { path: '/protocol/openid-connect/certs' },
      { path: '/protocol/openid-connect/*', method: 'POST' },
    ]),
  );
  app.get('/*', (request, reply) => reply.redirect(realm.look.realm + request.url.slice(formerRealm.path.length), 302));
};

/** The provider reads its requests itself, so their bodies are not parsed here. */
const openIdEndpoints = async (
  app: FastifyInstance,
  { provider, kernel, limit, look }: Realm,
  paths: readonly OpenIdPath[],
): Promise<void> => {
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  const callback = provider.callback();
  const publicUrl = new URL(kernel.config.publicUrl);
  const handle = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    // Each started sign-in is stored for an hour.
    limit(`openid ${clientNetwork(request.ip)}`, { max: 600, seconds: 60 });
    reply.hijack();
    setForwardedHeaders(request, publicUrl);
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    const { raw } = request as { raw: typeof request.raw & { originalUrl?: string } };
    raw.url = (raw.url ?? '').slice(app.prefix.length);
    raw.originalUrl = look.realm + raw.url;
    callback(raw, reply.raw).catch((error: unknown) => {
      kernel.log.error({ err: error }, 'the identity provider failed');
      reply.raw.destroy();
    });
    return reply;
  };
  for (const { path, method } of paths)
    if (method) app.post(path, handle);
    else app.all(path, handle);
};

/** Makes the provider build all its URLs from PUBLIC_URL, whatever the request's Host. */
const setForwardedHeaders = (request: FastifyRequest, publicUrl: URL): void => {
  Object.assign(request.raw.headers, {
    'x-forwarded-proto': publicUrl.protocol.slice(0, -1),
    'x-forwarded-host': publicUrl.host,
    'x-forwarded-for': request.ip,
  });
};
