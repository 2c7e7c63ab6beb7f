import { randomUUID } from 'node:crypto';
import type { CallEvent, CallReason, Trunk } from '#contract/engine-calls.ts';
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

/** A call from its INVITE to its end; `media` exists from the moment when it is answered. */
export type Call = CallParties & {
  readonly id: string;
  readonly dialog: Dialog;
  readonly started: number;
  answered: number | null;
  /** Its 200 waits for the ACK. */
  pending: ServerTransaction;
  timer: SessionTimer | undefined;
  refreshed: number;
  media: CallMedia | undefined;
  isOver: boolean;
};

export type CallMedia = {
  own: OwnSound;
  session: RtpSession;
  sound: CallSound;
  codec: Codec;
  prompt_ms: number;
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

/** A new call, not yet answered. */
export function newCall(
  parties: Omit<CallParties, 'station' | 'account'> & { head: StationHead },
  dialog: Dialog,
  pending: ServerTransaction,
  now: number,
): Call {
  const { head, ...rest } = parties;
  return {
    ...{ ...rest, station: head.station, account: head.account, id: randomUUID(), dialog, pending },
    ...{ started: now, answered: null, timer: undefined, refreshed: now, media: undefined, isOver: false },
  };
}

/** The event of a call as it would be if it ended now. */
export function callEvent(call: Call, { end, reason }: CallEnd, now: number): CallEvent {
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
}

/** The event of a call that was refused. */
export function refusedEvent(
  { trunk, did, caller, head }: Omit<CallParties, 'station' | 'account'> & { head: StationHead },
  reason: CallReason,
  now: number,
): CallEvent {
  return {
    ...{ type: 'call', call: randomUUID(), did, caller, trunk: trunk.id, end: 'refused', reason, codec: '' },
    ...{ station: head.station as CallEvent['station'], account: head.account as CallEvent['account'] },
    ...{ started: now, answered: null, ended: now, prompt_ms: 0, station_ms: 0, lost: 0, digits: 0 },
  };
}
