import type { BusMessage, FrameBatch } from './batch.ts';
import type { ListenersMoved, OpenSession } from '#contract/engine.ts';

/** What an edge in a process of its own tells the engine. */
export type UpMessage =
  | { type: 'edge'; edge: string }
  /** A frozen batch of the edge's own spool, sent until it is acknowledged. */
  | { type: 'events'; batch: number; events: unknown[] }
  | { type: 'listeners'; counts: Record<string, number> }
  /** Who came and went; begins with everybody who is there. */
  | ({ type: 'moved' } & ListenersMoved)
  | { type: 'sessions'; ask: number; sessions: OpenSession[]; total: number };

/** What only travels on the socket, engine to edge. */
export type LinkMessage =
  /** Heads and titles are all told; stations not among them are gone. */
  | { type: 'told' }
  | { type: 'acked'; batch: number }
  /** How many listen to each station at the engine and its other edges. */
  | { type: 'elsewhere'; counts: Record<string, number> }
  | { type: 'ask-sessions'; ask: number; station: string | null; limit: number };

export type WireMessage = BusMessage | UpMessage | LinkMessage;

const prefixBytes = 8;
const largest = 32 * 1024 * 1024;

/**
 * One message as the buffers to write: u32 length of the JSON head, u32 length of the binary part, head, binary
 * (for a batch its frame offsets, then its frames; the frames' buffer itself, not a copy).
 */
export function encodeMessage(message: WireMessage): Buffer[] {
  if (message.type !== 'batch') return [frame(JSON.stringify(message), [], 0)];
  const { data, offsets, ...rest } = message.batch;
  const head = JSON.stringify({ type: 'batch', batch: { ...rest, frames: offsets.length } });
  const offsetBytes = Buffer.from(Uint32Array.from(offsets).buffer);
  return [frame(head, [offsetBytes], data.length), data];
}

function frame(head: string, small: Buffer[], following: number): Buffer {
  const json = Buffer.from(head);
  const prefix = Buffer.allocUnsafe(prefixBytes);
  prefix.writeUInt32BE(json.length, 0);
  prefix.writeUInt32BE(
    small.reduce((sum, part) => sum + part.length, following),
    4,
  );
  return Buffer.concat([prefix, json, ...small]);
}

/** Takes chunks as they come and calls `receive` for each whole message; throws on what can't be one. */
export function createDecoder(receive: (message: WireMessage) => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let held = 0;
  let needed = prefixBytes;

  const whole = (): Buffer => {
    const all = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, held);
    chunks = [all];
    return all;
  };
  return (chunk) => {
    chunks.push(chunk);
    held += chunk.length;
    while (held >= needed) {
      const all = whole();
      const headBytes = all.readUInt32BE(0);
      const size = prefixBytes + headBytes + all.readUInt32BE(4);
      if (size > largest) throw new Error(`A bus message of ${size} bytes`);
      if (held < size) {
        needed = size;
        return;
      }
      receive(decode(all, headBytes, size));
      chunks = [all.subarray(size)];
      held -= size;
      needed = prefixBytes;
    }
  };
}

function decode(all: Buffer, headBytes: number, size: number): WireMessage {
  const binary = prefixBytes + headBytes;
  const message = JSON.parse(all.toString('utf8', prefixBytes, binary)) as WireMessage;
  if (message.type !== 'batch') return message;
  const { frames, ...rest } = message.batch as FrameBatch & { frames: number };
  const data = binary + frames * 4;
  // Copies, so that a kept batch does not keep the whole chunk it arrived in.
  const offsets = [...new Uint32Array(new Uint8Array(all.subarray(binary, data)).buffer)];
  return { type: 'batch', batch: { ...rest, offsets, data: Buffer.from(all.subarray(data, size)) } };
}
