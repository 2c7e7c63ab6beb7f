import { limits } from '#contract/limits.ts';
import type { Config } from '#server/kernel/config.ts';
import type { Brand } from '#contract/brand.ts';
import type { Kernel } from '#server/kernel/kernel.ts';

/** What the embedded identity provider needs of the portal. */
export type IdentityKernel = Pick<Kernel, 'config' | 'db' | 'clock' | 'log' | 'mail' | 'jobs' | 'secrets'> & {
  brand: Brand;
  /** Whether anybody may register, or only who has a pending invitation. */
  registration: () => Promise<'everyone' | 'invited'>;
  /** Whether the portal lets this person in with a second factor only. */
  needsSecondFactor: (person: { id: string; email: string }) => Promise<boolean>;
};

/** Where the realm is mounted: laid out as Keycloak lays out a realm, so that one replaces the other. */
export const realmPath = '/realms/skywave';

/** Lifetimes in seconds; an access token's is the operator's (ACCESS_TOKEN_SECONDS). */
export const lifetime = {
  code: 60,
  interaction: 3600,
  /** From the sign-in on, however often it is used. */
  session: limits.sessionDays * 24 * 3600,
  /** Of scripts, from their sign-in on: they have the password. */
  scriptSession: 3600,
  registration: 24 * 3600,
  reset: 3600,
  email: 24 * 3600,
} as const;

export const clients = { portal: 'skywave', scripts: 'skywave-cli' } as const;

/** The issuer of the embedded provider's tokens. */
export const issuerOf = (config: Pick<Config, 'publicUrl'>): string => `${config.publicUrl}${realmPath}`;

/** The audience of access tokens: who verifies a bearer asks for this one. */
export const audienceOf = (config: Pick<Config, 'publicUrl' | 'oidcAudience'>): string =>
  config.oidcAudience ?? `${originOf(config)}/v1`;

export const originOf = (config: Pick<Config, 'publicUrl'>): string => new URL(config.publicUrl).origin;

const loopbacks = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The origins that are this portal: PUBLIC_URL's own, and where that is a loopback name, the other names of
 * this machine at the same port.
 */
export const portalOrigins = (config: Pick<Config, 'publicUrl'>): string[] => {
  const own = new URL(config.publicUrl);
  if (!loopbacks.includes(own.hostname)) return [own.origin];
  const port = own.port === '' ? '' : `:${own.port}`;
  return [...new Set([own.origin, ...loopbacks.map((name) => `${own.protocol}//${name}${port}`)])];
};
