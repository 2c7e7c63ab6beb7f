import type { EncoderState, StationDesired } from '#contract/engine.ts';
import type { Clock, EncoderHello, EncoderInput, EncoderLink } from './air.ts';
import { createLiveSource, type LiveSource } from './live-source.ts';

/** One connected encoder, as its station sees it. */
export type Encoder = {
  readonly source: LiveSource;
  readonly state: EncoderState | null;
  readonly hello: EncoderHello;
  title: string;
  url: string;
  /** Lost its place on the air and must prove steady again. */
  wasLost: boolean;
  /** Whether sound has come without a pause for long enough. */
  isSteady(now: number): boolean;
  /** Whether it holds the mount without sending anything. */
  isStalled(now: number): boolean;
  /** Lets the sender go on where its lead is back under the bound. */
  relieve(): void;
  drop(reason: string): void;
  reformat(): void;
};

export type EncoderEvents = {
  sound(): void;
  described(): void;
  titled(): void;
  ended(reason: string): void;
};

/** ms of sound an encoder may be ahead of the air (10 s), and from where it may go on. */
export const leadBoundMs = 10_000;
const relievedMs = 9000;

/** Couples an encoder's link with the sound it delivers. */
export function createEncoder(
  desired: () => StationDesired,
  link: EncoderLink,
  hello: EncoderHello,
  clock: Clock,
  events: EncoderEvents,
): { encoder: Encoder; input: EncoderInput } {
  const since = Date.now();
  let state: EncoderState | null = null;
  let source = freshSource();
  let isFull = false;
  let isOver = false;

  function freshSource(): LiveSource {
    const { format, stall_ms } = desired();
    return createLiveSource(format, stall_ms, clock);
  }

  const encoder: Encoder = {
    hello,
    title: '',
    url: '',
    wasLost: false,
    get source() {
      return source;
    },
    get state() {
      return state;
    },
    isSteady(now) {
      const { steady_ms } = desired();
      const isLongEnough = source.since !== undefined && now - source.since >= steady_ms;
      return isLongEnough && source.lead >= Math.min(steady_ms, 100);
    },
    isStalled(now) {
      if (source.lead > 0) return false;
      return now - (source.last ?? openedAt) >= desired().stall_ms;
    },
    relieve() {
      if (!isFull || source.lead > relievedMs) return;
      isFull = false;
      link.resume();
    },
    drop: (reason) => link.drop(reason),
    reformat() {
      source = freshSource();
      state = null;
      link.reformat();
    },
  };
  const openedAt = clock.now();

  const input: EncoderInput = {
    get format() {
      return desired().format;
    },
    get lead() {
      return source.lead;
    },
    push(frame) {
      if (isOver) return;
      source.push(frame);
      isFull ||= source.lead >= leadBoundMs;
      events.sound();
    },
    begin: () => source.begin(),
    skip: (frame) => source.skip(frame),
    describe(described) {
      state = { ...described, ip: hello.ip, user_agent: hello.user_agent, since };
      events.described();
    },
    title(title, url) {
      encoder.title = title;
      encoder.url = url;
      events.titled();
    },
    end(reason) {
      if (isOver) return;
      isOver = true;
      events.ended(reason);
    },
  };
  return { encoder, input };
}
