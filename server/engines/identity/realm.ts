import { limits } from '#contract/rules/limits.ts';
import { realmPathOf, type Config } from '#server/kernel/config.ts';
import type { Brand } from '#contract/rules/brand.ts';
import type { Kernel } from '#server/kernel/kernel.ts';

/** What the embedded identity provider needs from the portal. */
export type IdentityKernel = Pick<Kernel, 'config' | 'db' | 'clock' | 'log' | 'mail' | 'jobs' | 'secrets'> & {
  brand: Brand;
  /** Whether anyone may register, or only people with a pending invitation. */
  registration: () => Promise<'everyone' | 'invited'>;
  /** Whether the portal requires a second factor of this person. */
  needsSecondFactor: (person: { id: string; email: string }) => Promise<boolean>;
};

/**
 * The realm that all brands had: where its paths still answer for scripts and links of that time, and the names of its
 * clients.
 */
export const formerRealm = { path: '/realms/skywave', brand: 'skywave' } as const;

/** Lifetimes in seconds; that of access tokens is configured (ACCESS_TOKEN_SECONDS). */
export const lifetime = {
  code: 60,
  interaction: 3600,
  /** From sign-in, however often it is used. */
  session: limits.sessionDays * 24 * 3600,
  /** For scripts, from sign-in; short, as they have the password. */
  scriptSession: 3600,
  registration: 24 * 3600,
  reset: 3600,
  email: 24 * 3600,
} as const;

type RealmClients = { portal: string; scripts: string };

/** The clients of the realm, and those of the former one: the page's, and the one by which scripts sign in. */
export const clientsOf = ({ brand }: Pick<Config, 'brand'>): RealmClients[] =>
  [...new Set([brand, formerRealm.brand])].map((name) => ({ portal: name, scripts: `${name}-cli` }));

/** Whether scripts sign in by this client. */
export const isScripts = (config: Pick<Config, 'brand'>, clientId: string | undefined): boolean =>
  clientsOf(config).some(({ scripts }) => scripts === clientId);

/** The issuer of the embedded provider's tokens. */
export const issuerOf = (config: Pick<Config, 'publicUrl' | 'brand'>): string =>
  `${config.publicUrl}${realmPathOf(config)}`;

/** The audience of access tokens, required when verifying a bearer token. */
export const audienceOf = (config: Pick<Config, 'publicUrl' | 'oidcAudience'>): string =>
  config.oidcAudience ?? `${originOf(config)}/v1`;

export const originOf = (config: Pick<Config, 'publicUrl'>): string => new URL(config.publicUrl).origin;

const loopbacks = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The origins of this portal: PUBLIC_URL's and, if that is a loopback name, the other loopback names at the
 * same port.
 */
export const portalOrigins = (config: Pick<Config, 'publicUrl'>): string[] => {
  const own = new URL(config.publicUrl);
  if (!loopbacks.includes(own.hostname)) return [own.origin];
  const port = own.port === '' ? '' : `:${own.port}`;
  return [...new Set([own.origin, ...loopbacks.map((name) => `${own.protocol}//${name}${port}`)])];
};
