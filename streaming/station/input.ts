import type { EncoderState, StationDesired } from '#contract/engine/engine.ts';
import type { Frame } from '#streaming/frames/frame.ts';
import type { Clock } from '#streaming/base/clock.ts';
import type { EncoderHello, EncoderInput, EncoderLink } from '#streaming/base/encoder-link.ts';
import { createLiveSource, type LiveSource } from './live-source.ts';

/** What sends audio to a station: an encoder, its automation, its master, or a pulled stream. */
export type InputKind = 'live' | 'automation' | 'relay' | 'failover';

/** One connection that delivers audio, as seen by its station. */
export type Input = {
  readonly kind: InputKind;
  /** The URL it is pulled from, without credentials; undefined for an encoder and for a station of this engine. */
  readonly url: string | undefined;
  source(): LiveSource;
  state(): EncoderState | null;
  readonly hello: EncoderHello;
  title: string;
  /** The URL that belongs to the title. */
  link: string;
  /** It lost its place on the air and must prove steady again. */
  wasLost: boolean;
  /** Whether audio has arrived without a pause for this many ms, and enough of it is buffered. */
  isSteady(now: number, ms: number): boolean;
  /** Whether it occupies the mount without sending anything. */
  isStalled(now: number): boolean;
  /** Whether audio is arriving. */
  isDelivering(now: number): boolean;
  /** Off the air: drops buffered audio at the rate at which it would have played. */
  wait(now: number): void;
  /** Resumes the sender when its lead is below the limit again. */
  relieve(): void;
  drop(reason: string): void;
  reformat(): void;
};

export type InputEvents = {
  received(): void;
  described(): void;
  titled(): void;
  advertised?(ms: number | null): void;
  ended(reason: string): void;
};

export type InputTraits = {
  kind: InputKind;
  url?: string | undefined;
  /** Also receives every frame. */
  tap?(frame: Frame): void;
  /** Acts where the audio of a title begins; without it that is what arrives next. */
  place?(source: LiveSource, title: string, act: () => void): void;
  /** ms of audio that must be buffered before it may go on the air. */
  cushionMs(): number;
  /** ms of audio that stay buffered while it waits. */
  restMs(): number;
};

/** The most ms of audio a sender may be ahead of the station's clock, and the level at which it may continue. */
export const maxLeadMs = 10_000;
const resumeMs = 9000;

/** Connects a sender's link with the audio it delivers. */
export const createInput = (
  desired: () => StationDesired,
  traits: InputTraits,
  link: EncoderLink,
  hello: EncoderHello,
  clock: Clock,
  events: InputEvents,
): { input: Input; port: EncoderInput } => {
  const since = Date.now();
  const openedAt = clock.now();
  let state: EncoderState | null = null;

  const freshSource = (): LiveSource => {
    const { format, stall_ms } = desired();
    return createLiveSource(format, stall_ms, clock);
  };
  let source = freshSource();
  let waitedUntil: number | undefined;
  let isFull = false;
  let isOver = false;

  const setTitle = (title: string, url: string): void => {
    input.title = title;
    input.link = url;
    events.titled();
  };

  const input: Input = {
    kind: traits.kind,
    url: traits.url,
    hello,
    title: '',
    link: '',
    wasLost: false,
    source: () => source,
    state: () => state,
    isSteady(now, ms) {
      const began = source.since();
      return began !== undefined && now - began >= ms && source.lead() >= traits.cushionMs();
    },
    isStalled(now) {
      if (source.lead() > 0) return false;
      return now - (source.last() ?? openedAt) >= desired().stall_ms;
    },
    isDelivering(now) {
      const last = source.last();
      if (isOver || last === undefined) return false;
      return isFull || now - last < desired().stall_ms;
    },
    wait(now) {
      const elapsed = waitedUntil === undefined || now - waitedUntil > 1000 ? 0 : now - waitedUntil;
      waitedUntil = now;
      source.keepNewest(Math.max(source.lead() - elapsed, traits.restMs()));
    },
    relieve() {
      if (!isFull || source.lead() > resumeMs) return;
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
      return source.lead();
    },
    push(frame) {
      if (isOver) return;
      source.push(frame);
      traits.tap?.(frame);
      isFull ||= source.lead() >= maxLeadMs;
      events.received();
    },
    begin: () => source.begin(),
    skip: (frame) => source.skip(frame),
    describe(described) {
      state = { ...described, ip: hello.ip, user_agent: hello.user_agent, since };
      events.described();
    },
    title(title, url) {
      // An encoder's title comes beside its audio; a title in a pulled stream applies from its position in the stream.
      if (traits.place) traits.place(source, title, () => setTitle(title, url));
      else source.mark(() => setTitle(title, url));
    },
    advertise: (ms) => source.mark(() => events.advertised?.(ms)),
    end(reason) {
      if (isOver) return;
      isOver = true;
      events.ended(reason);
    },
  };
  return { input, port };
};
