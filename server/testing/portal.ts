import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Brand } from '#contract/rules/brand.ts';
import { brand as skywave } from '#brands/skywave/brand.ts';
import { buildApp } from '#server/app.ts';
import type { DomainResolver } from '#server/domains/sites/domains/resolver.ts';
import { audienceOf } from '#server/engines/identity/realm.ts';
import { localJwks } from '#server/engines/identity/signing-keys.ts';
import type { KeySource } from '#server/kernel/auth/bearer.ts';
import { mailEngine } from '#server/engines/mail/mail.ts';
import { signedTokens } from '#server/kernel/auth/tokens.ts';
import { systemClock } from '#server/kernel/clock.ts';
import type { Config } from '#server/kernel/config.ts';
import { storageOf } from '#server/kernel/create-kernel.ts';
import { parseEngines } from '#server/kernel/fleet.ts';
import { createFleet } from '#server/domains/fleet/fleet.service.ts';
import { connectDatabases, type DatabaseUrls } from '#server/kernel/db/connect.ts';
import { createHooks } from '#server/kernel/events/hooks.ts';
import { databaseOutbox } from '#server/kernel/events/outbox.ts';
import { pgBossJobs } from '#server/kernel/jobs/pg-boss-jobs.ts';
import type { Clock, Kernel, Email, Outbound } from '#server/kernel/kernel.ts';
import { guardedOutbound } from '#server/kernel/outbound/guarded.ts';
import { databaseSecrets } from '#server/kernel/secrets.ts';
import { traceWork } from '#server/kernel/tracing/trace-work.ts';
import type { Tracing } from '#server/kernel/tracing/tracing.ts';
import { testClient, type TestClient } from './client.ts';
import { testDatabase } from './database.ts';
import { isClusterTested } from './given-clickhouse.ts';
import { testIssuer } from './issuer.ts';
import { makers, type TestPerson } from './make.ts';

const issuerUrl = 'http://issuer.test/realms/skywave';
const audience = 'http://portal.test';
/** Longer than any test file takes, on a busy machine too. */
const sessionS = 4 * 3600;

/**
 * The whole portal for a test file: real HTTP, its own PostgreSQL database and folder, tokens of a test issuer, or with
 * `embeddedIdentity` of the embedded one. Call `close()` in afterAll.
 */
