import type { CallEvent, Telephony, TelephonyState } from '#contract/engine/engine-calls.ts';
import type { Bus } from '#streaming/bus/batch.ts';
import type { Media } from '#streaming/media/media.ts';
import { admit, unsupportedIn } from './admission.ts';
import { answerInvite } from './answer-invite.ts';
import { callEvent, sipCalls, type Call, type CallEnd } from './call.ts';
import { createCallCounts } from './call-counts.ts';
import type { CallJournal } from './call-journal.ts';
import { watchCalls } from './call-watch.ts';
import { createCloudCalls, type CloudCalls } from './cloud/cloud-calls.ts';
import { inviteId, tagOf } from './dialog.ts';
import { createDirectory } from './directory.ts';
import { createLimiter } from './limits.ts';
import { recordRefusal } from './record-refusal.ts';
import { createRest } from './rest.ts';
import { createClientRequests } from './sip/client-requests.ts';
import { createDigest } from './sip/digest.ts';
import { headerOf, parseMessage, type SipRequest } from './sip/message.ts';
import type { Peer } from './sip/peer.ts';
import { ourMethods, reply } from './sip/reply.ts';
import { createServerTransactions, respondStateless, type ServerTransaction } from './sip/server-transactions.ts';
import { createPrompts } from './sound/prompts.ts';
import { createRtpPorts, type PortRange } from './sound/rtp-ports.ts';
import { createStationSounds } from './sound/station-sounds.ts';
import { startTicker } from './sound/ticker.ts';
import { createTrunks, type Trunks } from './trunks.ts';
import { createWrongPasswords } from './wrong-passwords.ts';
import { acknowledge, changeCall, hangUp } from './within-call.ts';

export type Calls = {
  setTelephony(telephony: Telephony): void;
  isKnown(address: string): boolean;
  stranger(): void;
  received(bytes: Buffer, peer: Peer): void;
  /** Calls of cloud carriers, and whether there are trunks of theirs. */
  readonly cloud: CloudCalls;
  readonly hasCloud: boolean;
  /** The ports that Contact names. */
  setPorts(ports: TelephonyState['ports']): void;
  /** Callers of each station. */
  counts(): Record<string, number>;
  state(): Pick<TelephonyState, 'revision' | 'calling' | 'trunks' | 'refused' | 'limited' | 'strangers'>;
  /** How often the clock of the sound was late. */
  readonly late: { count: number; longestMs: number };
  stop(): Promise<void>;
};

export type CallsOptions = {
  bus: Bus;
  media: Pick<Media, 'obtain'>;
  ffmpeg: string;
  rtpPorts: PortRange;
  most: number;
  /** Our address in descriptions and Contact, where it isn't that of the route, as behind an address translation. */
  address: string | null;
  journal: CallJournal;
  record(event: CallEvent): void;
  /** The stations that are decoded. */
  wanted(stations: string[]): void;
  changed(): void;
  failed(error: unknown): void;
  now?(): number;
  /** A monotonic clock, ms, for what is silent. */
  elapsed?(): number;
  /** How often calls are looked after. */
  watchMs?: number;
  /** Where Telnyx takes commands. */
  telnyx?: string;
};

/** Until the portal sends trunks and limits: calls from this machine only. */
export const untilConfigured: Telephony = {
  ...{ revision: 0, host: '', trunks: [], sandbox: true },
  limits: { number_minutes: 10_000, per_caller: 3, call_minutes: 240, per_second: 50 },
};

/** What the parts of the answering side have in common. */
export type CallsContext = ReturnType<typeof createContext> & { finish(call: Call, end: CallEnd): void };

