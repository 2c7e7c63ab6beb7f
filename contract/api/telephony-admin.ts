import * as z from 'zod/mini';
import { PhoneNumber, TelephonyState, Trunk, type CallLimits } from '../engine/engine-calls.ts';
import { endpoint } from './http.ts';
import { StationKey } from '../rules/keys.ts';
import { Country, listed, text, whole } from '../rules/listing.ts';
import { parseNetwork } from '../rules/network.ts';
import { networkMessage } from './stream-rules.ts';
import { lineStatuses } from './telephony.ts';

const phonePaths = [
  'portal/ctl/**',
  'stations/*/ctl/toolsdids',
  'stations/*/ctlRequest',
  'accounts/*/ctlstations',
] as const;

/* Call-to-listen for the portal: the pool of phone numbers, stations' requests, and the carriers' lines. */

/** Given back, a number rests for 90 days before another station may have it. */
export const numberStates = ['free', 'given', 'resting'] as const;

const Note = text(500);
const TrunkId = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'Not the ID of a line.'));

/** What the portal knows of a phone number; prices in cents. */
const NumberFields = {
  country: Country,
  label: text(100),
  trunk: z.nullable(TrunkId),
  note: Note,
  monthly_cents: z.nullable(z.number().check(z.int(), z.gte(0), z.lte(1_000_000))),
};

export const PortalNumber = z.object({
  ...NumberFields,
  did: PhoneNumber,
  display: z.string(),
  country_name: z.string(),
  sandbox: z.boolean(),
  state: z.enum(numberStates),
  main: z.boolean(),
  station: z.nullable(z.object({ key: StationKey, name: z.string(), account: z.string(), deleted: z.boolean() })),
  assigned: z.nullable(z.string()),
  /** When it stops resting. */
  free_from: z.nullable(z.string()),
});
export type PortalNumber = z.infer<typeof PortalNumber>;

/** A phone number as people write it: blanks, dashes, dots and parentheses between its digits are left out. */
export const WrittenNumber = z.pipe(
  z.string().check(z.maxLength(40)),
  z.pipe(
    z.transform((written: string) => written.replace(/[\s().\-/]/g, '').replace(/^00/, '+')),
    z.string().check(z.regex(/^\+[1-9]\d{4,14}$/, 'Please write the number with + and its country code.')),
  ),
);

/** The country is that of the number unless it is given. */
export const NewNumber = z.object({
  did: WrittenNumber,
  country: z._default(Country, ''),
  label: z._default(NumberFields.label, ''),
  trunk: z._default(NumberFields.trunk, null),
  note: z._default(Note, ''),
  monthly_cents: z._default(NumberFields.monthly_cents, null),
});
export const ChangedNumber = z.object(NumberFields);

/** The lines of a file that can't be imported; nothing was imported then. */
export const ImportedNumbers = z.object({
  added: z.number(),
  changed: z.number(),
  problems: z.array(z.object({ line: z.number(), text: z.string(), reason: z.string() })),
});
export type ImportedNumbers = z.infer<typeof ImportedNumbers>;

export const PortalRequest = z.object({
  station: z.object({ key: StationKey, name: z.string(), account: z.string() }),
  /** The account's name. */
  company: z.string(),
  status: z.enum(lineStatuses),
  country: z.string(),
  note: z.string(),
  reason: z.string(),
  requested: z.string(),
  requested_by: z.string(),
  numbers: z.array(PhoneNumber),
});
export type PortalRequest = z.infer<typeof PortalRequest>;

/** A line as the portal shows it: its password is a mask. */
export const PortalTrunk = z.extend(Trunk, { active: z.boolean(), numbers: z.number() });
export type PortalTrunk = z.infer<typeof PortalTrunk>;

const Network = z.string().check(
  z.trim(),
  z.maxLength(64, networkMessage),
  z.refine((written) => parseNetwork(written) !== undefined, networkMessage),
);

