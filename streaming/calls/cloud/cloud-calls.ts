import { randomBytes } from 'node:crypto';
import type { WebSocket } from 'ws';
import { callPaths, webhookOf, type Trunk } from '#contract/engine-calls.ts';
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
  connect(token: string): ((socket: WebSocket) => void) | undefined;
  stop(): Promise<void>;
};

type Kind = Exclude<Trunk['kind'], 'sip'>;
type Waiting = { call: CloudCall; attach(socket: WebSocket): void };

const refusedHook = (status: number): HookReply => ({ ...nothingToSay, status });
/** Calls that are remembered, so that a request that is sent again starts no second one. */
const mostRemembered = 10_000;

/**
 * Calls of cloud carriers: a signed request reports a call, which is admitted like one by SIP; then its sound is connected
 * by a WebSocket, whose address has a token that is valid once, for this call.
 */
export function createCloudCalls(context: CallsContext, telnyx = telnyxUrl): CloudCalls {
  const carriers: Record<Kind, Carrier> = { twilio, telnyx: createTelnyx(telnyx, context.failed) };
  const waiting = new Map<string, Waiting>();
  /** Calls by trunk and the carrier's name for them, those of the past too. */
  const known = new Map<string, CloudCall & { token: string }>();
  const nameOf = (trunk: Trunk, carrierCall: string): string => `${trunk.id} ${carrierCall}`;

  const start = (parties: Parameters<typeof newCall>[0], carrierCall: string, carrier: Carrier) => {
    const token = randomBytes(24).toString('base64url');
    let session: SoundSession | undefined;
    const call: CloudCall & { token: string } = {
      ...{ ...newCall(parties, context.now()), kind: 'cloud', carrierCall, token },
      hangUp: () => carrier.hangUp(call),
      release() {
        waiting.delete(token);
        session?.close();
      },
    };
    const path = parties.head.calls?.prompt?.path;
    const prompt = path === undefined ? Promise.resolve(undefined) : context.prompts.load(path);
    const attach = (socket: WebSocket): void => {
      session = connect(context, call, socket, prompt);
    };
    context.open.set(call.id, call);
    waiting.set(token, { call, attach });
    known.set(nameOf(call.trunk, carrierCall), call);
    if (known.size > mostRemembered) known.delete(known.keys().next().value!);
    return call;
  };
  const accept = async (carrier: Carrier, call: CloudCall & { token: string }): Promise<HookReply> => {
    const address = `${call.trunk.public_url ?? ''}${callPaths.sound}${call.token}`.replace(/^http/, 'ws');
    try {
      return await carrier.accept(call, address);
    } catch (error) {
      context.failed(error);
      context.finish(call, { end: 'refused', reason: 'error' });
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
      const existing = known.get(nameOf(trunk, carrierCall));
      if (notice.kind === 'ended') {
        if (existing) endedByCarrier(context, existing, '');
        return nothingToSay;
      }
      // Sent again: the same answer while the call waits for its sound, and none later.
      if (existing) return waiting.has(existing.token) ? await accept(carrier, existing) : nothingToSay;
      const parties = admitParties(context, trunk, phoneNumberIn(notice.to), phoneNumberIn(notice.from));
      if ('reply' in parties) {
        recordRefusal(context, parties);
        return carrier.refuse({ trunk, carrierCall }, parties.reply.status);
      }
      const call = start(parties, carrierCall, carrier);
      context.counts.answered(trunk.id, 200, '');
      return await accept(carrier, call);
    },
    connect(token) {
      const found = waiting.get(token);
      waiting.delete(token);
      return found?.attach;
    },
    stop: () => carriers.telnyx.settled(),
  };
}

/** Connects a call's sound, which begins when the carrier has named the call. */
function connect(
  context: CallsContext,
  call: CloudCall,
  socket: WebSocket,
  prompt: Promise<Prompt | undefined>,
): SoundSession {
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
}

function endedByCarrier({ finish }: CallsContext, call: CloudCall, reason: '' | 'no-sound'): void {
  if (call.answered === null) finish(call, { end: 'refused', reason: 'cancelled' });
  else finish(call, { end: 'caller', reason });
}
