import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { readSettings } from './config.ts';
import { Operator } from './operator.ts';

type Name = keyof z.infer<typeof Operator>;
type Wrong = { value: string; says: string; with?: Partial<Record<Name, string>> };

const noPort = 'is not a port (1 to 65534)';
const notHttpUrl = 'its value is not a URL that begins with http:// or https://';
const blank = 'its value contains a blank or a control character';
const here = import.meta.filename;

/** Invalid values of each setting; a new setting without an entry doesn't compile. */
const wrong: Record<Name, Wrong[]> = {
  PORT: [
    { value: 'eighty', says: `"eighty" ${noPort}` },
    { value: '0', says: `"0" ${noPort}` },
  ],
  STREAM_PORT: [{ value: '70000', says: `"70000" ${noPort}` }],
  DATA_DIR: [{ value: join(here, 'data'), says: `"${here}" is a file, but must be a folder` }],
  PUBLIC_URL: [
    { value: 'radio.example', says: notHttpUrl },
    { value: 'https://radio.example/?a=b', says: 'its value contains a "?" or "#"' },
  ],
  STREAM_URL: [{ value: 'icecast://radio.example', says: notHttpUrl }],
  HLS_BASE_URL: [{ value: 'cdn.example', says: notHttpUrl }],
  DELIVERY_URL: [{ value: '//radio.example', says: notHttpUrl }],
  DELIVERY_PORT: [{ value: '-1', says: `"-1" ${noPort}` }],
  DELIVERY_WORKERS: [{ value: '65', says: '"65" is not a number from 1 to 64' }],
  BRAND: [{ value: 'foo', says: '"foo" is not one of skywave, beacon, chorus' }],
  ADMIN_EMAIL: [{ value: 'nobody', says: '"nobody" is not an e-mail address' }],
  ADMIN_PASSWORD: [{ value: 'short', says: 'its value has fewer than' }],
  DATABASE_URL: [
    { value: 'mysql://root:hunter2@db', says: 'its value is not a URL that begins with postgres://' },
    { value: 'postgres://me:50%off@db/skywave', says: 'its value has a user or password in which a "%"' },
  ],
  DATABASE_DIRECT_URL: [{ value: 'mysql://db', says: 'its value is not a URL that begins with postgres://' }],
  DATABASE_PREPARED: [{ value: 'no', says: '"no" is not one of on, off' }],
  DRAIN_SECONDS: [{ value: 'soon', says: '"soon" is not a number of seconds' }],
  CLICKHOUSE_URL: [{ value: 'clickhouse://db:9000', says: notHttpUrl }],
  CLICKHOUSE_CLUSTER: [
    { value: 'two', says: '"two" is not one of on, off' },
    { value: 'on', says: 'CLICKHOUSE_CLUSTER is for a cluster at CLICKHOUSE_URL, which is not set' },
  ],
  METRICS_PORT: [{ value: '0', says: `"0" ${noPort}` }],
  METRICS_HOST: [
    { value: 'my host', says: '"my host" contains a blank' },
    { value: '0.0.0.0', with: { METRICS_PORT: '9464' }, says: 'METRICS_TOKEN must be set' },
  ],
  METRICS_TOKEN: [{ value: 'short', says: 'its value has fewer than 16 characters' }],
  OTEL_EXPORTER_OTLP_ENDPOINT: [{ value: 'collector:4318', says: 'is not a URL that begins with http' }],
  OTEL_TRACES_SAMPLER_ARG: [{ value: '10', says: '"10" is not a share from 0 to 1' }],
  OIDC_ISSUER: [{ value: 'id.example', says: '"id.example" is not a URL that begins with http' }],
  OIDC_CLIENT_ID: [{ value: 'my client', says: '"my client" contains a blank' }],
  OIDC_AUDIENCE: [{ value: 'my api', says: '"my api" contains a blank' }],
  OIDC_ADMIN_CLIENT_ID: [{ value: 'an admin', says: '"an admin" contains a blank' }],
  OIDC_ADMIN_CLIENT_SECRET: [{ value: 'a secret', says: blank }],
  PASSWORD_GRANT: [{ value: 'no', says: '"no" is not one of on, off' }],
  ACCESS_TOKEN_SECONDS: [{ value: '4', says: 'its value is not a number of seconds from 5 to 3600' }],
  S3_ENDPOINT: [{ value: 's3.example', says: '"s3.example" is not a URL that begins with http' }],
  S3_BUCKET: [{ value: 'Not_A_Bucket', says: '"Not_A_Bucket" is not a valid bucket name' }],
  S3_REGION: [{ value: 'eu west', says: 'S3_REGION' }],
  S3_ACCESS_KEY: [{ value: 'a key', says: 'contains a blank' }],
  S3_SECRET_KEY: [{ value: 'a key', says: blank }],
  MEDIA_URL: [{ value: 'portal.example', says: notHttpUrl }],
  SMTP_URL: [
    { value: 'mail.example:587', says: 'its value is not a URL that begins with smtp:// or smtps://' },
    { value: 'smtp://', says: 'its value has no host' },
    { value: 'smtp://me:100%@mail.example', says: 'its value has a user or password in which a "%"' },
  ],
  TRUSTED_PROXIES: [{ value: '10.0.0.0/8, proxy', says: '"10.0.0.0/8, proxy" contains something that is neither' }],
  SECURITY_CONTACT: [{ value: 'me@radio.example', says: 'begins with neither mailto: nor https://' }],
  OUTBOUND_ALLOW_PRIVATE: [{ value: '10.0.0.0/33', says: '"10.0.0.0/33" contains something that is neither' }],
  ENGINE_ALLOW_PRIVATE: [{ value: 'studio', says: '"studio" contains something that is neither' }],
  TLS_CERT: [
    { value: '/missing.pem', with: { TLS_KEY: here }, says: 'the file "/missing.pem" cannot be read' },
    { value: here, says: 'TLS_CERT, TLS_KEY must be set together, but TLS_KEY is not set' },
    { value: here, with: { TLS_KEY: here }, says: 'not a PEM certificate with its key' },
  ],
  TLS_KEY: [{ value: '/missing.key', with: { TLS_CERT: here }, says: 'the file "/missing.key" cannot be read' }],
  MAX_ADAPT: [{ value: 'many', says: '"many" is not a number from 0 to 10000' }],
  CALLS: [{ value: 'yes', says: '"yes" is not one of on, off' }],
  MIN_FREE_DISK: [{ value: 'much', says: '"much" is not a number of bytes' }],
  MAX_AUTOMATION: [{ value: '-1', says: '"-1" is not a number from 0 to 10000' }],
  MEDIA_CACHE_GB: [{ value: 'all', says: '"all" is not a number of gigabytes' }],
  LOGGER_MAX_GB: [{ value: '1.5', says: '"1.5" is not a number of gigabytes' }],
  WEBSUB_HUB: [{ value: 'hub.example', says: 'is not a URL that begins with http' }],
  PODPING_URL: [{ value: 'podping.example', says: notHttpUrl }],
  PODPING_TOKEN: [{ value: 'a token', says: blank }],
  STRIPE_SECRET_KEY: [{ value: 'pk_live_abc', says: 'its value is not a secret key of Stripe' }],
  STRIPE_WEBHOOK_SECRET: [{ value: 'secret', says: 'its value is neither one nor two signing secrets' }],
  STRIPE_TAX: [{ value: 'always', says: '"always" is not one of none, automatic' }],
  STRIPE_PORTAL_CONFIGURATION: [{ value: 'bpc 1', says: '"bpc 1" contains a blank' }],
  ENGINE_URL: [{ value: '127.0.0.1:8700', says: notHttpUrl }],
  ENGINES: [
    { value: 'one@127.0.0.1:8700', says: notHttpUrl },
    { value: ',', says: 'names no engine' },
    { value: 'one@http://a:8700,one@http://b:8700', says: 'names an engine twice' },
    { value: 'one@http://a:8700,two@http://a:8700', says: 'has a URL twice' },
    { value: 'the one&@http://a:8700', says: notHttpUrl },
  ],
  ENGINE_TOKEN: [{ value: 'short', says: 'its value has fewer than 16 characters' }],
};

const cases = Object.entries(wrong).flatMap(([name, all]) => all.map((one) => ({ name, ...one })));

test('every setting has an invalid value here', () => {
  expect(Object.keys(wrong).toSorted()).toEqual(Object.keys(Operator.shape).toSorted());
});

test.each(cases)("$name=$value is refused with the setting's name", ({ name, value, says, with: others = {} }) => {
  const problem = messageOf(() => readSettings({ ...others, [name]: value }));
  expect(problem).toContain(name);
  expect(problem).toContain(says);
});

test('reading the settings creates no folder', () => {
  const folder = join(import.meta.dirname, 'never-made');
  readSettings({ DATA_DIR: folder });
  expect(existsSync(folder)).toBe(false);
});

const messageOf = (attempt: () => unknown): string => {
  try {
    attempt();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('It was accepted.');
};
