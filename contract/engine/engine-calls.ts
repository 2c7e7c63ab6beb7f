import * as z from 'zod/mini';
import { AccountKey, StationKey } from '../rules/keys.ts';

/*
 * Call-to-listen between the portal, the engine and the calls process, which answers calls. A station's numbers and its
 * prompt are part of StationDesired (`calls`); what concerns all stations is one document:
 *
 *   PUT    /telephony               Telephony      → 204      idempotent; kept on disk; 409 if older than the one it has
 *   GET    /telephony                              → TelephonyState
 *   GET    /stations/{key}/telephone               → a WAV file of `previewSeconds` as callers hear the station, made while
 *                                                    it is read; 409 `silent`, `busy` or `ffmpeg`
 *
 * Ended calls are events of the spool (CallEvent); callers now are part of StationState (`callers`).
 */

/** The length of what a person hears of a station as a caller does, and the bytes of that file: 16 bits, 8000 Hz. */
export const previewSeconds = 20;
export const previewBytes = 44 + previewSeconds * 16_000;

/** A phone number: + and digits (E.164). */
export const PhoneNumber = z
  .string()
  .check(z.regex(/^\+[1-9]\d{4,14}$/, 'Please enter the number with its country code, like +14165550100.'));
export type PhoneNumber = z.infer<typeof PhoneNumber>;

/** The phone numbers of a station, and what its callers hear before it. */
export const StationCalls = z.object({
  /** Exactly one is the main one. A number that two stations have is answered for the one that had it first. */
  numbers: z.array(z.object({ did: PhoneNumber, main: z.boolean() })),
  /**
   * A file of µ-law bytes (8000 Hz, mono, no header) below the engine's media folder, and its key in the portal's storage unless there
   * is a `storage_key`; never a URL. Without `bytes` it can't be fetched.
   */
  prompt: z.nullable(
    z.object({
      path: z.string(),
      ms: z.number(),
      storage_key: z.optional(z.string()),
      bytes: z.optional(z.number()),
      sha256: z.optional(z.string()),
    }),
  ),
  /** Calls at once. */
  max: z._default(z.number().check(z.int(), z.gte(0)), 100),
});
export type StationCalls = z.infer<typeof StationCalls>;

export const trunkTransports = ['udp', 'tcp', 'tls'] as const;
/** How calls arrive: by SIP, or as sound over a WebSocket of a cloud carrier's. */
export const trunkKinds = ['sip', 'twilio', 'telnyx'] as const;
/** Whether a trunk's sound is encrypted; it needs `tls`, as the keys are part of the messages. */
export const trunkEncryption = ['off', 'optional', 'required'] as const;

/** A carrier's or a telephone system's line to us. Calls from addresses of no trunk get no answer at all. */
export const Trunk = z.object({
  id: z.string(),
  name: z.string(),
  kind: z._default(z.enum(trunkKinds), 'sip'),
  /** SIP: IP addresses or networks (CIDR) that its calls come from. */
  addresses: z.array(z.string()),
  /** SIP: with both, calls must also authenticate (digest). Twilio: the account's SID, if only its calls are accepted. */
  username: z.nullable(z.string()),
  /** SIP: the password. Twilio: the auth token, which signs its requests. Telnyx: the API key, with which calls are answered. */
  secret: z.nullable(z.string()),
  /** Telnyx: the key that its requests are signed with (Ed25519, Base64). */
  public_key: z._default(z.nullable(z.string()), null),
  /** Twilio and Telnyx: where they reach the calls process, `https://host` or `https://host:port`. */
  public_url: z._default(z.nullable(z.string()), null),
  transport: z.enum(trunkTransports),
  srtp: z.enum(trunkEncryption),
  /** Where the called number is: the request's address (`uri`), `to`, or the name of a header. */
  number_from: z._default(z.string(), 'uri'),
  /** Whether sound may be sent to addresses outside of `addresses`, as carriers with separate media servers need. */
  media: z._default(z.enum(['same', 'any']), 'same'),
});
export type Trunk = z.infer<typeof Trunk>;

/** Paths of the calls process that cloud carriers call: one for each trunk, and one for the sound of each call. */
export const callPaths = { hook: '/calls/hooks/', sound: '/calls/media/' } as const;

/** The address that a cloud carrier reports its calls to; null for other trunks. */
export const webhookOf = ({ id, kind, public_url }: Pick<Trunk, 'id' | 'kind' | 'public_url'>): string | null =>
  kind === 'sip' || public_url === null ? null : public_url + callPaths.hook + id;

