import type { EncoderState, StationDesired } from '#contract/engine.ts';
import type { Frame } from '#streaming/frames/frame.ts';
import type { Clock, EncoderHello, EncoderInput, EncoderLink } from './air.ts';
import { createLiveSource, type LiveSource } from './live-source.ts';

/** Whoever sends a station its sound: an encoder, its master, or a stream that is fetched. */
export type InputKind = 'live' | 'automation' | 'relay' | 'failover';

/** One connection that brings sound, as its station sees it. */
export type Input = {
  readonly kind: InputKind;
  /** Where it is fetched from, without credentials; undefined for an encoder and for a station of this engine. */
  readonly url: string | undefined;
  readonly source: LiveSource;
  readonly state: EncoderState | null;
  readonly hello: EncoderHello;
  title: string;
  /** Of what the title names. */
  link: string;
  /** Lost its place on the air and must prove steady again. */
  wasLost: boolean;
  /** Whether sound has come without a pause for so many ms, and enough of it is in hand. */
  isSteady(now: number, ms: number): boolean;
  /** Whether it holds its place without sending anything. */
  isStalled(now: number): boolean;
  /** Whether sound comes. */
  isDelivering(now: number): boolean;
  /** Not on the air: what it has in hand grows old as fast as it would be heard. */
  wait(now: number): void;
  /** Lets the sender go on where its lead is back under the bound. */
  relieve(): void;
  drop(reason: string): void;
  reformat(): void;
};

export type InputEvents = {
  sound(): void;
  described(): void;
  titled(): void;
  ended(reason: string): void;
};

export type InputTraits = {
  kind: InputKind;
  url?: string | undefined;
  /** Whoever else listens to what comes. */
  tap?(frame: Frame): void;
  /** ms of sound that must be in hand before it is taken. */
  cushionMs(): number;
  /** ms of sound that stay in hand while it waits. */
  restMs(): number;
};

/** ms of sound a sender may be ahead of the air (10 s), and from where it may go on. */
export const leadBoundMs = 10_000;
const relievedMs = 9000;

/** Couples a sender's link with the sound it delivers. */
export function createInput(
  desired: () => StationDesired,
  traits: InputTraits,
  link: EncoderLink,
  hello: EncoderHello,
  clock: Clock,
  events: InputEvents,
): { input: Input; port: EncoderInput } {
  const since = Date.now();
  const openedAt = clock.now();
  let state: EncoderState | null = null;
  let source = freshSource();
  let waitedTill: number | undefined;
  let isFull = false;
  let isOver = false;

  function freshSource(): LiveSource {
    const { format, stall_ms } = desired();
    return createLiveSource(format, stall_ms, clock);
  }

  function setTitle(title: string, url: string): void {
    input.title = title;
    input.link = url;
    events.titled();
  }

  const input: Input = {
    kind: traits.kind,
    url: traits.url,
    hello,
    title: '',
    link: '',
    wasLost: false,
    get source() {
      return source;
    },
    get state() {
      return state;
    },
    isSteady(now, ms) {
      const isLongEnough = source.since !== undefined && now - source.since >= ms;
      return isLongEnough && source.lead >= traits.cushionMs();
    },
    isStalled(now) {
      if (source.lead > 0) return false;
      return now - (source.last ?? openedAt) >= desired().stall_ms;
    },
    isDelivering(now) {
      if (isOver || source.last === undefined) return false;
      return isFull || now - source.last < desired().stall_ms;
    },
    wait(now) {
      const gone = waitedTill === undefined || now - waitedTill > 1000 ? 0 : now - waitedTill;
      waitedTill = now;
      source.keepNewest(Math.max(source.lead - gone, traits.restMs()));
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

  const port: EncoderInput = {
    get format() {
      return desired().format;
    },
    get lead() {
      return source.lead;
    },
    push(frame) {
      if (isOver) return;
      source.push(frame);
      traits.tap?.(frame);
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
      // What an encoder tells holds from now on; what stands in a fetched stream holds from that place on.
      if (traits.kind === 'live') setTitle(title, url);
      else source.mark(() => setTitle(title, url));
    },
    end(reason) {
      if (isOver) return;
      isOver = true;
      events.ended(reason);
    },
  };
  return { input, port };
}
