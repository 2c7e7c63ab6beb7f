import { randomInt } from 'node:crypto';
import { allowed, type Admitted } from './admission.ts';
import { openSound } from './begin-call.ts';
import { newSipCall, type SipCall, type SipMedia } from './call.ts';
import type { CallsContext } from './calls.ts';
import { createDialog } from './dialog.ts';
import { timerHeaders } from './session-timer.ts';
import { reply } from './sip/reply.ts';
import type { ServerTransaction } from './sip/server-transactions.ts';
import { writeAnswer, writeOffer, type RemoteSound } from './sip/sdp.ts';
import { localAddressFor } from './sound/local-address.ts';
import type { Prompt } from './sound/prompts.ts';
import { openRtpSession } from './sound/rtp-session.ts';
import type { SocketPair } from './sound/rtp-ports.ts';
import { createSrtp, newSrtpKey } from './sound/srtp.ts';

/** Answers a call: 100 at once, 200 when its ports are open and its prompt is loaded. */
export const answerInvite = (context: CallsContext, admitted: Admitted, transaction: ServerTransaction): void => {
  const { trunk, did, caller, head } = admitted;
  const { request, peer } = transaction;
  const host = context.telephony.host || context.address || '127.0.0.1';
  const port = (peer.protocol === 'udp' ? context.ports.udp : context.ports[peer.protocol]) ?? 5060;
  const sentBy = `${host}:${port}`;
  const parameter = peer.protocol === 'udp' ? '' : `;transport=${peer.protocol}`;
  const contact = `<sip:${did}@${sentBy}${parameter}>`;
  const maySendTo = (address: string): boolean => context.trunks.maySendTo(trunk, address);
  const dialog = createDialog({ invite: request, peer, sentBy, contact, clients: context.clients, maySendTo });
  const call = newSipCall({ trunk, did, caller, head }, dialog, transaction, context.now());
  context.open.set(call.id, call);
  transaction.respond(reply(100));
  finishAnswer(context, call, admitted, contact).catch((error: unknown) => {
    context.failed(error);
    transaction.respond(reply(500, { tag: dialog.tag }));
    context.finish(call, { end: 'refused', reason: 'error' });
  });
};

const finishAnswer = async (
  context: CallsContext,
  call: SipCall,
  { sound, timer, head }: Admitted,
  contact: string,
): Promise<void> => {
  const { pending, dialog, trunk } = call;
  const { peer } = pending;
  const local = await localAddressFor(sound && sound.address !== '0.0.0.0' ? sound.address : peer.address);
  const file = head.calls?.prompt;
  const [pair, prompt] = await Promise.all([
    context.rtpPorts.open(local),
    file ? context.prompts.load(file) : undefined,
  ]);
  await prompt?.ready(sound?.codec ?? 'pcmu');
  // Cancelled meanwhile, or the process stops.
  if (pending.status !== undefined || call.isOver || !pair) {
    pair?.rtp.close();
    pair?.rtcp.close();
    pending.respond(reply(503, { tag: dialog.tag }));
    return context.finish(call, { end: 'refused', reason: pair ? 'cancelled' : 'full' });
  }
  const media = openMedia(context, call, pair, { sound, prompt, address: context.address ?? local });
  call.media = media;
  call.timer = timer;
  if (sound) applySound(media, sound);
  const headers = [['Contact', contact] as const, ...allowed, ...timerHeaders(timer)];
  const body = sound ? writeAnswer(sound, media.own) : writeOffer(media.own);
  pending.onUnacknowledged(() => {
    void dialog.send('BYE');
    context.finish(call, { end: 'refused', reason: 'unacknowledged' });
  });
  pending.respond(reply(200, { tag: dialog.tag, headers, body }));
  context.counts.answered(trunk.id, 200, '');
};

const openMedia = (
  context: CallsContext,
  call: SipCall,
  pair: SocketPair,
  { sound, prompt, address }: { sound: RemoteSound | undefined; prompt: Prompt | undefined; address: string },
): SipMedia => {
  const mayLatch = (from: string): boolean => context.trunks.mayLatch(call.trunk, from);
  const session = openRtpSession({ pair, mayLatch, now: context.elapsed });
  const isSecure = sound?.isSecure ?? call.trunk.srtp === 'required';
  return {
    ...openSound(context, call, { session, codec: sound?.codec ?? 'pcmu', prompt }),
    ...{ protection: undefined, theirKey: null, speaks: true, isAsking: false, awaitsAnswer: sound === undefined },
    own: {
      ...{ address, port: pair.port, session: randomInt(2 ** 31), version: 1 },
      key: isSecure ? newSrtpKey() : null,
    },
  };
};

/** Sends the call's sound to where the caller's description says, from the next packet on. */
export const applySound = (media: SipMedia, sound: RemoteSound): void => {
  const { own } = media;
  const { key = null } = sound.crypto ?? {};
  // A description that is repeated has the keys that are in use, whose counters continue.
  if (key !== media.theirKey)
    media.protection = key !== null && own.key !== null ? createSrtp(own.key, key) : undefined;
  media.theirKey = key;
  media.speaks = sound.speaks;
  media.codec = sound.codec;
  media.sound.setCodec(sound.codec);
  media.sound.setHears(sound.hears);
  if (sound.address !== '0.0.0.0') media.session.setRemote(sound, media.protection);
};
