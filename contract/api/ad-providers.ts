import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { text } from '../rules/listing.ts';
import { webAddress } from '../rules/web-address.ts';

const portalProviderPaths = ['portal/ad-providers', 'accounts/*/ad-providers', 'accounts/*/campaigns/**'] as const;
const providerPaths = ['accounts/{id}/ad-providers', 'accounts/{id}/campaigns/**'] as const;

/*
 * Ad servers that provide spots by VAST: those of an account, and those of the portal for all accounts. The portal asks
 * them ahead of a break, for single listeners or for nobody in particular; nothing in the sound waits for them.
 */

const flag = 'advertising';
const ProviderId = { providerId: z.uuid('Not the ID of an ad server.') };

/** For whose listeners an ad server may be asked: not those in the EEA, Switzerland and the United Kingdom, or all. */
export const providerConsents = {
  outsideEurope: 'Not in the EEA, Switzerland and the United Kingdom',
  everywhere: 'Everywhere: listeners have consented where the law requires it',
} as const;
export const ProviderConsent = z.enum(
  Object.keys(providerConsents) as [keyof typeof providerConsents, ...(keyof typeof providerConsents)[]],
);
export type ProviderConsent = z.infer<typeof ProviderConsent>;

/** How an ad server is asked: for each listener, or ahead for nobody in particular. */
export const providerModes = {
  listener: 'For each listener, after some seconds of listening',
  pool: 'Ahead, by country, without naming any listener: only if its operator agrees',
} as const;
export const ProviderMode = z.enum(
  Object.keys(providerModes) as [keyof typeof providerModes, ...(keyof typeof providerModes)[]],
);
export type ProviderMode = z.infer<typeof ProviderMode>;

/** Why an answer of an ad server was not used. */
export const providerRefusals = {
  address: 'Its address is not a public web address',
  redirects: 'It redirects too often',
  slow: 'It did not answer within a second',
  unreachable: 'It could not be reached',
  status: 'It answered with an error',
  large: 'Its answer is too large',
  markup: 'Its answer is not well-formed XML',
  entities: 'Its answer declares entities',
  vast: 'Its answer is not VAST',
  wrappers: 'It refers to other ad servers more than three times',
  loop: 'It refers to itself',
  media: 'It names no audio file that can be played',
  length: 'Its spot is longer than 30 seconds',
  unseen: 'Its spot is new, and is being prepared for the next time (VAST error 407)',
  unplayable: 'Its spot could not be prepared',
} as const;
export type ProviderRefusal = keyof typeof providerRefusals;
export const providerRefusalIds = Object.keys(providerRefusals) as [ProviderRefusal, ...ProviderRefusal[]];

export const NewAdProvider = z.object({
  name: text(80).check(z.minLength(1, 'Please enter a name.')),
  /** The VAST tag; may contain macros of VAST 4.x like `[CACHEBUSTING]`. */
  tagUrl: webAddress('tag').check(z.minLength(1, 'Please enter the address of the tag.')),
  enabled: z._default(z.boolean(), false),
  consent: z._default(ProviderConsent, 'outsideEurope'),
  mode: z._default(ProviderMode, 'listener'),
});
export type NewAdProvider = z.infer<typeof NewAdProvider>;

/** Of the last 7 days. */
const ProviderUse = z.object({
  requests: z.number(),
  /** Answers with a spot that was ready, and answers without any. */
  tickets: z.number(),
  empty: z.number(),
  impressions: z.number(),
  /** Reports that the ad server got, and those that could not be delivered. */
  reported: z.number(),
  unreported: z.number(),
  refused: z.array(z.object({ reason: z.enum(providerRefusalIds), count: z.number() })),
});

export const AdProvider = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Of the portal, for all accounts. */
  shared: z.boolean(),
  /** Null where only the portal may see it. */
  tagUrl: z.nullable(z.string()),
  enabled: z.boolean(),
  consent: ProviderConsent,
  mode: ProviderMode,
  /** Campaigns that ask it; an account sees its own. */
  usedBy: z.number(),
  /** Null where only the portal may see it: it is of all accounts. */
  use: z.nullable(ProviderUse),
});
export type AdProvider = z.infer<typeof AdProvider>;