const TrunkValues = z.object({
  name: text(100).check(z.minLength(1, 'This field is required')),
  kind: Trunk.shape.kind,
  addresses: z.array(Network).check(z.maxLength(100)),
  username: z.nullable(text(100)),
  secret: z.nullable(text(200)),
  public_key: z._default(z.nullable(text(100)), null),
  public_url: z._default(z.nullable(text(300)), null),
  transport: Trunk.shape.transport,
  srtp: Trunk.shape.srtp,
  number_from: z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9-]{0,60}$/, 'This is neither uri, to nor a header.')),
  media: z._default(z.enum(['same', 'any']), 'same'),
  active: z._default(z.boolean(), true),
});
type TrunkValues = z.infer<typeof TrunkValues>;

const isPublicUrl = (url: string): boolean => /^https:\/\/[A-Za-z0-9.-]{1,253}(:\d{1,5})?$/.test(url);
/** 32 bytes in Base64. */
const isSigningKey = (key: string): boolean => /^[A-Za-z0-9+/]{43}=$/.test(key);

/**
 * What an administrator sets of a line; with a mask as password the stored one stays. A line by SIP needs addresses; a cloud
 * carrier's needs the address where it reaches us and its token, Telnyx its signing key too.
 */
export const TrunkFields = TrunkValues.check(
  z.refine(({ kind, addresses }: TrunkValues) => kind !== 'sip' || addresses.length > 0, {
    path: ['addresses'],
    error: 'Please add an address or a network.',
  }),
  z.refine(({ kind, public_url: url }: TrunkValues) => kind === 'sip' || isPublicUrl(url ?? ''), {
    path: ['public_url'],
    error: 'Please write an address like https://calls.example.com.',
  }),
  z.refine(({ kind, secret }: TrunkValues) => kind === 'sip' || !!secret, {
    path: ['secret'],
    error: 'This field is required',
  }),
  z.refine(({ kind, public_key: key }: TrunkValues) => kind !== 'telnyx' || isSigningKey(key ?? ''), {
    path: ['public_key'],
    error: 'Please copy the public key from your account at Telnyx.',
  }),
);
export type TrunkFields = z.infer<typeof TrunkFields>;

export const TelephonySettings = z.object({
  /** The name or address that carriers send calls to; '' for the one that a call arrives at. */
  host: text(253).check(z.regex(/^[A-Za-z0-9.:-]*$/, 'Please write a host name or an address.')),
  /** Gives a free number without asking an administrator; null: only in the sandbox. */
  auto_assign: z.nullable(z.boolean()),
  limits: z.object({
    number_minutes: z.number().check(z.int(), z.gte(1), z.lte(10_000_000)),
    per_caller: z.number().check(z.int(), z.gte(1), z.lte(1000)),
    call_minutes: z.number().check(z.int(), z.gte(1), z.lte(1440)),
    per_second: z.number().check(z.int(), z.gte(1), z.lte(1000)),
  }) satisfies z.ZodMiniType<CallLimits>,
});
export type TelephonySettings = z.infer<typeof TelephonySettings>;

/** How the telephone engine is; `engine` is null while it can't be reached. */
export const TelephonyHealth = z.object({
  sandbox: z.boolean(),
  /** The revision that the engine should have. */
  revision: z.number(),
  host: z.string(),
  engine: z.nullable(TelephonyState),
});
export type TelephonyHealth = z.infer<typeof TelephonyHealth>;

const page = { page: whole(0, 100_000), size: whole(10, 1000) };

