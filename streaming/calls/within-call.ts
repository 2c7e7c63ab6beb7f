import type { CallReason } from '#contract/engine/engine-calls.ts';
import { allowed, soundOf } from './admission.ts';
import { applySound } from './answer-invite.ts';
import { beginCall } from './begin-call.ts';
import type { Call, SipCall, SipMedia } from './call.ts';
import type { CallsContext } from './calls.ts';
import { sequenceOf } from './dialog.ts';
import { readSessionTimer, shortestSeconds, timerHeaders } from './session-timer.ts';
import type { SipRequest } from './sip/message.ts';
import type { Peer } from './sip/peer.ts';
import { reply, type Reply } from './sip/reply.ts';
import type { ServerTransaction } from './sip/server-transactions.ts';
import { writeAnswer, writeOffer, type RemoteSound } from './sip/sdp.ts';
import { newSrtpKey } from './sound/srtp.ts';

/** An ACK of the call's INVITE: sound begins, or goes to where its answer says. */
export const acknowledge = (context: CallsContext, call: SipCall, ack: SipRequest, peer: Peer): void => {
  const { pending, media } = call;
  if (sequenceOf(pending.request) !== sequenceOf(ack) || pending.status !== 200 || !media) return;
  pending.acknowledged();
  if (media.awaitsAnswer) {
    const sound = soundOf(context, call.trunk, ack, peer);
    if (typeof sound === 'string' || 'none' in sound || !isAsSecure(media, sound))
      return hangUp(context, call, 'codec');
    media.awaitsAnswer = false;
    applySound(media, sound);
  }
  if (call.answered === null) call.refreshed = context.now();
  beginCall(context, call);
};

/** Ends a call from our side. */
export const hangUp = (context: CallsContext, call: Call, reason: CallReason): void => {
  call.hangUp();
  context.finish(call, { end: call.answered === null ? 'refused' : (endOf[reason] ?? 'station'), reason });
};

const endOf: Partial<Record<CallReason, 'caller' | 'limit' | 'refused'>> = {
  ...{ 'too-long': 'limit', 'no-sound': 'caller', 'session-expired': 'caller', codec: 'refused' },
};

/** BYE, UPDATE and INVITE within a call. */
export const changeCall = (context: CallsContext, call: SipCall, transaction: ServerTransaction): void => {
  const { request, peer } = transaction;
  if (!call.dialog.isNext(request)) return transaction.respond(reply(500, { headers: [['Retry-After', '1']] }));
  if (request.method === 'BYE') {
    transaction.respond(reply(200));
    return context.finish(call, {
      end: call.answered === null ? 'refused' : 'caller',
      reason: call.answered === null ? 'cancelled' : '',
    });
  }
  const { media } = call;
  // The first INVITE is still being answered.
  if (!media || call.answered === null) return transaction.respond(reply(491));
  const timer = readSessionTimer(request);
  if (timer === 'short') return transaction.respond(reply(422, { headers: [['Min-SE', String(shortestSeconds)]] }));
  const sound = soundOf(context, call.trunk, request, peer);
  const changed = typeof sound === 'string' ? sound : describe(media, request, 'none' in sound ? undefined : sound);
  if (typeof changed === 'string') return transaction.respond(reply(changed === 'type' ? 415 : 488));
  call.dialog.refresh(request, peer);
  call.timer = timer;
  call.refreshed = context.now();
  if (typeof sound === 'object' && !('none' in sound)) applySound(media, sound);
  if (request.method === 'INVITE') {
    // Who sends another INVITE has the response to the last one.
    call.pending.acknowledged();
    call.pending = transaction;
    media.awaitsAnswer = changed.isOffer;
    transaction.onUnacknowledged(() => {
      if (!call.isOver) hangUp(context, call, 'unacknowledged');
    });
  }
  transaction.respond({
    ...changed.reply,
    headers: [['Contact', call.dialog.contact], ...allowed, ...timerHeaders(timer)],
  });
};

/** A call stays encrypted, or not, as it began. */
const isAsSecure = ({ own }: SipMedia, { isSecure }: RemoteSound): boolean => isSecure === (own.key !== null);

/** The answer to a new description; one that is encrypted where the call isn't, or the reverse, isn't acceptable. */
const describe = (
  media: SipMedia,
  { method }: SipRequest,
  sound: RemoteSound | undefined,
): { reply: Reply; isOffer: boolean } | 'codec' => {
  const isOffer = sound === undefined && method === 'INVITE';
  if (sound && !isAsSecure(media, sound)) return 'codec';
  if (!sound && !isOffer) return { reply: reply(200), isOffer };
  // New keys of theirs start both counters again, which mustn't use our old key twice (RFC 3711 §8.1).
  const isRekeyed = sound?.crypto && sound.crypto.key !== media.theirKey;
  media.own = { ...media.own, version: media.own.version + 1, ...(isRekeyed && { key: newSrtpKey() }) };
  return { reply: reply(200, { body: sound ? writeAnswer(sound, media.own) : writeOffer(media.own) }), isOffer };
};