/** What an ad server answered to a trial, which names no listener and reports nothing. */
export const TriedProvider = z.object({
  outcome: z.enum(['spot', 'empty', 'refused']),
  reason: z.nullable(z.enum(providerRefusalIds)),
  /** How often it referred to another ad server. */
  wrappers: z.number(),
  milliseconds: z.number(),
  spot: z.nullable(z.object({ id: z.string(), seconds: z.nullable(z.number()), type: z.string(), host: z.string() })),
});
export type TriedProvider = z.infer<typeof TriedProvider>;

const rateLimit = { max: 30, seconds: 60 } as const;

export const adProviders = {
  ofPortal: endpoint('GET portal/ad-providers', {
    flag,
    access: 'portal.read',
    summary: 'The ad servers of the portal, which all accounts can use: at most 50',
    returns: z.array(AdProvider),
    spec: 'own',
  }),
  createForPortal: endpoint('POST portal/ad-providers', {
    flag,
    access: 'portal.write',
    summary: 'Add an ad server for all accounts',
    body: NewAdProvider,
    returns: AdProvider,
    status: 201,
    idempotent: true,
    spec: 'own',
    changes: portalProviderPaths,
  }),
  changeForPortal: endpoint('PUT portal/ad-providers/{providerId}', {
    flag,
    access: 'portal.write',
    summary: 'Change an ad server of the portal',
    params: ProviderId,
    body: NewAdProvider,
    returns: AdProvider,
    spec: 'own',
    changes: portalProviderPaths,
  }),
  removeForPortal: endpoint('DELETE portal/ad-providers/{providerId}', {
    flag,
    access: 'portal.write',
    summary: 'Delete an ad server of the portal that no campaign asks',
    params: ProviderId,
    spec: 'own',
    changes: portalProviderPaths,
  }),
  tryForPortal: endpoint('POST portal/ad-providers/{providerId}/trial', {
    flag,
    access: 'portal.write',
    summary: 'Ask an ad server of the portal once, for no listener',
    params: ProviderId,
    audit: false,
    returns: TriedProvider,
    rateLimit,
    spec: 'own',
    changes: { none: 'The page shows the reply.' },
  }),
  list: endpoint('GET accounts/{id}/ad-providers', {
    flag,
    access: 'account.readCampaigns',
    summary: 'The ad servers that an account can use: its own, and those of the portal that are on',
    returns: z.array(AdProvider),
    spec: 'own',
  }),
  create: endpoint('POST accounts/{id}/ad-providers', {
    flag,
    access: 'account.writeCampaigns',
    summary: 'Add an ad server of the account',
    body: NewAdProvider,
    returns: AdProvider,
    status: 201,
    idempotent: true,
    spec: 'own',
    changes: providerPaths,
  }),
  change: endpoint('PUT accounts/{id}/ad-providers/{providerId}', {
    flag,
    access: 'account.writeCampaigns',
    summary: 'Change an ad server of the account',
    params: ProviderId,
    body: NewAdProvider,
    returns: AdProvider,
    spec: 'own',
    changes: providerPaths,
  }),
  remove: endpoint('DELETE accounts/{id}/ad-providers/{providerId}', {
    flag,
    access: 'account.writeCampaigns',
    summary: 'Delete an ad server of the account that no campaign asks',
    params: ProviderId,
    spec: 'own',
    changes: providerPaths,
  }),
  try: endpoint('POST accounts/{id}/ad-providers/{providerId}/trial', {
    flag,
    access: 'account.writeCampaigns',
    summary: 'Ask an ad server of the account once, for no listener',
    params: ProviderId,
    audit: false,
    returns: TriedProvider,
    rateLimit,
    spec: 'own',
    changes: { none: 'The page shows the reply.' },
  }),
};