export const telephonyAdmin = {
  numbers: endpoint('GET portal/ctl/numbers', {
    access: 'portal.read',
    summary: 'The pool of phone numbers, in their order',
    query: { ...page, state: z.optional(z.enum(numberStates)), search: z.optional(text(100)) },
    returns: listed(PortalNumber),
    spec: 'own',
  }),
  addNumber: endpoint('POST portal/ctl/numbers', {
    access: 'portal.write',
    summary: 'Add a phone number to the pool',
    body: NewNumber,
    returns: PortalNumber,
    status: 201,
    spec: 'own',
    changes: phonePaths,
  }),
  importNumbers: endpoint('POST portal/ctl/numbers/import', {
    access: 'portal.write',
    summary: 'Add phone numbers from CSV: did, country, label, trunk; all of them, or none where a line is wrong',
    body: z.object({ csv: z.string().check(z.minLength(1, 'This field is required'), z.maxLength(900_000)) }),
    returns: ImportedNumbers,
    spec: 'own',
    changes: phonePaths,
  }),
  changeNumber: endpoint('PUT portal/ctl/numbers/{did}', {
    access: 'portal.write',
    summary: 'Change what is known of a phone number',
    params: { did: PhoneNumber },
    body: ChangedNumber,
    returns: PortalNumber,
    spec: 'own',
    changes: phonePaths,
  }),
  removeNumber: endpoint('DELETE portal/ctl/numbers/{did}', {
    access: 'portal.write',
    summary: 'Remove a phone number that no station has from the pool',
    params: { did: PhoneNumber },
    spec: 'own',
    changes: phonePaths,
  }),
  requests: endpoint('GET portal/ctl/requests', {
    access: 'portal.read',
    summary: 'Requests for phone numbers: those that wait first, the oldest first',
    query: { ...page, status: z.optional(z.enum(lineStatuses)) },
    returns: listed(PortalRequest),
    spec: 'own',
  }),
  decide: endpoint('PUT portal/stations/{key}/ctlRequest', {
    access: 'station.assignNumbers',
    summary: "Give a station that asked a phone number, or refuse; without a number, one of the request's country",
    body: z.discriminatedUnion('action', [
      z.object({ action: z.literal('approve'), did: z.optional(PhoneNumber) }),
      z.object({ action: z.literal('refuse'), reason: text(500).check(z.minLength(1, 'Please say why.')) }),
    ]),
    returns: PortalRequest,
    spec: 'own',
    changes: phonePaths,
  }),
  setNumbers: endpoint('PUT portal/stations/{key}/ctl/numbers', {
    access: 'station.assignNumbers',
    summary: 'Set the phone numbers of a station; those that it loses rest',
    body: z.object({
      numbers: z.array(z.object({ did: PhoneNumber, main: z.boolean() })).check(z.maxLength(50)),
    }),
    returns: z.object({ numbers: z.array(z.object({ did: PhoneNumber, main: z.boolean() })) }),
    spec: 'own',
    changes: phonePaths,
  }),
  trunks: endpoint('GET portal/ctl/trunks', {
    access: 'portal.read',
    summary: 'The lines of carriers and telephone systems',
    returns: z.array(PortalTrunk),
    spec: 'own',
  }),
  addTrunk: endpoint('POST portal/ctl/trunks', {
    access: 'portal.write',
    summary: 'Connect a carrier or a telephone system; the first ends the sandbox',
    body: TrunkFields,
    returns: PortalTrunk,
    status: 201,
    spec: 'own',
    changes: phonePaths,
  }),
  changeTrunk: endpoint('PUT portal/ctl/trunks/{trunkId}', {
    access: 'portal.write',
    summary: 'Change a line',
    params: { trunkId: TrunkId },
    body: TrunkFields,
    returns: PortalTrunk,
    spec: 'own',
    changes: phonePaths,
  }),
  removeTrunk: endpoint('DELETE portal/ctl/trunks/{trunkId}', {
    access: 'portal.write',
    summary: 'Remove a line; its phone numbers stay in the pool',
    params: { trunkId: TrunkId },
    spec: 'own',
    changes: phonePaths,
  }),
  health: endpoint('GET portal/ctl/health', {
    access: 'portal.read',
    summary: 'Whether calls are answered: lines, their last call, what was refused and why',
    returns: TelephonyHealth,
    spec: 'own',
  }),
  settings: endpoint('GET portal/ctl/settings', {
    access: 'portal.read',
    summary: 'The settings of call-to-listen',
    returns: TelephonySettings,
    spec: 'own',
  }),
  setSettings: endpoint('PUT portal/ctl/settings', {
    access: 'portal.write',
    summary: 'Change the settings of call-to-listen',
    body: TelephonySettings,
    returns: TelephonySettings,
    spec: 'own',
    changes: phonePaths,
  }),
};