export const CallLimits = z.object({
  /** Minutes of calls to one number in a day (UTC). */
  number_minutes: z._default(z.number(), 10_000),
  /** Calls at once from one caller. */
  per_caller: z._default(z.number(), 3),
  /** The longest call. */
  call_minutes: z._default(z.number(), 240),
  /** New calls a second from one trunk. */
  per_second: z._default(z.number(), 50),
});
export type CallLimits = z.infer<typeof CallLimits>;

export const Telephony = z.object({
  /** Increased with every change. */
  revision: z.number(),
  /** What carriers call: a name or an address; '' for the address that a call arrives at. */
  host: z.string(),
  trunks: z.array(Trunk),
  limits: CallLimits,
  /** Without trunks, calls from this machine are answered, without a password, and no others. */
  sandbox: z.boolean(),
});
export type Telephony = z.infer<typeof Telephony>;

/** Why a call was refused, or ended by us; '' where the caller hung up. */
const callReasons = [
  ...['', 'number', 'off-air', 'station-full', 'full', 'caller-limit', 'number-limit', 'rate', 'codec', 'media'],
  ...['password', 'cancelled', 'unacknowledged', 'station-gone', 'too-long', 'no-sound', 'session-expired', 'error'],
  ...['signature', 'stopped'],
] as const;
export type CallReason = (typeof callReasons)[number];

/** A call that ended. Times in ms since the epoch. */
export const CallEvent = z.object({
  type: z.literal('call'),
  /** A UUID of ours. */
  call: z.string(),
  station: StationKey,
  account: AccountKey,
  did: z.string(),
  /** +E.164, '' where it is withheld. It is only hashed and never stored. */
  caller: z.string(),
  started: z.number(),
  /** Null where it was never answered. */
  answered: z.nullable(z.number()),
  ended: z.number(),
  prompt_ms: z.number(),
  /** Time in which the station was heard, without what was silent on hold. */
  station_ms: z.number(),
  /** Who ended it; `lost`: the process was killed, and it ended at the last second known. */
  end: z.enum(['caller', 'station', 'limit', 'lost', 'refused']),
  reason: z.enum(callReasons),
  codec: z.enum(['pcmu', 'pcma', 'g722', '']),
  /** The trunk's id, or `sandbox`. */
  trunk: z.string(),
  /** Packets of the caller that were lost on the way. */
  lost: z.number(),
  /** Keys that the caller pressed: only how many. */
  digits: z.number(),
});
export type CallEvent = z.infer<typeof CallEvent>;

/** The refusals about which the portal's administrators get an e-mail, as they concern more than one caller. */
export const costLimits = ['number-limit', 'rate', 'full'] as const;
export type CostLimit = (typeof costLimits)[number];

/** What the calls process says of itself, for the portal's page. */
export const TelephonyState = z.object({
  /** The revision in use, 0 before the first. */
  revision: z.number(),
  /** Whether the calls process is connected. */
  running: z.boolean(),
  /** The ports that it answers on; null where it doesn't. */
  ports: z.object({ udp: z.nullable(z.number()), tcp: z.nullable(z.number()), tls: z.nullable(z.number()) }),
  /** The port for cloud carriers; null where it isn't open, e.g. as no trunk needs it. */
  web_port: z._default(z.nullable(z.number()), null),
  /** Why a port isn't open, e.g. that another program uses it; '' if all is well. */
  problem: z.string(),
  /** Calls now. */
  calling: z.number(),
  trunks: z.array(
    z.object({
      id: z.string(),
      /** Since the process started. */
      invites: z.number(),
      /** The last call's time (ms since the epoch) and answer. */
      last: z.nullable(z.object({ at: z.number(), status: z.number(), reason: z.string() })),
      calling: z.number(),
    }),
  ),
  /** Refused calls since the process started, by reason. */
  refused: z.array(z.object({ reason: z.string(), count: z.number() })),
  /** When calls were last refused at a limit of cost: `subject` is the number, the trunk's name, or ''. */
  limited: z._default(z.array(z.object({ reason: z.enum(costLimits), subject: z.string(), at: z.number() })), []),
  /** Messages from addresses of no trunk, which got no answer. */
  strangers: z.number(),
});
export type TelephonyState = z.infer<typeof TelephonyState>;
