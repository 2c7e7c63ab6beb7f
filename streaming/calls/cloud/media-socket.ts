import type { WebSocket } from 'ws';
import * as z from 'zod/mini';
import type { Trunk } from '#contract/engine/engine-calls.ts';
import { packetMs, silence } from '../sound/g711.ts';
import type { SoundSession } from '../call.ts';

type Options = {
  socket: WebSocket;
  kind: Exclude<Trunk['kind'], 'sip'>;
  /** The carrier names the call whose sound this is; false closes the connection. */
  started(carrierCall: string): boolean;
  /** The carrier ended the sound (`stop`), or the connection is lost. */
  ended(isStopped: boolean): void;
  now(): number;
};

/** So much sound is in one message. */
const messagePackets = 5;
/** Silence that is sent first, so that a message that arrives late leaves no gap. */
const leadPackets = 10;
/** What carriers have not taken yet: beyond it, sound is left out, about 2 s. */
const mostUnsentBytes = 24 * 1024;
/** Beyond so many marks, one a second, that carriers have not played yet, sound is left out. */
const mostUnplayed = 3;
const markPackets = 1000 / packetMs;

/** `streamSid` names Twilio's streams in every message; Telnyx has one for each connection. */
const Message = z.object({
  event: z.string(),
  streamSid: z.optional(z.string().check(z.maxLength(100))),
  start: z.optional(z.object({ callSid: z.optional(z.string()), call_control_id: z.optional(z.string()) })),
  mark: z.optional(z.object({ name: z.string() })),
});

/**
 * The sound of one call over a cloud carrier's WebSocket: µ-law of 8000 Hz in JSON, 100 ms a message. The carrier plays what
 * it gets, so the pace is ours. What it doesn't take or play in time is left out, and what it then still has is cleared.
 */
export const openMediaSocket = ({ socket, kind, started, ended, now }: Options): SoundSession => {
  const received = { digits: 0, lost: 0 };
  let lastReceived = now();
  let isStarted = false;
  let isOver = false;
  /** What every message of ours begins with after its event. */
  let stream = '';
  let message: Buffer[] = [];
  let lastTick: number | undefined;
  let packets = 0;
  const marks = { sent: 0, played: 0, areUsed: false };
  let isBehind = false;

  const sendEvent = (event: string, more = ''): void => socket.send(`{"event":"${event}"${stream}${more}}`);
  const end = (isStopped: boolean): void => {
    if (isOver) return;
    isOver = true;
    ended(isStopped);
    socket.close();
  };
  const played = (name: string): void => {
    const number = Number(name);
    if (!(number > marks.played && number <= marks.sent)) return;
    marks.areUsed = true;
    marks.played = number;
    if (!isBehind) return;
    // What is left of the old sound would delay the new for good.
    sendEvent('clear');
    marks.played = marks.sent;
    isBehind = false;
    message = Array.from({ length: leadPackets }, () => silence.pcmu);
  };
  const receive = (text: string): void => {
    const parsed = z.safeParse(Message, JSON.parse(text));
    if (!parsed.success) return;
    const { event, streamSid, start, mark } = parsed.data;
    if (event === 'dtmf') received.digits++;
    if (event === 'mark' && mark) played(mark.name);
    if (event === 'stop') end(true);
    if (event !== 'start' || isStarted) return;
    isStarted = true;
    if (kind === 'twilio') stream = `,"streamSid":${JSON.stringify(streamSid ?? '')}`;
    if (!started((kind === 'twilio' ? start?.callSid : start?.call_control_id) ?? '')) end(false);
  };
  socket.on('message', (data: Buffer) => {
    lastReceived = now();
    // The caller's own sound, 50 messages a second.
    if (isOver || data.subarray(0, 80).includes('"media"')) return;
    try {
      receive(data.toString());
    } catch {
      // Not JSON: nothing that carriers send.
      end(false);
    }
  });
  socket.on('pong', () => {
    lastReceived = now();
  });
  socket.on('close', () => end(false));
  socket.on('error', () => socket.terminate());

  const flush = (): void => {
    const sound = Buffer.concat(message);
    message = [];
    if (marks.areUsed && marks.sent - marks.played > mostUnplayed) isBehind = true;
    if (isBehind || socket.bufferedAmount > mostUnsentBytes) return;
    sendEvent('media', `,"media":{"payload":"${sound.toString('base64')}"}`);
    if (packets % markPackets === 0) sendEvent('mark', `,"mark":{"name":"${++marks.sent}"}`);
  };
  return {
    received,
    silentMs() {
      return now() - lastReceived;
    },
    send(sound, tick) {
      if (isOver) return;
      // Ticks are left out after a pause of the process, in which the carrier played what it had.
      const missed = lastTick === undefined ? leadPackets : Math.min(tick - lastTick - 1, leadPackets - messagePackets);
      lastTick = tick;
      for (let count = 0; count < missed; count++) message.push(silence.pcmu);
      message.push(sound);
      packets++;
      if (packets % messagePackets === 0) flush();
    },
    report() {
      if (socket.readyState === socket.OPEN) socket.ping();
    },
    close() {
      isOver = true;
      socket.close();
    },
  };
};
