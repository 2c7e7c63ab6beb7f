import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { pino } from 'pino';
import type { Brand } from '#contract/rules/brand.ts';
import { brand as skywave } from '#brands/skywave/brand.ts';
import { mountIdentity, workIdentity } from '#server/engines/identity/identity.ts';
import { addPerson } from '#server/engines/identity/people.ts';
import { hashPassword } from '#server/engines/identity/passwords.ts';
import type { IdentityKernel } from '#server/engines/identity/realm.ts';
import { mailEngine, outboxFolder } from '#server/engines/mail/mail.ts';
import { realmPathOf, type Config } from '#server/kernel/config.ts';
import { parseEngines } from '#server/kernel/fleet.ts';
import { createServer } from '#server/kernel/http/server.ts';
import { pgBossJobs } from '#server/kernel/jobs/pg-boss-jobs.ts';
import { databaseSecrets } from '#server/kernel/secrets.ts';
import { testBrowser, type TestBrowser } from './browser.ts';
import { testDatabase } from './database.ts';
import { freePort } from './free-port.ts';

export const password = 'correct horse battery';
/** Computed once: a hash takes as long as ten calls. */
let hashed: Promise<string> | undefined;

/** The embedded identity provider for a test file: real HTTP, PostgreSQL, jobs and e-mails, and an adjustable clock. */
export const testRealm = async (given: Partial<Config> = {}, brand: Brand = skywave) => {
  const database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'skywave-realm-'));
  const port = await freePort();
  const origin = given.publicUrl ?? `http://localhost:${String(port)}`;
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
  const jobs = pgBossJobs({ databaseUrl: database.url, log });
  const config = { ...realmConfig(origin, dataDir, database.url), brand: brand.id, ...given };
  let ahead = 0;
  let stoppedAt: number | undefined;
  const clock = { now: () => new Date((stoppedAt ?? Date.now()) + ahead) };
  const { db } = database;
  const mail = mailEngine({ config, brand, clock, jobs });
  const required = new Set<string>();
  let registration: 'everyone' | 'invited' = 'everyone';
  const kernel: IdentityKernel = {
    config,
    db,
    clock,
    log,
    mail,
    jobs,
    secrets: databaseSecrets(db),
    brand,
    registration: async () => registration,
    needsSecondFactor: async ({ email }) => required.has(email),
  };
  const app = createServer({ config, log, wording: brand.wording });
  mountIdentity(app, kernel);
  await app.listen({ port, host: 'localhost' });
  const readNames = new Set<string>();
  return {
    kernel,
    app,
    origin: `http://localhost:${String(port)}`,
    realm: `http://localhost:${String(port)}${realmPathOf(config)}`,
    browser: (sent?: Record<string, string>) => testBrowser(`http://localhost:${String(port)}`, sent),
    /** Moves the realm's clock forward. */
    pass: (seconds: number) => void (ahead += seconds * 1000),
    /** Stops the realm's clock, which only `pass` moves until the returned function is called: for locks and codes of half a minute. */
    stopClock: () => {
      stoppedAt = Date.now();
      return () => void (stoppedAt = undefined);
    },
    /** Sets the realm's clock to the real time again: the provider itself always signs people in at the real time. */
    resetClock: () => void (ahead = 0),
    /** Sets who may register. */
    admit: (who: typeof registration) => void (registration = who),
    /** Requires a second factor for this user. */
    requireSecondFactor: (email: string) => void required.add(email),
    /** Starts the job workers, which send e-mails. */
    work: () => workIdentity(kernel),
    person: async (email: string) =>
      addPerson(db, {
        email,
        password_hash: await (hashed ??= hashPassword(password)),
        first_name: 'Ada',
        last_name: 'Byron',
      }),
    /** The next unread e-mail in the outbox. */
    letter: async () => {
      const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof simpleParser>>>();
      const folder = outboxFolder(config);
      const look = async (): Promise<void> => {
        const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
        const next = names.find((name) => !readNames.has(name));
        if (next === undefined) return void setTimeout(() => void look(), 50);
        readNames.add(next);
        resolve(await simpleParser(await readFile(join(folder, next))));
      };
      await look();
      return promise;
    },
    async close() {
      await app.close();
      await jobs.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

export type TestRealm = Awaited<ReturnType<typeof testRealm>>;

export type Tokens = {
  access_token: string;
  id_token: string;
  refresh_token: string;
  expires_in: number;
  error?: string;
  error_description?: string;
};

/** The parameters of a sign-in that a client stores while it redirects the browser; `brand` is that of the realm. */
export const authorizeUrl = (origin: string, extra: Record<string, string> = {}, brand = 'skywave') => {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: brand,
    response_type: 'code',
    scope: 'openid profile email',
    redirect_uri: `${origin}/signed-in`,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'a-state',
    nonce: 'a-nonce',
    ...extra,
  });
  return { url: `/realms/${brand}/protocol/openid-connect/auth?${query}`, verifier };
};

/** Posts to the token endpoint. */
export const requestToken = async (
  realm: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<{ status: number; tokens: Tokens; headers: Headers }> => {
  const body = new URLSearchParams({ client_id: 'skywave', ...fields });
  const reply = await fetch(`${realm}/protocol/openid-connect/token`, { method: 'POST', body, headers });
  return { status: reply.status, tokens: (await reply.json()) as Tokens, headers: reply.headers };
};

/** Signs in by the page in a browser, and returns the tokens that the portal gets. */
export const signInByPage = async (at: TestRealm, browser: TestBrowser, email: string): Promise<Tokens> => {
  const { url, verifier } = authorizeUrl(at.origin);
  let page = await browser.open(url);
  if (page.text.includes('name="password"')) page = await browser.submit(page, { email, password });
  return redeem(at, page.url, verifier);
};

/** Redeems the code in the URL that a browser was redirected to for tokens. */
export const redeem = async (at: TestRealm, address: string, verifier: string): Promise<Tokens> => {
  const code = new URL(address).searchParams.get('code') ?? '';
  const { tokens } = await requestToken(at.realm, {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: `${at.origin}/signed-in`,
  });
  return tokens;
};

const realmConfig = (publicUrl: string, dataDir: string, databaseUrl: string): Config => ({
  port: 0,
  streamPort: 8000,
  dataDir,
  publicUrl,
  deliveryUrl: publicUrl,
  deliveryPort: 0,
  deliveryWorkers: 1,
  streamUrl: 'http://localhost:8000',
  hlsBaseUrl: undefined,
  brand: 'skywave',
  adminEmail: undefined,
  adminPassword: undefined,
  databaseUrl,
  databaseDirectUrl: databaseUrl,
  databasePrepared: true,
  drainSeconds: 0,
  metrics: undefined,
  traces: undefined,
  clickhouseUrl: '',
  clickhouseCluster: false,
  oidcIssuer: `${publicUrl}/realms/skywave`,
  oidcClientId: 'skywave',
  oidcAudience: undefined,
  oidcAdmin: undefined,
  embeddedIdentity: true,
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
