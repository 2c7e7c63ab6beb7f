import type { FastifyInstance } from 'fastify';
import type { Brand } from '#contract/brand.ts';
import { accountsRoutes } from './domains/accounts/accounts.routes.ts';
import { libraryRoutes } from './domains/library/library.routes.ts';
import { liveRoutes } from './domains/live/live.routes.ts';
import { tieEngine, type EngineTie } from './domains/playout/playout.events.ts';
import { playoutRoutes } from './domains/playout/playout.routes.ts';
import { createLiveHub, type LiveHub } from './domains/session/live.events.ts';
import { stationsRoutes } from './domains/stations/stations.routes.ts';
import { ffmpegAudio } from './engines/audio/ffmpeg.ts';
import { bearerVerifier, type KeySource } from './kernel/auth/bearer.ts';
import { databasePeople, type People } from './kernel/auth/people.ts';
import { mount, type DomainHandlers } from './kernel/http/mount.ts';
import { rateLimiter } from './kernel/http/rate-limit.ts';
import { createServer } from './kernel/http/server.ts';
import type { Kernel } from './kernel/kernel.ts';

export type Portal = {
  app: FastifyInstance;
  live: LiveHub;
  /** Not started here: it belongs into the process that tells the outbox. */
  engine: EngineTie;
  people: People;
};

/** Composes the portal: every domain's handlers behind one server. `keys` verify the bearer tokens made for `audience`. */
export const buildApp = (
  kernel: Kernel,
  at: { keys: KeySource; audience: string | undefined; brand: Brand },
): Portal => {
  const { config, clock, db } = kernel;
  const app = createServer({ config, log: kernel.log, wording: at.brand.wording });
  const live = createLiveHub();
  const engine = tieEngine(kernel, live);
  const { oidcIssuer: issuer, oidcClientId: clientId } = config;
  const verifyBearer = bearerVerifier({ issuer, clientId, audience: at.audience, keys: at.keys });
  const adminEmail = config.adminEmail ?? (config.embeddedIdentity ? 'admin@localhost' : undefined);
  const people = databasePeople({ db, clock, adminEmail });
  mount(app, kernel, { verifyBearer, people, rateLimit: rateLimiter(clock) }, domains(kernel, { live, engine }));
  return { app, live, engine, people };
};

const domains = (kernel: Kernel, deps: { live: LiveHub; engine: EngineTie }): DomainHandlers => ({
  accounts: accountsRoutes(kernel, deps),
  stations: stationsRoutes(kernel, deps),
  playout: playoutRoutes(kernel, deps),
  live: liveRoutes(kernel, deps),
  library: libraryRoutes(kernel, ffmpegAudio()),
});
