import * as z from 'zod/mini';
import type { Trunk } from '#contract/engine/engine-calls.ts';
import { headerIn, nothingToSay, type Carrier } from './carrier.ts';
import { isSignedByTelnyx } from './signatures.ts';

/** Where Telnyx takes commands. */
export const telnyxUrl = 'https://api.telnyx.com/v2';
const patienceMs = 5000;
const tries = 2;

const Event = z.object({
  data: z.object({
    event_type: z.string(),
    payload: z.object({
      call_control_id: z.string().check(z.minLength(1), z.maxLength(300)),
      direction: z.optional(z.nullable(z.string())),
      from: z.optional(z.nullable(z.string())),
      to: z.optional(z.nullable(z.string())),
    }),
  }),
});

type Command = { trunk: Trunk; carrierCall: string; action: 'answer' | 'reject' | 'hangup'; body: object };

/**
 * Telnyx: its webhook only reports calls, which are answered, rejected and hung up by commands to its API. They go to no
 * other address, and none of them starts a call.
 */
export const createTelnyx = (url: string, failed: (error: unknown) => void): Carrier => {
  const underWay = new Set<Promise<void>>();
  const ignoreFailure = (command: Command): void => {
    const sending = send(url, command)
      .catch(failed)
      .finally(() => underWay.delete(sending));
    underWay.add(sending);
  };
  return {
    read(hook, now) {
      const [signature, timestamp] = ['telnyx-signature-ed25519', 'telnyx-timestamp'].map((name) =>
        headerIn(hook, name),
      );
      const { public_key: key } = hook.trunk;
      const signed = { signature: signature ?? '', timestamp: timestamp ?? '' };
      if (key === null || !isSignedByTelnyx(key, hook.body, signed, now)) return undefined;
      const event = z.safeParse(Event, parse(hook.body));
      if (!event.success) return 'other';
      const { event_type: type, payload } = event.data.data;
      const { call_control_id: carrierCall, direction, from, to } = payload;
      if (type === 'call.hangup') return { kind: 'ended', carrierCall };
      if (type === 'streaming.failed') return { kind: 'disconnected', carrierCall };
      if (type !== 'call.initiated' || direction !== 'incoming') return 'other';
      return { kind: 'call', carrierCall, to: to ?? '', from: from ?? '' };
    },
    async accept({ trunk, carrierCall, id }, soundUrl) {
      const body = {
        ...{ command_id: `answer-${id}`, stream_url: soundUrl, stream_track: 'inbound_track' },
        ...{ stream_bidirectional_mode: 'rtp', stream_bidirectional_codec: 'PCMU' },
      };
      await send(url, { trunk, carrierCall, action: 'answer', body });
      return nothingToSay;
    },
    refuse({ trunk, carrierCall }, status) {
      const body = { cause: status === 486 ? 'USER_BUSY' : 'CALL_REJECTED' };
      ignoreFailure({ trunk, carrierCall, action: 'reject', body });
      return nothingToSay;
    },
    hangUp: ({ trunk, carrierCall, id }) =>
      ignoreFailure({ trunk, carrierCall, action: 'hangup', body: { command_id: `hangup-${id}` } }),
    settled: async () => {
      await Promise.all(underWay);
    },
  };
};

/** Sends a command, once more where Telnyx can't be reached; throws where it refuses. */
const send = async (url: string, { trunk, carrierCall, action, body }: Command): Promise<void> => {
  for (let left = tries; ; left--) {
    try {
      const reply = await fetch(`${url}/calls/${encodeURIComponent(carrierCall)}/actions/${action}`, {
        ...{ method: 'POST', redirect: 'error', signal: AbortSignal.timeout(patienceMs), body: JSON.stringify(body) },
        headers: { authorization: `Bearer ${trunk.secret ?? ''}`, 'content-type': 'application/json' },
      });
      await reply.body?.cancel();
      if (reply.ok) return;
      if (reply.status < 500) throw new RefusedCommand(`Telnyx answered ${reply.status} to ${action}.`);
      throw new Error(`Telnyx answered ${reply.status} to ${action}.`);
    } catch (error) {
      if (left <= 1 || error instanceof RefusedCommand) throw error;
    }
  }
};

class RefusedCommand extends Error {}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