/** Answers calls by SIP: callers hear their station, and each call is recorded once. */
export const createCalls = (options: CallsOptions): Calls => {
  const parts = createContext(options);
  const { open, counts, directory, clients, sounds, now } = parts;
  const finish = (call: Call, end: CallEnd): void => {
    if (call.isOver) return;
    call.isOver = true;
    open.delete(call.id);
    call.release();
    if (call.media) {
      call.media.session.close();
      sounds.giveBack(call.station);
    }
    const event = callEvent(call, end, now());
    options.journal.ended(event, options.record);
    options.changed();
  };
  const context: CallsContext = Object.assign(parts, { finish });
  const transactions = createServerTransactions({
    request(transaction) {
      try {
        receiveRequest(context, transaction);
      } catch (error) {
        options.failed(error);
        transaction.respond(reply(500));
      }
    },
    acknowledge(ack, peer) {
      for (const call of sipCalls(open.values()))
        if (call.dialog.matches(ack)) return acknowledge(context, call, ack, peer);
    },
  });
  parts.cancelled = transactions.cancelled;
  const cloud = createCloudCalls(context, options.telnyx);
  const receive = (bytes: Buffer, peer: Peer): void => {
    const parsed = parseMessage(bytes);
    if ('response' in parsed) return clients.receive(parsed.response);
    if ('unreadable' in parsed) return;
    const { request, problem } = parsed;
    if (problem && request.method !== 'ACK') return respondStateless(request, peer, problem.status, { tag: 'refused' });
    if (request.method === 'OPTIONS') return answerOptions(context, request, peer);
    transactions.receive(request, peer);
  };
  const rest = createRest(open);
  const watching = watchCalls(context, options.watchMs);
  const ticker = startTicker(
    (tick) => {
      sounds.advance();
      for (const call of open.values()) {
        try {
          call.media?.sound.tick(tick);
        } catch (error) {
          options.failed(error);
          hangUp(context, call, 'error');
        }
      }
    },
    { rest: rest.ticks },
  );
  return {
    setTelephony(telephony) {
      parts.telephony = telephony;
      parts.trunks = createTrunks(telephony, options.failed);
    },
    isKnown: (address) => parts.trunks.isKnown(address),
    cloud,
    get hasCloud() {
      return parts.trunks.hasCloud;
    },
    stranger() {
      rest.received();
      counts.stranger();
    },
    setPorts(ports) {
      parts.ports = ports;
    },
    received(bytes, peer) {
      rest.received();
      try {
        receive(bytes, peer);
      } catch (error) {
        options.failed(error);
      }
    },
    counts() {
      const callers: Record<string, number> = {};
      for (const { station, answered } of open.values())
        if (answered !== null) callers[station] = (callers[station] ?? 0) + 1;
      return callers;
    },
    state() {
      const calling = [...open.values()].filter(({ answered }) => answered !== null);
      const ofTrunk = (id: string): number => calling.filter(({ trunk }) => trunk.id === id).length;
      return { revision: parts.telephony.revision, calling: calling.length, ...counts.state(ofTrunk) };
    },
    late: ticker.late,
    async stop() {
      watching.stop();
      ticker.stop();
      for (const call of open.values()) {
        if (call.answered !== null) call.hangUp();
        finish(call, { end: 'station', reason: 'stopped' });
      }
      // The first BYE of each call is on its way.
      clients.stop();
      await cloud.stop();
      transactions.stop();
      sounds.stop();
      directory.stop();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
};

/** What changes while the process runs. */
type Settings = {
  telephony: Telephony;
  trunks: Trunks;
  ports: TelephonyState['ports'];
  cancelled(cancel: SipRequest): ServerTransaction | undefined;
};

const createContext = (options: CallsOptions) => {
  const { bus, ffmpeg, media, failed, wanted, rtpPorts, most, address, changed, journal, record } = options;
  const now = options.now ?? Date.now;
  const elapsed = options.elapsed ?? (() => performance.now());
  /** Calls by their ID. */
  const open = new Map<string, Call>();
  const settings: Settings = {
    telephony: untilConfigured,
    trunks: createTrunks(untilConfigured, failed),
    ports: { udp: null, tcp: null, tls: null },
    cancelled: () => undefined,
  };
  return Object.assign(settings, {
    ...{ open, now, elapsed, changed, journal, record, failed, address },
    counts: createCallCounts(now),
    directory: createDirectory(bus),
    clients: createClientRequests(),
    digest: createDigest(now),
    passwords: createWrongPasswords(now),
    prompts: createPrompts({ media, ffmpeg, failed }),
    rtpPorts: createRtpPorts(rtpPorts),
    sounds: createStationSounds({ bus, ffmpeg, failed, wanted, now: elapsed }),
    limiter: createLimiter({
      open: () => open.values(),
      limits: () => settings.telephony.limits,
      most,
      now,
      heard: journal.heard.ms,
    }),
  });
};

const receiveRequest = (context: CallsContext, transaction: ServerTransaction): void => {
  const { request } = transaction;
  if (request.method === 'CANCEL') return cancel(context, transaction);
  if (!['INVITE', 'BYE', 'UPDATE'].includes(request.method))
    return transaction.respond(reply(405, { tag: 'refused', headers: [['Allow', ourMethods]] }));
  for (const call of sipCalls(context.open.values()))
    if (call.dialog.matches(request)) return changeCall(context, call, transaction);
  const isWithin = tagOf(headerOf(request, 'to')) !== '';
  if (request.method !== 'INVITE' || isWithin) return transaction.respond(reply(481, { tag: 'refused' }));
  receiveInvite(context, transaction);
};

const receiveInvite = (context: CallsContext, transaction: ServerTransaction): void => {
  const { request, peer } = transaction;
  // The same INVITE by two routes is one call (RFC 3261 §8.2.2.2).
  const id = inviteId(request);
  for (const call of sipCalls(context.open.values()))
    if (call.dialog.invite === id) return transaction.respond({ status: 482, reason: 'Loop Detected', tag: 'refused' });
  const decided = admit(context, request, peer);
  if (!('reply' in decided)) return answerInvite(context, decided, transaction);
  transaction.respond({ ...decided.reply, tag: 'refused' });
  recordRefusal(context, decided);
};

const cancel = (context: CallsContext, transaction: ServerTransaction): void => {
  const invite = context.cancelled(transaction.request);
  transaction.respond(reply(invite ? 200 : 481, { tag: 'refused' }));
  // An answered call is ended by BYE.
  invite?.respond(reply(487, { tag: 'refused' }));
};

/** The methods that we understand. Carriers ask for them regularly to see whether we still answer. */
const answerOptions = (context: CallsContext, request: SipRequest, peer: Peer): void => {
  const isWithin = tagOf(headerOf(request, 'to')) !== '';
  const isKnown = [...sipCalls(context.open.values())].some(({ dialog }) => dialog.matches(request));
  if (isWithin && !isKnown) return respondStateless(request, peer, 481);
  const unsupported = unsupportedIn(request);
  if (unsupported !== '')
    return respondStateless(request, peer, 420, { tag: 'options', headers: [['Unsupported', unsupported]] });
  respondStateless(request, peer, 200, {
    ...{
      tag: 'options',
      headers: [
        ['Allow', ourMethods],
        ['Accept', 'application/sdp'],
        ['Supported', 'timer'],
      ],
    },
  });
};
