import type { BusMessage, FrameBatch } from './batch.ts';
import type { ListenersMoved, OpenSession } from '#contract/engine/engine.ts';
import type { AdPlan, AdProof, AdTicket } from '#contract/engine/engine-ads.ts';
import type { Telephony, TelephonyState } from '#contract/engine/engine-calls.ts';

/** What an edge process, or the calls process, sends to the engine. */
export type EdgeMessage =
  /** The first message; `run` differs after each start of the edge, older ones don't send it. */
  | { type: 'edge'; edge: string; run?: string }
  /** A frozen batch of the edge's own spool, sent until it is acknowledged. */
  | { type: 'events'; batch: number; events: unknown[] }
  | { type: 'listeners'; counts: Record<string, number> }
  /** Sessions opened and closed; starts with all open sessions. */
  | ({ type: 'moved' } & ListenersMoved)
  /** More impressions are wanted of these campaigns. */
  | { type: 'ad-wants'; wants: Record<string, number> }
  /** What the edge's listeners would hear in a break, by station. */
  | { type: 'ad-surveys'; surveys: Record<string, AdSurvey> }
  /** Every listener of the edge has spots in a break, or none. */
  | { type: 'ad-chosen'; id: string; listeners: number; withSpot: number }
  /** A recording of what was heard around a spot; `sound` is base64. */
  | { type: 'ad-proof'; proof: AdProof; sound: string }
  /** The edge spends no more of these leases, and what was heard of them is in acknowledged batches. */
  | { type: 'ad-closed'; leases: string[] }
  | { type: 'sessions'; ask: number; sessions: OpenSession[]; total: number }
  /**
   * Wants the sound of these stations too, their batches and breaks; of none before the first one. With `recent` each
   * begins with its latest sound: after the batch in `after`, if that is of the same `run` of the engine.
   */
  | { type: 'want'; ask: number; stations: string[]; recent?: { run: string; after: Record<string, number> } }
  | { type: 'unwant'; stations: string[] }
  /** First message of the calls process, with the id of its spool. */
  | { type: 'calls'; id: string }
  /** Callers of each station. */
  | { type: 'callers'; counts: Record<string, number> }
  | { type: 'telephony-state'; state: TelephonyState };

/** Impressions of a campaign that an edge may spend, a part of a lease that ends at `until` (ms since the epoch). */
export type AdGrant = { lease: string; campaign: string; count: number; until: number };
/** How many listeners of a station would hear spots in a break, by how long those last together (ms). */
export type AdSurvey = { listeners: number; lengths: Record<number, number> };

/** Messages from engine to edge that only exist on the socket. */
export type EngineMessage =
  /** All heads and titles have been sent; stations not among them are gone. `run` differs after each start of the engine. */
  | { type: 'told'; run: string }
  /** The answer to a `want` begins: what was sent of its stations before is not part of it. */
  | { type: 'recent'; ask: number }
  /** The latest sound that was wanted has been sent. */
  | { type: 'wanted'; ask: number }
  | { type: 'acked'; batch: number }
  /** How many listeners each station has at the engine and its other edges. */
  | { type: 'elsewhere'; counts: Record<string, number> }
  /** What the engine, and so the edge, calls itself. */
  | { type: 'product'; name: string }
  /** Where the portal serves audio files. */
  | { type: 'media-source'; url: string }
  | { type: 'ad-plan'; plan: AdPlan }
  | { type: 'ad-grants'; grants: AdGrant[] }
  /** The edge should spend no more of these leases. */
  | { type: 'ad-close'; leases: string[] }
  | { type: 'ad-tickets'; tickets: AdTicket[] }
  /** How many gain steps quieter the spots of stations are to be played; those that are not named stay as they are. */
  | { type: 'ad-levels'; steps: Record<string, number> }
  | { type: 'telephony'; telephony: Telephony }
  | { type: 'ask-sessions'; ask: number; station: string | null; limit: number };

export type WireMessage = BusMessage | EdgeMessage | EngineMessage;

const prefixBytes = 8;
const largest = 32 * 1024 * 1024;

/**
 * Encodes one message as the buffers to write: u32 length of the JSON head, u32 length of the binary part, head, binary
 * (for a batch its frame offsets, then its frames: the original buffer, not a copy).
 */
export const encodeMessage = (message: WireMessage): Buffer[] => {
  if (message.type !== 'batch') return [frame(JSON.stringify(message), [], 0)];
  const { data, offsets, ...rest } = message.batch;
  const head = JSON.stringify({ type: 'batch', batch: { ...rest, frames: offsets.length } });
  const offsetBytes = Buffer.from(Uint32Array.from(offsets).buffer);
  return [frame(head, [offsetBytes], data.length), data];
};

const frame = (head: string, small: Buffer[], following: number): Buffer => {
  const json = Buffer.from(head);
  const prefix = Buffer.allocUnsafe(prefixBytes);
  prefix.writeUInt32BE(json.length, 0);
  prefix.writeUInt32BE(
    small.reduce((sum, part) => sum + part.length, following),
    4,
  );
  return Buffer.concat([prefix, json, ...small]);
};

/** Reads chunks as they arrive and calls `receive` for each complete message; throws on a malformed one. */
export const createDecoder = (receive: (message: WireMessage) => void): ((chunk: Buffer) => void) => {
  let chunks: Buffer[] = [];
  let buffered = 0;
  let needed = prefixBytes;

  const whole = (): Buffer => {
    const all = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, buffered);
    chunks = [all];
    return all;
  };
  return (chunk) => {
    chunks.push(chunk);
    buffered += chunk.length;
    while (buffered >= needed) {
      const all = whole();
      const headBytes = all.readUInt32BE(0);
      const size = prefixBytes + headBytes + all.readUInt32BE(4);
      if (size > largest) throw new Error(`A bus message of ${size} bytes`);
      if (buffered < size) {
        needed = size;
        return;
      }
      receive(decode(all, headBytes, size));
      chunks = [all.subarray(size)];
      buffered -= size;
      needed = prefixBytes;
    }
  };
};

const decode = (all: Buffer, headBytes: number, size: number): WireMessage => {
  const binary = prefixBytes + headBytes;
  const message = JSON.parse(all.toString('utf8', prefixBytes, binary)) as WireMessage;
  if (message.type !== 'batch') return message;
  const { frames, ...rest } = message.batch as FrameBatch & { frames: number };
  const data = binary + frames * 4;
  // Copies, so that a retained batch does not retain the whole chunk it arrived in.
  const offsets = [...new Uint32Array(new Uint8Array(all.subarray(binary, data)).buffer)];
  return { type: 'batch', batch: { ...rest, offsets, data: Buffer.from(all.subarray(data, size)) } };
};
