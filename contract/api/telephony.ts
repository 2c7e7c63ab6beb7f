import * as z from 'zod/mini';
import { PhoneNumber } from '../engine/engine-calls.ts';
import { endpoint } from './http.ts';
import { StationKey } from '../rules/keys.ts';
import { limits } from '../rules/limits.ts';
import { Country, text } from '../rules/listing.ts';

/*
 * Call-to-listen: a station's phone numbers, which it asks for, and the welcome prompt that its callers hear first. The prompt
 * belongs to the call-control service at /calls (spec §7), which takes a token of one station instead of a session.
 */

/** What became of a station's request for a phone number. */
export const lineStatuses = ['request_pending', 'enabled', 'refused'] as const;
export type LineStatus = (typeof lineStatuses)[number];

/** Spec §3 "Call-to-listen": exactly one of a station's numbers is the main one. */
export const StationNumber = z.object({
  did: PhoneNumber,
  main: z.boolean(),
  /** For people: +1 202 555 0100. */
  display: z.string(),
  /** ISO 3166, '' where unknown. */
  country: z.string(),
  /** Rings only on the machine of the portal. */
  sandbox: z.boolean(),
});
export type StationNumber = z.infer<typeof StationNumber>;

export const WelcomePrompt = z.object({
  /** The name of the uploaded file. */
  name: z.string(),
  ms: z.number(),
  /** Whether the file was longer, so that it fades out at 60 s. */
  cut: z.boolean(),
  uploaded: z.string(),
});
export type WelcomePrompt = z.infer<typeof WelcomePrompt>;

/** The phone numbers of a station and its prompt. */
export const StationLine = z.object({
  numbers: z.array(StationNumber),
  /** The SIP address of the main number, e.g. sip:+12025550100@calls.example.com. */
  sip: z.nullable(z.string()),
  /** No carrier is connected: numbers ring only on the machine of the portal. */
  sandbox: z.boolean(),
  /** Callers now. */
  calling: z.number(),
  prompt: z.nullable(WelcomePrompt),
});
export type StationLine = z.infer<typeof StationLine>;

/** A station's request for a phone number, and the countries that numbers are free in. */
export const LineRequest = z.object({
  /** Whether the station's plan, or its own add-on, includes phone numbers. */
  allowed: z.boolean(),
  /** Null before the first request. */
  status: z.nullable(z.enum(lineStatuses)),
  requested: z.nullable(z.string()),
  /** The country asked for; '' for any. */
  country: z.string(),
  note: z.string(),
  /** Why it was refused. */
  reason: z.string(),
  /** The plan no longer includes phone numbers: when the station loses its own. */
  ends: z.nullable(z.string()),
  countries: z.array(z.object({ iso: z.string(), name: z.string(), free: z.number() })),
  sandbox: z.boolean(),
});
export type LineRequest = z.infer<typeof LineRequest>;

/** The request for a phone number in a country, or any; `disable` gives back all numbers at once. */
export const LineAction = z.object({
  action: z.enum(['enable', 'disable']),
  country: z._default(Country, ''),
  note: z._default(text(500), ''),
});

const CtlStation = z.object({
  key: StationKey,
  name: z.string(),
  status: LineRequest.shape.status,
  numbers: z.array(z.object({ did: PhoneNumber, main: z.boolean() })),
});

export const telephony = {
  stations: endpoint('GET accounts/{id}/ctlstations', {
    access: 'account.readAnalytics',
    summary: 'The stations of an account with their phone numbers, those that have one first',
    returns: z.object({ entities: z.array(CtlStation) }),
  }),
  line: endpoint('GET stations/{id}/ctl/toolsdids', {
    access: 'station.readSettings',
    summary: "A station's phone numbers, its welcome prompt and how many are calling",
    returns: StationLine,
  }),
  request: endpoint('GET stations/{key}/ctlRequest', {
    access: 'station.readSettings',
    summary: "A station's request for a phone number",
    returns: LineRequest,
  }),
  setRequest: endpoint('POST stations/{key}/ctlRequest', {
    access: 'station.update',
    summary: 'Ask for a phone number, or give back all numbers of a station',
    body: LineAction,
    returns: LineRequest,
    rateLimit: { max: 200, seconds: 3600 },
    changes: ['stations/{key}/ctl/toolsdids'],
  }),
  token: endpoint('GET stations/{key}/ctl/auth_token', {
    seeAs: false,
    access: 'station.update',
    summary: 'The token of the call-control service, for one station and 15 minutes',
    returns: z.object({ stationId: StationKey, token: z.string() }),
  }),
  setPrompt: endpoint('PUT stations/{key}/welcome-prompt', {
    base: 'calls',
    access: 'token:ctl',
    summary: 'Upload what callers hear before the station, at most 60 s of it; Location is its audio',
    form: { file: { field: 'file', maxBytes: limits.promptMaxBytes, tooLarge: 'prompt.tooLarge' } },
    returns: z.object({ stationId: StationKey, ms: z.number(), cut: z.boolean() }),
    rateLimit: { max: 20, seconds: 60 },
    changes: ['stations/{key}/ctl/toolsdids'],
  }),
  hasPrompt: endpoint('HEAD stations/{key}/welcome-prompt', {
    base: 'calls',
    access: 'token:ctl',
    summary: 'Where the audio of the welcome prompt is, in Location; 404 without one',
    status: 200,
  }),
  removePrompt: endpoint('DELETE stations/{key}/welcome-prompt', {
    base: 'calls',
    access: 'token:ctl',
    summary: 'Remove the welcome prompt: callers hear the station at once',
    spec: 'own',
    changes: ['stations/{key}/ctl/toolsdids'],
  }),
  listen: endpoint('GET stations/{key}/ctl/listen', {
    base: 'calls',
    access: 'token:ctl',
    summary: 'The station as a caller hears it, 20 s of it, made while it is read',
    returns: { raw: 'binary', type: 'audio/wav' },
    spec: 'own',
    rateLimit: { max: 30, seconds: 60 },
  }),
  prompt: endpoint('GET prompts/{revision}', {
    base: 'calls',
    access: 'token:ctl.prompt',
    summary: 'The welcome prompt as callers hear it',
    params: { revision: z.coerce.number().check(z.int(), z.gte(1), z.lte(2 ** 31 - 1)) },
    returns: { raw: 'binary', type: 'audio/mpeg' },
    spec: 'own',
  }),
};
