import { randomBytes } from 'node:crypto';
import type { WebSocket } from 'ws';
import { callPaths, webhookOf, type Trunk } from '#contract/engine/engine-calls.ts';
import { admitParties } from '../admission.ts';
import { beginCall, openSound } from '../begin-call.ts';
import { newCall, type CloudCall, type SoundSession } from '../call.ts';
import type { CallsContext } from '../calls.ts';
import { phoneNumberIn } from '../phone-number.ts';
import { recordRefusal } from '../record-refusal.ts';
import type { Prompt } from '../sound/prompts.ts';
import { nothingToSay, type Carrier, type Hook, type HookReply } from './carrier.ts';
import { openMediaSocket } from './media-socket.ts';
import { createTelnyx, telnyxUrl } from './telnyx.ts';
import { twilio } from './twilio.ts';

export type CloudCalls = {
  /** A carrier's request to the webhook of a trunk; `query` as it was called, with `?`. */
  hook(trunk: string, request: Pick<Hook, 'headers' | 'body'> & { query: string }): Promise<HookReply>;
  /** Takes the token that a call's sound connects with; undefined where no call waits under it. */
  connect(token: string): Attach | undefined;
  stop(): Promise<void>;
};

type Kind = Exclude<Trunk['kind'], 'sip'>;
type TokenCall = CloudCall & { readonly token: string };
type Attach = (socket: WebSocket) => void;

const refusedHook = (status: number): HookReply => ({ ...nothingToSay, status });
/** Calls that are remembered, so that a request that is sent again starts no second one. */
const mostRemembered = 10_000;

/**
 * Calls of cloud carriers: a signed request reports a call, which is admitted like one by SIP; then its sound is connected
 * by a WebSocket, whose address has a token that is valid once, for this call.
 */
export const createCloudCalls = (context: CallsContext, telnyx = telnyxUrl): CloudCalls => {
  const carriers: Record<Kind, Carrier> = { twilio, telnyx: createTelnyx(telnyx, context.failed) };
  /** Calls whose sound isn't connected yet, by their token. */
  const waiting = new Map<string, Attach>();
  /** Calls by trunk and the carrier's name for them, and those that are over or were refused. */
  const open = new Map<string, TokenCall>();
  const past = new Set<string>();
  const nameOf = (trunk: Trunk, carrierCall: string): string => `${trunk.id} ${carrierCall}`;

  const remember = (name: string): void => {
    past.add(name);
    if (past.size > mostRemembered) past.delete(past.keys().next().value!);
  };
  const start = (parties: Parameters<typeof newCall>[0], carrierCall: string, carrier: Carrier): TokenCall => {
    const name = nameOf(parties.trunk, carrierCall);
    const token = randomBytes(24).toString('base64url');
    let session: SoundSession | undefined;
    const call: TokenCall = {
      ...{ ...newCall(parties, context.now()), kind: 'cloud', carrierCall, token },
      hangUp: () => carrier.hangUp(call),
      release() {
        waiting.delete(token);
        open.delete(name);
        remember(name);
        session?.close();
      },
    };
    const file = parties.head.calls?.prompt;
    const prompt = file ? context.prompts.load(file) : Promise.resolve(undefined);
    context.open.set(call.id, call);
    open.set(name, call);
    waiting.set(token, (socket) => {
      session = connect(context, call, socket, prompt);
    });
    return call;
  };
  const accept = async (carrier: Carrier, call: TokenCall): Promise<HookReply> => {
    const address = `${call.trunk.public_url ?? ''}${callPaths.sound}${call.token}`.replace(/^http/, 'ws');
    try {
      return await carrier.accept(call, address);
    } catch (error) {
      context.failed(error);
      // Its sound may have been connected meanwhile.
      if (call.answered === null) context.finish(call, { end: 'refused', reason: 'error' });
      return nothingToSay;
    }
  };
  return {
    async hook(id, { query, ...request }) {
      const trunk = context.trunks.cloud(id);
      if (!trunk) {
        context.counts.stranger();
        return refusedHook(404);
      }
      const carrier = carriers[trunk.kind as Kind];
      const notice = carrier.read({ ...request, trunk, address: (webhookOf(trunk) ?? '') + query }, context.now());
      if (notice === undefined) {
        context.counts.answered(trunk.id, 403, 'signature');
        return refusedHook(403);
      }
      if (notice === 'other') return nothingToSay;
      const { carrierCall } = notice;
      const name = nameOf(trunk, carrierCall);
      const existing = open.get(name);
      if (notice.kind !== 'call') {
        if (existing && notice.kind === 'disconnected') existing.hangUp();
        if (existing) endedByCarrier(context, existing, notice.kind === 'ended' ? '' : 'no-sound');
        return nothingToSay;
      }
      // Sent again: the same answer while the call waits for its sound, and none later.
      if (existing && waiting.has(existing.token)) return await accept(carrier, existing);
      if (existing || past.has(name)) return nothingToSay;
      const parties = admitParties(context, trunk, phoneNumberIn(notice.to), phoneNumberIn(notice.from));
      if ('reply' in parties) {
        remember(name);
        recordRefusal(context, parties);
        return carrier.refuse({ trunk, carrierCall }, parties.reply.status);
      }
      const call = start(parties, carrierCall, carrier);
      context.counts.answered(trunk.id, 200, '');
      return await accept(carrier, call);
    },
    connect(token) {
      const attach = waiting.get(token);
      waiting.delete(token);
      return attach;
    },
    stop: () => carriers.telnyx.settled(),
  };
};

/** Connects a call's sound, which begins when the carrier has named the call. */
const connect = (
  context: CallsContext,
  call: CloudCall,
  socket: WebSocket,
  prompt: Promise<Prompt | undefined>,
): SoundSession => {
  const session = openMediaSocket({
    ...{ socket, kind: call.trunk.kind as Kind, now: context.elapsed },
    started(carrierCall) {
      if (carrierCall !== call.carrierCall) return false;
      void prompt.then((loaded) => {
        if (call.isOver) return;
        call.media = openSound(context, call, { session, codec: 'pcmu', prompt: loaded });
        beginCall(context, call);
      });
      return true;
    },
    ended(isStopped) {
      if (!isStopped && !call.isOver) call.hangUp();
      endedByCarrier(context, call, isStopped ? '' : 'no-sound');
    },
  });
  return session;
};

const endedByCarrier = ({ finish }: CallsContext, call: CloudCall, reason: '' | 'no-sound'): void => {
  if (call.answered === null) finish(call, { end: 'refused', reason: 'cancelled' });
  else finish(call, { end: 'caller', reason });
};
