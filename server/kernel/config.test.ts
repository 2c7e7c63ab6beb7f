import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig, readSettings, runningServicesFile } from './config.ts';

test('works without any setting, and treats empty variables as not set', () => {
  const settings = readSettings({ PORT: '', SMTP_URL: '' });
  expect(settings).toMatchObject({
    port: 8080,
    publicUrl: 'http://localhost:8080',
    streamUrl: 'http://localhost:8000',
    oidcIssuer: 'http://localhost:8080/realms/skywave',
    embeddedIdentity: true,
    passwordGrant: false,
    accessTokenSeconds: 300,
    smtpUrl: undefined,
  });
});

test('derives the URLs from PUBLIC_URL, without a trailing slash', () => {
  const settings = readSettings({ PUBLIC_URL: 'https://radio.example/', STREAM_PORT: '9000' });
  expect(settings.publicUrl).toBe('https://radio.example');
  expect(settings.streamUrl).toBe('http://radio.example:9000');
  expect(settings.oidcIssuer).toBe('https://radio.example/realms/skywave');
});

test('names the realm and its client after the brand, unless the provider is another', () => {
  expect(readSettings({ BRAND: 'beacon' })).toMatchObject({
    oidcIssuer: 'http://localhost:8080/realms/beacon',
    oidcClientId: 'beacon',
  });
  const issuer = { BRAND: 'beacon', OIDC_ISSUER: 'https://id.example/realms/radio' };
  expect(readSettings(issuer).oidcClientId).toBe('skywave');
  expect(readSettings({ ...issuer, OIDC_CLIENT_ID: 'page' }).oidcClientId).toBe('page');
});

test.each([
  [
    { S3_BUCKET: 'files' },
    'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY must be set together, but S3_ENDPOINT is not set.',
  ],
  [
    { OIDC_ADMIN_CLIENT_ID: 'admin', OIDC_ISSUER: 'https://id.test/realms/radio' },
    'OIDC_ADMIN_CLIENT_ID, OIDC_ADMIN_CLIENT_SECRET must be set together, but OIDC_ADMIN_CLIENT_SECRET is not set.',
  ],
  [{ OIDC_ADMIN_CLIENT_ID: 'admin', OIDC_ADMIN_CLIENT_SECRET: 's' }, 'OIDC_ISSUER must be the URL of a realm'],
])('names the problem in %o', (env, message) => {
  expect(() => readSettings(env)).toThrow(message);
});

test('derives Keycloak’s admin URL from its realm', () => {
  const env = {
    OIDC_ISSUER: 'https://id.test/realms/radio/',
    OIDC_ADMIN_CLIENT_ID: 'a',
    OIDC_ADMIN_CLIENT_SECRET: 's',
  };
  expect(readSettings(env)).toMatchObject({
    oidcIssuer: 'https://id.test/realms/radio',
    oidcAdmin: { clientId: 'a', clientSecret: 's' },
    embeddedIdentity: false,
  });
  expect(readSettings({}).oidcAdmin).toBeUndefined();
});

test('never repeats a secret in an error', () => {
  expect(() => readSettings({ DATABASE_URL: 'mysql://root:hunter2@db' })).toThrow(/^DATABASE_URL: its value is not/);
  expect(() => readSettings({ ADMIN_PASSWORD: 'nine char' })).toThrow(
    /^ADMIN_PASSWORD: its value has fewer than 10 characters/,
  );
});

test('finds the embedded services of DATA_DIR, but prefers the operator’s', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'skywave-config-'));
  expect(() => readConfig({ DATA_DIR: dataDir })).toThrow(/DATABASE_URL is not set/);
  const embedded = {
    databaseUrl: 'postgres://a@127.0.0.1:1/b',
    clickhouseUrl: 'http://127.0.0.1:2',
    engineUrl: 'http://127.0.0.1:3',
    engineToken: 'a-token-of-the-engine',
  };
  mkdirSync(dirname(runningServicesFile(dataDir)));
  writeFileSync(runningServicesFile(dataDir), JSON.stringify(embedded));
  const { engineUrl, ...others } = embedded;
  expect(readConfig({ DATA_DIR: dataDir })).toMatchObject({
    ...others,
    engines: [{ id: '127.0.0.1:3', url: engineUrl }],
  });
  expect(readConfig({ DATA_DIR: dataDir, CLICKHOUSE_URL: 'http://own:8123' }).clickhouseUrl).toBe('http://own:8123');
  rmSync(dataDir, { recursive: true });
});
