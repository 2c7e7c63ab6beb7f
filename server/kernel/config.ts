import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import type * as z from 'zod/mini';
import { metricsAddress, type MetricsAddress } from '#shared/metrics/metrics-address.ts';
import { checkFolder } from './check-folder.ts';
import { parseEngines, type EngineSetting } from './fleet.ts';
import { Operator } from './operator.ts';

/** All settings of the operator, read and validated once (see the table in the README). */
export type Config = {
  port: number;
  streamPort: number;
  dataDir: string;
  publicUrl: string;
  /** The base URL of podcast feeds, episodes and public pages. */
  deliveryUrl: string;
  /** The delivery process's port, and the number of its workers. */
  deliveryPort: number;
  deliveryWorkers: number;
  streamUrl: string;
  /** Where players find HLS segments, if not at STREAM_URL. */
  hlsBaseUrl: string | undefined;
  brand: string;
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  databaseUrl: string;
  /** The same database without a pooler between; equal to `databaseUrl` where there is none. */
  databaseDirectUrl: string;
  /** Whether statements may be prepared by name, which a pooler must support. */
  databasePrepared: boolean;
  /** How long a portal that stops still answers, while load balancers see that it stops. */
  drainSeconds: number;
  clickhouseUrl: string;
  /** Whether that database is a replicated one of a cluster. */
  clickhouseCluster: boolean;
  /** Where this process serves its metrics; undefined: nowhere. */
  metrics: MetricsAddress | undefined;
  /** Where the portal sends traces, and of which share of requests and jobs; undefined: it records none. */
  traces: { endpoint: string; share: number } | undefined;
  /** The issuer of bearer tokens; the embedded provider unless OIDC_ISSUER is set. */
  oidcIssuer: string;
  oidcClientId: string;
  oidcAudience: string | undefined;
  /** The confidential client for Keycloak's admin API, which changes users. */
  oidcAdmin: { clientId: string; clientSecret: string } | undefined;
  embeddedIdentity: boolean;
  passwordGrant: boolean;
  /** Lifetime of an access token: a removed right ends with it at the latest. */
  accessTokenSeconds: number;
  /** Where engines without a disk in common fetch audio files; undefined: at the portal's own address. */
  mediaUrl: string | undefined;
  s3: { endpoint: string; bucket: string; region: string; accessKey: string; secretKey: string } | undefined;
  smtpUrl: string | undefined;
  trustedProxies: string[];
  /** Contact for security reports: a mailto: or https: URL. */
  securityContact: string | undefined;
  /** Internal addresses or networks that user-supplied URLs may lead to, at any port. */
  outboundAllowPrivate: string[];
  /** PEM contents of the files in TLS_CERT and TLS_KEY. */
  tls: { cert: string; key: string } | undefined;
  maxAdapt: number | undefined;
  /** Whether `npm start` answers calls. */
  calls: boolean;
  /** Free bytes of the disk below which uploads are refused; undefined uses the rule of `disk-room.ts`. */
  minFreeDisk: number | undefined;
  /** The WebSub hub that feeds name, and that the portal notifies of new episodes. */
  websubHub: string | undefined;
  /** The podping service for new episodes, and its token. */
  podping: { url: string; token: string } | undefined;
  /** Stripe takes the payments; undefined: the sandbox does, and no money moves. */
  stripe:
    | {
        secretKey: string;
        /** Two while a secret is being replaced. */
        webhookSecrets: string[];
        tax: 'none' | 'automatic';
        portalConfiguration: string | undefined;
      }
    | undefined;
  /** The control ports of the streaming engines, and the token that all of them know. */
  engines: EngineSetting[];
  engineToken: string;
};

export type Environment = Record<string, string | undefined>;

/**
 * Reads the environment of a process that needs the services: the operator's settings, and for the rest the embedded
 * services that `npm start` runs on the same DATA_DIR. Throws an error that names the problem.
 */
export const readConfig = (env: Environment): Config => {
  const settings = readSettings(env);
  const running = settings.databaseUrl && settings.clickhouseUrl && settings.engines ? {} : readRunning(settings);
  const found = { ...running, ...withoutUnset(settings) };
  const missing = (name: string): never => {
    throw new Error(
      `${name} is not set, and no embedded service runs on ${settings.dataDir}: npm start runs them all.`,
    );
  };
  return {
    ...settings,
    databaseUrl: found.databaseUrl ?? missing('DATABASE_URL'),
    databaseDirectUrl: found.databaseDirectUrl ?? found.databaseUrl ?? missing('DATABASE_URL'),
    clickhouseUrl: found.clickhouseUrl ?? missing('CLICKHOUSE_URL'),
    engines: found.engines ?? missing('ENGINE_URL'),
    engineToken: found.engineToken ?? missing('ENGINE_TOKEN'),
  };
};

