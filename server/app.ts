import type { FastifyInstance } from 'fastify';
import type { Wording } from '#contract/brand.ts';
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
  mount(app, kernel, { verifyBearer, people, rateLimit: rateLimiter(clock) }, domains());
  return Promise.resolve(app);
};

const domains = (): DomainHandlers => ({});
