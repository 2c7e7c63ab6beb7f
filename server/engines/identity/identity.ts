import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientNetwork } from '#contract/network.ts';
import { rateLimiter } from '#server/kernel/http/rate-limit.ts';
import { confirmPages } from './confirm.pages.ts';
import { signedForms } from './forms.ts';
import { workEmails } from './identity-emails.ts';
import { deleteExpired } from './models.ts';
import { pageThemeOf } from './pages/layout.ts';
import { providerPages } from './pages/provider-pages.ts';
import { embeddedProvider } from './provider.ts';
import { realmPath, type IdentityKernel } from './realm.ts';
import { homeUrl, type Realm } from './realm-page.ts';
import { addPageDefaults, acceptForms } from './realm-scope.ts';
import { registerPages } from './register.pages.ts';
import { resetPages } from './reset.pages.ts';
import { secondStepPages } from './second-step.pages.ts';
import { signInPages } from './sign-in.pages.ts';
import { userinfo } from './userinfo.ts';

/**
 * Mounts the embedded identity provider at /realms/skywave/: the OpenID endpoints and the sign-in pages.
 * Its database state is prepared with the server (`app.ready()` fails if that does).
 */
export const mountIdentity = (app: FastifyInstance, kernel: IdentityKernel): void => {
  void app.register(
    async (scope) => {
      const realm = await openRealm(kernel);
      addPageDefaults(scope, realm);
      await scope.register((part) => openIdEndpoints(part, realm));
      await scope.register((part) => formPages(part, realm));
      await userinfo(scope, kernel);
    },
    { prefix: realmPath },
  );
};

const openRealm = async (kernel: IdentityKernel): Promise<Realm> => {
  const look = pageThemeOf(kernel.brand);
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

/** The provider reads its requests itself, so their bodies are not parsed here. */
const openIdEndpoints = async (app: FastifyInstance, { provider, kernel, limit }: Realm): Promise<void> => {
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
    raw.originalUrl = raw.url ?? '';
    raw.url = raw.originalUrl.slice(realmPath.length);
    callback(raw, reply.raw).catch((error: unknown) => {
      kernel.log.error({ err: error }, 'the identity provider failed');
      reply.raw.destroy();
    });
    return reply;
  };
  for (const path of ['/.well-known/openid-configuration', '/protocol/openid-connect/*']) app.all(path, handle);
};

/** Makes the provider build all its URLs from PUBLIC_URL, whatever the request's Host. */
const setForwardedHeaders = (request: FastifyRequest, publicUrl: URL): void => {
  Object.assign(request.raw.headers, {
    'x-forwarded-proto': publicUrl.protocol.slice(0, -1),
    'x-forwarded-host': publicUrl.host,
    'x-forwarded-for': request.ip,
  });
};