/** The settings known before any service runs; service URLs may still be missing. */
export type Settings = Omit<Config, ServiceName> & { [K in ServiceName]: Config[K] | undefined };
type ServiceName = 'databaseUrl' | 'databaseDirectUrl' | 'clickhouseUrl' | 'engines' | 'engineToken';

/** URLs of the embedded services of a DATA_DIR, which the supervisor writes for the other processes. */
export type RunningServices = Record<'databaseUrl' | 'clickhouseUrl' | 'engineToken', string> & {
  /** As in ENGINES. */
  engineUrl: string;
};
export const runningServicesFile = (dataDir: string): string => join(dataDir, 'run', 'services.json');

/** Reads and validates the operator's settings; throws an error that names the invalid value. */
export const readSettings = (env: Environment): Settings => {
  const read = Operator.safeParse(withoutUnset(env));
  if (!read.success) throw new Error(sentence(read.error.issues[0], env));
  const set = read.data;
  checkFolder('DATA_DIR', resolve(set.DATA_DIR));
  const tls = readTls(set);
  const scheme = tls ? 'https' : 'http';
  const publicUrl = set.PUBLIC_URL ?? `${scheme}://localhost:${set.PORT}`;
  const podping = together(set, ['PODPING_URL', 'PODPING_TOKEN']);
  const stripe = together(set, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']);
  const s3 = together(set, ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY']);
  return {
    port: set.PORT,
    streamPort: set.STREAM_PORT,
    dataDir: resolve(set.DATA_DIR),
    publicUrl,
    deliveryUrl: set.DELIVERY_URL ?? publicUrl,
    deliveryPort: set.DELIVERY_PORT ?? set.PORT + 1,
    deliveryWorkers: set.DELIVERY_WORKERS ?? Math.max(1, Math.floor(availableParallelism() / 2)),
    streamUrl: set.STREAM_URL ?? `${scheme}://${new URL(publicUrl).hostname}:${set.STREAM_PORT}`,
    hlsBaseUrl: set.HLS_BASE_URL,
    brand: set.BRAND,
    adminEmail: set.ADMIN_EMAIL,
    adminPassword: set.ADMIN_PASSWORD,
    databaseUrl: set.DATABASE_URL,
    databaseDirectUrl: set.DATABASE_DIRECT_URL,
    databasePrepared: set.DATABASE_PREPARED === 'on',
    drainSeconds: set.DRAIN_SECONDS,
    clickhouseUrl: set.CLICKHOUSE_URL,
    clickhouseCluster: readCluster(set),
    metrics: metricsAddress(set.METRICS_PORT, set.METRICS_HOST, set.METRICS_TOKEN),
    traces:
      set.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : { endpoint: set.OTEL_EXPORTER_OTLP_ENDPOINT, share: set.OTEL_TRACES_SAMPLER_ARG },
    oidcIssuer: set.OIDC_ISSUER ?? `${publicUrl}${realmPathOf({ brand: set.BRAND })}`,
    oidcClientId: set.OIDC_CLIENT_ID ?? clientIdOf(set),
    oidcAudience: set.OIDC_AUDIENCE,
    oidcAdmin: readOidcAdmin(set),
    embeddedIdentity: set.OIDC_ISSUER === undefined,
    passwordGrant: set.PASSWORD_GRANT === 'on',
    accessTokenSeconds: set.ACCESS_TOKEN_SECONDS,
    mediaUrl: set.MEDIA_URL,
    s3: s3 && {
      endpoint: s3.S3_ENDPOINT,
      bucket: s3.S3_BUCKET,
      region: set.S3_REGION,
      accessKey: s3.S3_ACCESS_KEY,
      secretKey: s3.S3_SECRET_KEY,
    },
    smtpUrl: set.SMTP_URL,
    trustedProxies: set.TRUSTED_PROXIES,
    securityContact: set.SECURITY_CONTACT,
    outboundAllowPrivate: set.OUTBOUND_ALLOW_PRIVATE,
    tls,
    maxAdapt: set.MAX_ADAPT,
    calls: set.CALLS === 'on',
    minFreeDisk: set.MIN_FREE_DISK,
    websubHub: set.WEBSUB_HUB,
    podping: podping && { url: podping.PODPING_URL, token: podping.PODPING_TOKEN },
    stripe: stripe && {
      secretKey: stripe.STRIPE_SECRET_KEY,
      webhookSecrets: stripe.STRIPE_WEBHOOK_SECRET.split(','),
      tax: set.STRIPE_TAX,
      portalConfiguration: set.STRIPE_PORTAL_CONFIGURATION,
    },
    engines: enginesOf(set),
    engineToken: set.ENGINE_TOKEN,
  };
};

/** The path of the embedded provider's realm, laid out like a Keycloak realm, so that one can replace the other. */
export const realmPathOf = ({ brand }: Pick<Config, 'brand'>): string => `/realms/${brand}`;

/** The page's client is named as the embedded provider's realm, or as in the realm of docs/keycloak. */
const clientIdOf = (set: z.infer<typeof Operator>): string => (set.OIDC_ISSUER === undefined ? set.BRAND : 'skywave');

const secretNames = /_PASSWORD|TOKEN|SECRET|_URL$|^ENGINES$/;

/** An error such as `PORT: "eighty" is not a port (1 to 65534).`; secret values are never repeated. */
const sentence = (issue: z.core.$ZodIssue | undefined, env: Environment): string => {
  const name = String(issue?.path[0]);
  const shown = secretNames.test(name) ? 'its value' : `"${env[name] ?? ''}"`;
  return `${name}: ${shown} ${issue?.message ?? 'is wrong'}.`;
};

/** Settings that are only valid as a group: all of them, or undefined if none is set. */
const together = <K extends string>(
  set: Partial<Record<K, string | undefined>>,
  names: K[],
): Record<K, string> | undefined => {
  const missing = names.filter((name) => set[name] === undefined);
  if (missing.length === names.length) return undefined;
  if (missing.length > 0) throw new Error(`${names.join(', ')} must be set together, but ${missing[0]} is not set.`);
  return set as Record<K, string>;
};

/** Derives the URL of Keycloak's admin API from the URL of its realm. */
const readOidcAdmin = (set: Pick<z.infer<typeof Operator>, OidcAdminName>): Config['oidcAdmin'] => {
  const admin = together(set, ['OIDC_ADMIN_CLIENT_ID', 'OIDC_ADMIN_CLIENT_SECRET']);
  if (!admin) return undefined;
  if (!/\/realms\/[^/]+$/.test(set.OIDC_ISSUER ?? ''))
    throw new Error(
      'OIDC_ADMIN_CLIENT_ID is for Keycloak: OIDC_ISSUER must be the URL of a realm (https://…/realms/name).',
    );
  return { clientId: admin.OIDC_ADMIN_CLIENT_ID, clientSecret: admin.OIDC_ADMIN_CLIENT_SECRET };
};
type OidcAdminName = 'OIDC_ISSUER' | 'OIDC_ADMIN_CLIENT_ID' | 'OIDC_ADMIN_CLIENT_SECRET';

const readTls = (set: Partial<Record<'TLS_CERT' | 'TLS_KEY', string | undefined>>): Config['tls'] => {
  const files = together(set, ['TLS_CERT', 'TLS_KEY']);
  if (!files) return undefined;
  const tls = { cert: readNamed('TLS_CERT', files.TLS_CERT), key: readNamed('TLS_KEY', files.TLS_KEY) };
  try {
    createSecureContext(tls);
  } catch (error) {
    throw new Error(`TLS_CERT, TLS_KEY: not a PEM certificate with its key (${(error as Error).message}).`, {
      cause: error,
    });
  }
  return tls;
};

/** A PEM file, or the content that root read for an account without access to it. */
const readNamed = (name: string, path: string): string => {
  if (path.startsWith('-----BEGIN ')) return path;
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new Error(`${name}: the file "${path}" cannot be read.`);
  }
};

const readCluster = (set: Pick<z.infer<typeof Operator>, 'CLICKHOUSE_CLUSTER' | 'CLICKHOUSE_URL'>): boolean => {
  if (set.CLICKHOUSE_CLUSTER === 'on' && set.CLICKHOUSE_URL === undefined)
    throw new Error('CLICKHOUSE_CLUSTER is for a cluster at CLICKHOUSE_URL, which is not set.');
  return set.CLICKHOUSE_CLUSTER === 'on';
};

/** The engines of ENGINES, or the one of ENGINE_URL. */
const enginesOf = ({ ENGINES: several, ENGINE_URL: one }: z.infer<typeof Operator>): EngineSetting[] | undefined => {
  if (several && one !== undefined)
    throw new Error('ENGINES, ENGINE_URL: set one of them; ENGINE_URL is for a single engine.');
  return several ?? (one === undefined ? undefined : parseEngines(one));
};

const readRunning = ({ dataDir }: Settings): Partial<Config> => {
  try {
    const { engineUrl, ...running } = JSON.parse(readFileSync(runningServicesFile(dataDir), 'utf8')) as RunningServices;
    return { ...running, engines: parseEngines(engineUrl) };
  } catch {
    return {};
  }
};

/** Treats an empty variable as not set. */
const withoutUnset = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== '')) as T;
