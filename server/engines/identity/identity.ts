import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientNetwork } from '#contract/network.ts';
import { rateLimiter } from '#server/kernel/http/rate-limit.ts';
import { confirmPages } from './confirm.pages.ts';
import { signedForms } from './forms.ts';
import { workLetters } from './letters.ts';
import { forgetExpired } from './models.ts';
import { lookOf } from './pages/layout.ts';
import { providerPages } from './pages/provider-pages.ts';
import { embeddedProvider } from './provider.ts';
import { realmPath, type IdentityKernel } from './realm.ts';
import { home, type Realm } from './realm-page.ts';
import { dressScope, takeForms } from './realm-scope.ts';
import { registerPages } from './register.pages.ts';
import { resetPages } from './reset.pages.ts';
import { secondStepPages } from './second-step.pages.ts';
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
      dressScope(scope, realm);
      await scope.register((part) => openIdEndpoints(part, realm));
      await scope.register((part) => formPages(part, realm));
      await userinfo(scope, kernel);
    },
    { prefix: realmPath },
  );
};

const openRealm = async (kernel: IdentityKernel): Promise<Realm> => {
  const look = lookOf(kernel.brand);
  const realm = { kernel, forms: await signedForms(kernel), limit: rateLimiter(kernel.clock), look };
  const pages = providerPages(look, home(realm));
  return { ...realm, provider: await embeddedProvider(kernel, pages, realm.limit) };
};

/** Letters of sign-in, and the removal of what has expired; for the process that does the jobs. */
export const workIdentity = async (kernel: IdentityKernel): Promise<void> => {
  await workLetters(kernel);
  await kernel.jobs.every('identity.forget-expired', '*/10 * * * *', () => forgetExpired(kernel.db, kernel.clock));
};

const formPages = async (app: FastifyInstance, realm: Realm): Promise<void> => {
  takeForms(app);
  signInPages(app, realm);
  secondStepPages(app, realm);
  registerPages(app, realm);
  confirmPages(app, realm);
  resetPages(app, realm);
};

/** The provider reads its requests itself, so their bodies stay unread here. */
const openIdEndpoints = async (app: FastifyInstance, { provider, kernel, limit }: Realm): Promise<void> => {
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  const answer = provider.callback();
  const own = new URL(kernel.config.publicUrl);
  const handle = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    // Each begun sign-in is kept for an hour.
    limit(`openid ${clientNetwork(request.ip)}`, { max: 600, seconds: 60 });
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