export const testPortal = async (
  given: {
    /** `engineUrl`: the one engine. */
    config?: Partial<Config> & { engineUrl?: string };
    brand?: Brand;
    clock?: Clock;
    keys?: KeySource;
    outbound?: Outbound;
    /** Another portal whose database, issuer and files this one shares (of a bucket, each has copies); close this one first. */
    beside?: Beside;
    /** Where its database is reached, for one behind a pooler; the caller removes it. */
    database?: DatabaseUrls;
    dns?: DomainResolver;
    tracing?: Tracing;
  } = {},
) => {
  const database = given.database
    ? { ...connectDatabases(given.database), urls: given.database }
    : given.beside
      ? besideOf(given.beside.database)
      : await ownDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'skywave-test-'));
  const { db, pool, directPool, urls } = database;
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
  const outbox = databaseOutbox({ db, pool: directPool, log });
  const ownJobs = pgBossJobs({ databaseUrl: urls.databaseDirectUrl, log });
  const secrets = databaseSecrets(db);
  const clock = given.clock ?? systemClock;
  const brand = given.brand ?? skywave;
  const mails: Email[] = [];
  const keepMail = (letter: Email) => Promise.resolve(void mails.push(letter));
  const { engineUrl, ...ownConfig } = given.config ?? {};
  const config = {
    ...{ ...testConfig(dataDir, urls), brand: brand.id },
    ...(engineUrl !== undefined && { engines: parseEngines(engineUrl) }),
    ...ownConfig,
  };
  const traced = traceWork(given.tracing, { db, pool, jobs: ownJobs, config });
  const { jobs } = traced;
  const kernel: Kernel = {
    config,
    db,
    clock,
    log,
    storage: given.beside && !config.s3 ? given.beside.kernel.storage : await storageOf(config),
    outbound: given.outbound ?? guardedOutbound(),
    // E-mails are collected for the test; with an SMTP server they are queued and sent as usual.
    mail: config.smtpUrl
      ? mailEngine({ config, brand, clock, jobs })
      : { send: keepMail, deliver: keepMail, check: () => Promise.resolve('folder') },
    events: outbox.events,
    hooks: createHooks(),
    jobs,
    tokens: signedTokens(secrets, clock),
    secrets,
    fleet: createFleet({ config, db }),
    tracing: given.tracing,
  };
  const issuer = given.beside?.issuer ?? testIssuer(kernel.config.oidcIssuer, audience);
  const composed = await buildApp(kernel, {
    brand,
    pool,
    keys: given.keys ?? { local: () => (kernel.config.embeddedIdentity ? localJwks(db) : issuer.keys()) },
    audience: kernel.config.embeddedIdentity ? audienceOf(kernel.config) : kernel.config.oidcAudience,
    webFolder: join(dataDir, 'web'),
    dns: given.dns ?? emptyDns,
  });
  const { app, live, engine, people, admit } = composed;
  await app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${String((app.server.address() as AddressInfo).port)}`;
  await outbox.start();

  const make = makers(db);
  /** A client for this user, or anonymous. */
  const as = async (person: TestPerson | undefined): Promise<TestClient> =>
    testClient(
      url,
      person &&
        (await issuer.token(
          { sub: person.subject, email: person.email, given_name: 'Test', family_name: 'Person' },
          sessionS,
        )),
    );
  return {
    url,
    app,
    kernel,
    database,
    /** Not started: `engine.start()` follows the engines of the configuration. */
    engine,
    live,
    payments: composed.payments,
    sandbox: composed.sandbox,
    audience: composed.audience,
    people,
    admit,
    operation: composed.operation,
    startJobs: () => composed.startJobs(),
    issuer,
    mails,
    as,
    make: {
      ...make,
      person: (options?: Parameters<typeof make.person>[1]) => make.person(kernel.config.oidcIssuer, options),
    },
    /** Publishes all current domain events. */
    drain: () => outbox.drain(),
    async close() {
      await composed.stop();
      await outbox.stop();
      await jobs.stop();
      await database.close();
      await traced.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};

type PortalDatabase = ReturnType<typeof connectDatabases> & { urls: DatabaseUrls };
type Beside = {
  database: PortalDatabase;
  issuer: ReturnType<typeof testIssuer>;
  kernel: Pick<Kernel, 'storage'>;
};

/** Connections of their own to the same database, which stays when they are closed. */
const besideOf = ({ urls }: PortalDatabase): PortalDatabase => ({ ...connectDatabases(urls), urls });

const ownDatabase = async (): Promise<PortalDatabase> => {
  const { url, db, pool, drop } = await testDatabase();
  return { urls: urlsOf(url), db, pool, directPool: pool, close: drop };
};
/** No name has records. */
const emptyDns: DomainResolver = { txt: async () => [], cname: async () => [], addresses: async () => [] };

export type TestPortal = Awaited<ReturnType<typeof testPortal>>;

const urlsOf = (url: string): DatabaseUrls => ({ databaseUrl: url, databaseDirectUrl: url, databasePrepared: true });

const testConfig = (dataDir: string, urls: DatabaseUrls): Config => ({
  port: 0,
  streamPort: 8000,
  dataDir,
  publicUrl: 'http://portal.test',
  deliveryUrl: 'http://portal.test',
  deliveryPort: 0,
  deliveryWorkers: 1,
  streamUrl: 'http://stream.test:8000',
  hlsBaseUrl: undefined,
  brand: 'skywave',
  adminEmail: undefined,
  adminPassword: undefined,
  ...urls,
  drainSeconds: 0,
  metrics: undefined,
  traces: undefined,
  clickhouseUrl: '',
  clickhouseCluster: isClusterTested,
  oidcIssuer: issuerUrl,
  oidcClientId: 'skywave',
  oidcAudience: audience,
  oidcAdmin: undefined,
  embeddedIdentity: false,
  passwordGrant: true,
  mediaUrl: undefined,
  s3: undefined,
  smtpUrl: undefined,
  trustedProxies: [],
  securityContact: undefined,
  outboundAllowPrivate: [],
  tls: undefined,
  maxAdapt: undefined,
  calls: false,
  minFreeDisk: 0,
  websubHub: undefined,
  podping: undefined,
  stripe: undefined,
  accessTokenSeconds: 300,
  engines: parseEngines('http://127.0.0.1:1'),
  engineToken: 'test',
});
