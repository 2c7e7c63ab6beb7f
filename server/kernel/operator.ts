import ipaddr from 'ipaddr.js';
import * as z from 'zod/mini';
import { limits } from '#contract/rules/limits.ts';
import { parseEngines } from './fleet.ts';

const wholeNumber = (from: number, to: number, what: string) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, `is not ${what}`)),
    z.pipe(z.transform(Number), z.number().check(z.minimum(from, `is not ${what}`), z.maximum(to, `is not ${what}`))),
  );
const share = z.pipe(
  z.string().check(z.regex(/^(0?\.\d{1,6}|[01](\.0*)?)$/, 'is not a share from 0 to 1')),
  z.transform(Number),
);
const port = wholeNumber(1, 65_534, 'a port (1 to 65534)');

const address = (protocols: string[]) =>
  z.string().check(
    z.refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
      error: `is not a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      abort: true,
    }),
    z.refine(hasReadableUser, { error: 'has a user or password in which a "%" is not followed by two hex digits' }),
  );
const hasReadableUser = (text: string): boolean => {
  const { username, password } = new URL(text);
  return !/%(?![0-9a-f]{2})/i.test(username + password);
};
const withHost = (protocols: string[]) =>
  address(protocols).check(z.refine((text) => new URL(text).hostname !== '', { error: 'has no host' }));
/** A base URL for paths. */
const base = z.pipe(
  address(['http:', 'https:']).check(
    z.refine((text) => !/[?#]/.test(text), { error: 'contains a "?" or "#", so no path can be appended' }),
  ),
  z.transform((text: string) => text.replace(/\/+$/, '')),
);
/** Streaming engines, as `name@url` or `url`. */
const engines = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string) => parseEngines(text)),
    z.array(z.object({ id: z.string(), url: base })).check(
      z.refine((all) => all.length > 0, { error: 'names no engine' }),
      z.refine((all) => all.every(({ id }) => /^[\w.:[\]-]{1,100}$/.test(id)), {
        error: 'has a name that is not letters, digits, dots, dashes or underscores',
      }),
      z.refine((all) => new Set(all.map(({ id }) => id)).size === all.length, { error: 'names an engine twice' }),
      z.refine((all) => new Set(all.map(({ url }) => url)).size === all.length, { error: 'has a URL twice' }),
    ),
  ),
);
const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `is not one of ${values.join(', ')}` });
/** A name, key or token: text without spaces. */
const word = z.string().check(z.regex(/^[^\s\p{Cc}]+$/u, 'contains a blank or a control character'));
const mail = z.string().check(z.regex(/^[^@\s]+@[^@\s]+$/, 'is not an e-mail address'));

const addresses = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string) => text.split(/[\s,]+/).filter((entry) => entry !== '')),
    z.array(z.string()).check(
      z.refine((entries) => entries.every((entry) => ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry)), {
        error: 'contains something that is neither an IP address nor a network (10.0.0.0/8)',
      }),
    ),
  ),
);

/** The operator's settings by environment variables; see the table in the README. */
export const Operator = z.object({
  PORT: z._default(port, 8080),
  STREAM_PORT: z._default(port, 8000),
  DATA_DIR: z._default(z.string(), './data'),
  PUBLIC_URL: z.optional(base),
  STREAM_URL: z.optional(base),
  HLS_BASE_URL: z.optional(base),
  DELIVERY_URL: z.optional(base),
  DELIVERY_PORT: z.optional(port),
  DELIVERY_WORKERS: z.optional(wholeNumber(1, 64, 'a number from 1 to 64')),
  BRAND: z._default(oneOf(['skywave', 'beacon', 'chorus']), 'skywave'),
  ADMIN_EMAIL: z.optional(mail),
  ADMIN_PASSWORD: z.optional(
    z
      .string()
      .check(
        z.minLength(limits.passwordMin, `has fewer than ${String(limits.passwordMin)} characters`),
        z.maxLength(limits.passwordMax, `has more than ${String(limits.passwordMax)} characters`),
      ),
  ),
  DATABASE_URL: z.optional(address(['postgres:', 'postgresql:'])),
  DATABASE_DIRECT_URL: z.optional(address(['postgres:', 'postgresql:'])),
  DATABASE_PREPARED: z._default(oneOf(['on', 'off']), 'on'),
  DRAIN_SECONDS: z._default(wholeNumber(0, 300, 'a number of seconds from 0 to 300'), 0),
  CLICKHOUSE_URL: z.optional(base),
  CLICKHOUSE_CLUSTER: z._default(oneOf(['on', 'off']), 'off'),
  METRICS_PORT: z.optional(port),
  METRICS_HOST: z._default(word, '127.0.0.1'),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, 'has fewer than 16 characters'))),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(base),
  OTEL_TRACES_SAMPLER_ARG: z._default(share, 1),
  OIDC_ISSUER: z.optional(base),
  OIDC_CLIENT_ID: z.optional(word),
  OIDC_AUDIENCE: z.optional(word),
  OIDC_ADMIN_CLIENT_ID: z.optional(word),
  OIDC_ADMIN_CLIENT_SECRET: z.optional(word),
  PASSWORD_GRANT: z._default(oneOf(['on', 'off']), 'off'),
  ACCESS_TOKEN_SECONDS: z._default(wholeNumber(5, 3600, 'a number of seconds from 5 to 3600'), 300),
  S3_ENDPOINT: z.optional(base),
  S3_BUCKET: z.optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'is not a valid bucket name'))),
  MEDIA_URL: z.optional(base),
  S3_REGION: z._default(word, 'us-east-1'),
  S3_ACCESS_KEY: z.optional(word),
  S3_SECRET_KEY: z.optional(word),
  SMTP_URL: z.optional(withHost(['smtp:', 'smtps:'])),
  TRUSTED_PROXIES: z._default(addresses, []),
  SECURITY_CONTACT: z.optional(
    z.string().check(z.regex(/^(mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/, 'begins with neither mailto: nor https://')),
  ),
  OUTBOUND_ALLOW_PRIVATE: z._default(addresses, []),
  ENGINE_ALLOW_PRIVATE: z._default(addresses, []),
  TLS_CERT: z.optional(z.string()),
  TLS_KEY: z.optional(z.string()),
  MAX_ADAPT: z.optional(wholeNumber(0, 10_000, 'a number from 0 to 10000')),
  MIN_FREE_DISK: z.optional(wholeNumber(0, 2 ** 50, 'a number of bytes')),
  WEBSUB_HUB: z.optional(address(['http:', 'https:'])),
  PODPING_URL: z.optional(address(['http:', 'https:'])),
  PODPING_TOKEN: z.optional(word),
  CALLS: z._default(oneOf(['on', 'off']), 'on'),
  MAX_AUTOMATION: z.optional(wholeNumber(0, 10_000, 'a number from 0 to 10000')),
  LOGGER_MAX_GB: z.optional(wholeNumber(0, 1_000_000, 'a number of gigabytes from 0 to 1000000')),
  MEDIA_CACHE_GB: z.optional(wholeNumber(0, 1_000_000, 'a number of gigabytes from 0 to 1000000')),
  STRIPE_SECRET_KEY: z.optional(
    z.string().check(z.regex(/^(sk|rk)_(test|live)_\w+$/, 'is not a secret key of Stripe (sk_live_…, sk_test_…)')),
  ),
  STRIPE_WEBHOOK_SECRET: z.optional(
    z.string().check(z.regex(/^whsec_\w+(,whsec_\w+)?$/, 'is neither one nor two signing secrets (whsec_…,whsec_…)')),
  ),
  STRIPE_TAX: z._default(oneOf(['none', 'automatic']), 'none'),
  STRIPE_PORTAL_CONFIGURATION: z.optional(word),
  ENGINE_URL: z.optional(base),
  ENGINES: z.optional(engines),
  ENGINE_TOKEN: z.optional(z.string().check(z.minLength(16, 'has fewer than 16 characters'))),
});
