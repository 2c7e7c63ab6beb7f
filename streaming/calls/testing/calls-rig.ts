import { mediaBelow } from '#streaming/media/testing/media-below.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallEvent, Telephony } from '#contract/engine/engine-calls.ts';
import type { StationHead } from '#streaming/bus/batch.ts';
import { createBus } from '#streaming/bus/bus.ts';
import { openCallJournal } from '../call-journal.ts';
import { createCalls, untilConfigured, type Calls } from '../calls.ts';
import { createSipTransport } from '../sip/transport.ts';
import { openCaller, type Caller, type CallerOptions } from './caller.ts';

export type CallsRig = {
  calls: Calls;
  events: CallEvent[];
  errors: unknown[];
  port: number;
  tlsPort: number | null;
  folder: string;
  publish(head: Partial<StationHead>): void;
  gone(): void;
  setTelephony(changes: Partial<Telephony>): void;
  /** A caller, who hangs up at the end. */
  caller(options?: Partial<CallerOptions>): Promise<Caller>;
  setClock(ms: number): void;
  close(): Promise<void>;
};

export const did = '+12025550100';
/** The seconds of a rig's prompt. */
const promptSeconds = 0.5;

/** A station doesn't count as silent while its prompt plays; this one is longer than any test. */
export const longPrompt = Buffer.alloc(8000 * 60, 0x30);

/** The rig's station. */
export const station: StationHead = {
  ...{ station: 's1', account: 'a1', mount: 'tone', name: 'Tone', description: '', genre: '', website: '' },
  ...{ public: true, running: true, reason: '', burst_ms: 0, max_listeners: null, max_per_address: null, hls: false },
  format: { codec: 'mp3', sample_rate: 44_100, channels: 2, bitrate: 128_000 },
  calls: {
    numbers: [{ did: did as never, main: true }],
    prompt: { path: 'prompt.ul', ms: promptSeconds * 1000 },
    max: 100,
  },
};

/** The answering side in this process, with its sockets and a station that is on the air but silent. */
export const startCallsRig = async (
  prompt: Buffer = Buffer.alloc(8000 * promptSeconds, 0x30),
  most = 500,
  { telnyx, tls }: { telnyx?: string; tls?: { cert: Buffer; key: Buffer } } = {},
): Promise<CallsRig> => {
  const folder = mkdtempSync(join(tmpdir(), 'calls-'));
  writeFileSync(join(folder, 'prompt.ul'), prompt);
  const bus = createBus();
  const events: CallEvent[] = [];
  const errors: unknown[] = [];
  const callers: Caller[] = [];
  const failed = (error: unknown): void => void errors.push(error);
  let ahead = 0;
  const calls = createCalls({
    ...{ bus, most, failed, ffmpeg: 'ffmpeg', media: mediaBelow(folder), address: null, now: () => Date.now() + ahead },
    ...{ elapsed: () => performance.now() + ahead, watchMs: 20 },
    ...{ rtpPorts: { first: 30_000, last: 32_000 }, journal: openCallJournal(join(folder, 'journal'), failed) },
    ...{ record: (event: CallEvent) => events.push(event), wanted: () => {}, changed: () => {} },
    ...(telnyx !== undefined && { telnyx }),
  });
  const { isKnown, stranger, received } = calls;
  const transport = createSipTransport({
    port: 0,
    tls: tls && { ...tls, port: 0 },
    isKnown,
    stranger,
    received,
    failed,
  });
  await transport.listenAt('127.0.0.1');
  calls.setPorts(transport.ports);
  bus.publish({ type: 'head', head: station });
  const port = transport.ports.udp!;
  return {
    ...{ calls, events, errors, port, folder, tlsPort: transport.ports.tls },
    publish: (head) => bus.publish({ type: 'head', head: { ...station, ...head } }),
    gone: () => bus.publish({ type: 'gone', station: 's1' }),
    setTelephony: (changes) => calls.setTelephony({ ...untilConfigured, ...changes }),
    async caller(options) {
      const caller = await openCaller({ port, did, ...options });
      callers.push(caller);
      return caller;
    },
    setClock(ms) {
      ahead = ms;
    },
    async close() {
      await calls.stop();
      await transport.stop();
      for (const caller of callers) caller.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
