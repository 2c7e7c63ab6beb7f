import { randomUUID } from 'node:crypto';
import type { CallEvent, CallReason, Trunk } from '#contract/engine/engine-calls.ts';
import type { StationHead } from '#streaming/bus/batch.ts';
import type { CallSound } from './call-sound.ts';
import type { Dialog } from './dialog.ts';
import type { Protection } from './sound/srtp.ts';
import type { RtpSession } from './sound/rtp-session.ts';
import type { ServerTransaction } from './sip/server-transactions.ts';
import type { Codec, OwnSound } from './sip/sdp.ts';
import type { SessionTimer } from './session-timer.ts';

/** Why a call ends. */
export type CallEnd = { end: CallEvent['end']; reason: CallReason };
/** Who calls whom. */
export type CallParties = { trunk: Trunk; did: string; station: string; account: string; caller: string };

/** A call from its beginning to its end, by SIP or over a cloud carrier's WebSocket. */
export type Call = SipCall | CloudCall;
type AnyCall = CallParties & {
  readonly id: string;
  readonly started: number;
  answered: number | null;
  isOver: boolean;
  /** What the caller hears, from the moment when the call is answered. */
  media: CallMedia | undefined;
  /** Tells the other side that the call is over. */
  hangUp(): void;
  /** Nothing is sent any more. */
  release(): void;
};
export type CallMedia = { session: SoundSession; sound: CallSound; codec: Codec; prompt_ms: number };

/** How a call's sound reaches its caller. */
export type SoundSession = Pick<RtpSession, 'send' | 'report' | 'received' | 'silentMs' | 'close'>;

export type CloudCall = AnyCall & {
  readonly kind: 'cloud';
  /** The carrier's name for the call. */
  readonly carrierCall: string;
};

export type SipCall = AnyCall & {
  readonly kind: 'sip';
  readonly dialog: Dialog;
  /** Its 200 waits for the ACK. */
  pending: ServerTransaction;
  timer: SessionTimer | undefined;
  refreshed: number;
  /** When the next refresh of ours may be sent, after one that was refused; Infinity while one waits for its response. */
  mayRefreshAt: number;
  media: SipMedia | undefined;
};

export type SipMedia = CallMedia & {
  own: OwnSound;
  session: RtpSession;
  /** SRTP, and the caller's key that it was made with. */
  protection: Protection | undefined;
  theirKey: string | null;
  /** We offered, and the ACK brings the answer. */
  awaitsAnswer: boolean;
  /** Whether the caller's sound is expected. */
  speaks: boolean;
  /** OPTIONS was sent to find out whether the call still exists, and isn't answered yet. */
  isAsking: boolean;
};

type NewParties = Omit<CallParties, 'station' | 'account'> & { head: StationHead };

/** A new call, not yet answered. */
export const newCall = ({ head, ...parties }: NewParties, now: number) => ({
  ...{ ...parties, station: head.station, account: head.account, id: randomUUID(), started: now },
  ...{ answered: null, isOver: false, media: undefined },
});

/** A new call by SIP. */
export const newSipCall = (parties: NewParties, dialog: Dialog, pending: ServerTransaction, now: number): SipCall => {
  const call: SipCall = {
    ...{ ...newCall(parties, now), kind: 'sip', dialog, pending, timer: undefined, refreshed: now },
    mayRefreshAt: 0,
    hangUp: () => void dialog.send('BYE'),
    release() {
      // A 200 that still waits for its ACK isn't sent again: the caller has hung up, or we do.
      if (call.pending.status === 200) call.pending.acknowledged();
    },
  };
  return call;
};

/** The calls by SIP. */
export function* sipCalls(calls: Iterable<Call>): Generator<SipCall> {
  for (const call of calls) if (call.kind === 'sip') yield call;
}

/** The event of a call as it would be if it ended now. */
export const callEvent = (call: Call, { end, reason }: CallEnd, now: number): CallEvent => {
  const { media } = call;
  const heard = media?.sound.heard;
  const received = media?.session.received;
  return {
    ...{ type: 'call', call: call.id, did: call.did, caller: call.caller, trunk: call.trunk.id, end, reason },
    ...{ station: call.station as CallEvent['station'], account: call.account as CallEvent['account'] },
    ...{ started: call.started, answered: call.answered, ended: Math.max(now, call.answered ?? call.started) },
    ...{ prompt_ms: heard?.prompt_ms ?? 0, station_ms: heard?.station_ms ?? 0 },
    ...{ codec: media?.codec ?? '', lost: received?.lost ?? 0, digits: received?.digits ?? 0 },
  };
};

/** The event of a call that was refused. */
export const refusedEvent = ({ trunk, did, caller, head }: NewParties, reason: CallReason, now: number): CallEvent => ({
  ...{ type: 'call', call: randomUUID(), did, caller, trunk: trunk.id, end: 'refused', reason, codec: '' },
  ...{ station: head.station as CallEvent['station'], account: head.account as CallEvent['account'] },
  ...{ started: now, answered: null, ended: now, prompt_ms: 0, station_ms: 0, lost: 0, digits: 0 },
});
