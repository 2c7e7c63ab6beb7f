import type { CallReason, Trunk } from '#contract/engine/engine-calls.ts';
import type { StationHead } from '#streaming/bus/batch.ts';
import type { Directory } from './directory.ts';
import type { Limiter, LimitReason } from './limits.ts';
import { callerNumber, calledNumber } from './phone-number.ts';
import { readSessionTimer, shortestSeconds, type SessionTimer } from './session-timer.ts';
import type { Digest } from './sip/digest.ts';
import { headerOf, headersOf, type SipRequest } from './sip/message.ts';
import type { Peer } from './sip/peer.ts';
import { ourMethods, reply, type Reply } from './sip/reply.ts';
import { readSound, type RemoteSound } from './sip/sdp.ts';
import type { Trunks } from './trunks.ts';
import type { WrongPasswords } from './wrong-passwords.ts';

/** A call that may be answered. */
export type Admitted = Parties & { sound: RemoteSound | undefined; timer: SessionTimer | undefined };
export type Parties = { trunk: Trunk; did: string; caller: string; head: StationHead };
/** `parties` is present where the number that was called is one of ours. */
export type Refused = { reply: Reply; reason: CallReason; trunk: Trunk | undefined; did?: string; parties?: Parties };

type Deps = {
  trunks: Trunks;
  digest: Digest;
  passwords: WrongPasswords;
  directory: Directory;
  limiter: Limiter;
};

const retryAfter = [['Retry-After', '30']] as const;
const limitStatus: Record<LimitReason, number> = {
  ...{ rate: 503, full: 503, 'number-limit': 503, 'station-full': 486, 'caller-limit': 486 },
};

/**
 * Admits or refuses an INVITE by its trunk, its number and the limits, in this order: who isn't authenticated learns
 * nothing of numbers.
 */
export const admit = (deps: Deps, request: SipRequest, peer: Peer): Admitted | Refused => {
  const trunk = authenticate(deps, request, peer);
  if ('reply' in trunk) return trunk;
  const unsupported = unsupportedIn(request);
  if (unsupported !== '')
    return { reply: reply(420, { headers: [['Unsupported', unsupported]] }), reason: 'media', trunk };
  const timer = readSessionTimer(request);
  if (timer === 'short')
    return { reply: reply(422, { headers: [['Min-SE', String(shortestSeconds)]] }), reason: 'media', trunk };

  const parties = admitParties(deps, trunk, calledNumber(request, trunk.number_from), callerNumber(request));
  if ('reply' in parties) return parties;
  const sound = soundOf(deps, trunk, request, peer);
  if (typeof sound === 'object') return { ...parties, timer, sound: 'none' in sound ? undefined : sound };
  return {
    reply: reply(sound === 'type' ? 415 : 488, { headers: acceptable }),
    reason: sound === 'media' ? 'media' : 'codec',
    trunk,
    parties,
  };
};

/** The extensions that a request requires and that we don't know, '' if there are none. */
export const unsupportedIn = (request: SipRequest): string =>
  headersOf(request, 'require')
    .filter((option) => option.toLowerCase() !== 'timer')
    .join(', ');

/** Admits or refuses a call by its number, its station and the limits, whatever it arrives by. */
export const admitParties = (
  { directory, limiter }: Pick<Deps, 'directory' | 'limiter'>,
  trunk: Trunk,
  did: string,
  caller: string,
): Parties | Refused => {
  const head = directory.find(did);
  if (!head) return { reply: reply(404), reason: 'number', trunk };
  const parties = { trunk, did, caller, head };
  if (!head.running) return { reply: reply(480), reason: 'off-air', trunk, parties };
  const limit = limiter.refusal({ ...parties, station: head.station }, head.calls?.max ?? 0);
  // Calls beyond a trunk's rate are only counted, not recorded.
  if (limit !== undefined)
    return {
      ...{ reply: reply(limitStatus[limit], { headers: retryAfter }), reason: limit, trunk, did },
      ...(limit !== 'rate' && { parties }),
    };
  return parties;
};

const acceptable = [['Accept', 'application/sdp']] as const;

/** The sound that a request offers; `none` for a request without an offer, otherwise why it can't be used. */
export const soundOf = (
  { trunks }: Pick<Deps, 'trunks'>,
  trunk: Trunk,
  request: SipRequest,
  peer: Peer,
): RemoteSound | { none: true } | 'type' | 'codec' | 'media' => {
  if (request.body.length === 0) return { none: true };
  const type = headerOf(request, 'content-type').split(';')[0]!.trim().toLowerCase();
  if (type !== 'application/sdp' || headerOf(request, 'content-encoding') !== '') return 'type';
  const sound = readSound(request.body.toString('utf8'));
  if (typeof sound === 'string') return 'codec';
  if (!mayEncrypt(trunk, sound, peer)) return 'media';
  return sound.address === '0.0.0.0' || trunks.maySendTo(trunk, sound.address) ? sound : 'media';
};

/** Keys in the description are secret only in an encrypted message. */
const mayEncrypt = ({ srtp }: Trunk, { isSecure }: RemoteSound, { protocol }: Peer): boolean => {
  if (isSecure) return srtp !== 'off' && protocol === 'tls';
  return srtp !== 'required';
};

const authenticate = ({ trunks, digest, passwords }: Deps, request: SipRequest, peer: Peer): Trunk | Refused => {
  const candidates = trunks.of(peer);
  const open = candidates.find(({ username, secret }) => username === null || secret === null);
  const secured = candidates.filter(({ username, secret }) => username !== null && secret !== null);
  // Passwords that are right would tell so, therefore none is looked at.
  const [line] = secured;
  if (line && passwords.isBlocked(peer.address)) return { reply: reply(403), reason: 'password', trunk: line };
  const found = secured.find(({ username, secret }) => digest.isAuthentic(request, username!, secret!)) ?? open;
  if (found) return found;
  // A request without a password is asked for one; one with a wrong password counts as refused.
  const isWrong = headerOf(request, 'authorization') !== '';
  if (!line) return { reply: reply(403), reason: 'password', trunk: undefined };
  if (isWrong && digest.isUnproven(request)) passwords.wrong(peer.address);
  return { reply: reply(401, { headers: digest.challenge() }), reason: isWrong ? 'password' : '', trunk: line };
};

/** The headers that every response to an INVITE may have. */
export const allowed = [
  ['Allow', ourMethods],
  ['Supported', 'timer'],
] as const;
