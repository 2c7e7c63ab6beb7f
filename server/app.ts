import type { FastifyInstance } from 'fastify';
import type { Wording } from '#contract/brand.ts';
import { accountsRoutes } from './domains/accounts/accounts.routes.ts';
import { liveRoutes } from './domains/live/live.routes.ts';
import { tieEngine } from './domains/playout/playout.events.ts';
import { playoutRoutes } from './domains/playout/playout.routes.ts';
import { createLiveHub } from './domains/session/live.events.ts';
import { stationsRoutes } from './domains/stations/stations.routes.ts';
import { bearerVerifier, type KeySource } from './kernel/auth/bearer.ts';
import { databasePeople } from './kernel/auth/people.ts';
import { mount, type DomainHandlers } from './kernel/http/mount.ts';
import { rateLimiter } from './kernel/http/rate-limit.ts';
import { createServer } from './kernel/http/server.ts';
import type { Kernel } from './kernel/kernel.ts';

/** Composes the portal: every domain's handlers behind one server. `keys` verify the bearer tokens. */
export const buildApp = (kernel: Kernel, at: { keys: KeySource; wording: Wording }): Promise<FastifyInstance> => {
  const { config, clock, db } = kernel;
  const app = createServer({ config, log: kernel.log, wording: at.wording });
  const verifyBearer = bearerVerifier({
    issuer: config.oidcIssuer,
    audience: config.oidcAudience,
    clientId: config.oidcClientId,
    keys: at.keys,
  });
  const adminEmail = config.adminEmail ?? (config.embeddedIdentity ? 'admin@localhost' : undefined);
  const people = databasePeople({ db, clock, adminEmail });
  mount(app, kernel, { verifyBearer, people, rateLimit: rateLimiter(clock) }, domains(app, kernel));
  return Promise.resolve(app);
};

const domains = (app: FastifyInstance, kernel: Kernel): DomainHandlers => {
  const live = createLiveHub();
  const engine = tieEngine(kernel, live);
  app.addHook('onListen', () => engine.start());
  app.addHook('onClose', () => engine.stop());
  return {
    accounts: accountsRoutes(kernel, { live }),
    stations: stationsRoutes(kernel, { live, engine }),
    playout: playoutRoutes(kernel, { live, engine }),
    live: liveRoutes(kernel, { live }),
  };
};
