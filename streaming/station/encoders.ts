import type { SourceEvent, StationDesired } from '#contract/engine/engine.ts';
import type { Clock } from '#streaming/base/clock.ts';
import type { AttachResult, EncoderHello, EncoderInput, EncoderLink } from '#streaming/base/encoder-link.ts';
import type { CueAlignment } from './cue-alignment.ts';
import { createInput, type Input } from './input.ts';

/** A connected encoder, and what delivers its audio. */
type Connected = { readonly input: Input; readonly port: EncoderInput };

/**
 * The encoders of a station:
 *
 * - `none`: none is connected;
 * - `single`: one is;
 * - `handover`: `leaving` plays until `newest` is steady.
 */
type Connections =
  | { readonly state: 'none'; readonly newest: undefined; readonly leaving: undefined }
  | { readonly state: 'single'; readonly newest: Connected; readonly leaving: undefined }
  | { readonly state: 'handover'; readonly newest: Connected; readonly leaving: Connected };

/** Where each event leads from each state: the third diagram of "A station" in `streaming/README.md`. */
export const encoderStates = {
  none: { connect: 'single' },
  single: { connect: 'single', handOver: 'handover', lose: 'none' },
  handover: { connect: 'handover', handOver: 'handover', lose: 'single' },
} as const;

export type Encoders = {
  /** The one that connected last. */
  newest(): Input | undefined;
  leaving(): Input | undefined;
  all(): readonly Input[];
  /** Connects an encoder in place of the last one; in a handover that one plays until the new one is steady. */
  attach(link: EncoderLink, hello: EncoderHello, isHandover?: boolean): AttachResult;
  /** Disconnects the encoders that match. */
  drop(reason: string, matches?: (encoder: Input) => boolean): void;
  /** The encoder sends a title beside its audio; false without an encoder, or if it is not this presenter's. */
  retitle(title: string, url: string, presenter?: string): boolean;
};

type Options = {
  desired(): StationDesired;
  clock: Clock;
  alignment: CueAlignment;
  onAir(): Input | undefined;
  received(input: Input): void;
  titled(input: Input): void;
  /** It has gone. */
  ended(input: Input, reason: string): void;
  /** What the state shows of an encoder changed. */
  changed(): void;
  note(event: SourceEvent['event'], reason: string, about: Input): void;
};

/** Audio that a waiting encoder keeps buffered, ms. */
const waitingMs = 1000;

/** Starts without an encoder. */
export const createEncoders = ({ desired, clock, alignment, onAir, changed, note, ...events }: Options): Encoders => {
  const traits = {
    kind: 'live',
    cushionMs: () => Math.max(Math.min(desired().steady_ms, 100), alignment.holdMs()),
    restMs: () => Math.max(waitingMs, alignment.holdMs()),
    tap: alignment.heard,
    place: alignment.titled,
  } as const;
  let encoders: Connections = { state: 'none', newest: undefined, leaving: undefined };
  let all: readonly Input[] = [];

  const set = (to: Connections): void => {
    encoders = to;
    all = [to.newest, to.leaving].flatMap((one) => one?.input ?? []);
  };

  const open = (link: EncoderLink, hello: EncoderHello): Connected => {
    const connected = createInput(desired, traits, link, hello, clock, {
      received: () => events.received(connected.input),
      described: changed,
      titled: () => events.titled(connected.input),
      ended(reason) {
        note('disconnected', reason, connected.input);
        set(lose(encoders, connected.input));
        events.ended(connected.input, reason);
      },
    });
    return connected;
  };

  return {
    newest: () => encoders.newest?.input,
    leaving: () => encoders.leaving?.input,
    all: () => all,
    attach(link, hello, isHandover = false) {
      encoders.leaving?.input.drop('Another encoder took its place.');
      const { newest } = encoders;
      const mayPlayOn = isHandover && newest !== undefined && newest.input === onAir();
      if (!mayPlayOn) newest?.input.drop('Another encoder took its place.');
      const connected = open(link, hello);
      set(mayPlayOn ? handOver(encoders, connected) : connect(encoders, connected));
      note('connected', '', connected.input);
      changed();
      return { input: connected.port };
    },
    drop(reason, matches = () => true) {
      for (const input of all) if (matches(input)) input.drop(reason);
    },
    retitle(title, url, presenter) {
      const { newest } = encoders;
      if (!newest || (presenter !== undefined && newest.input.hello.presenter !== presenter)) return false;
      newest.port.title(title, url);
      return true;
    },
  };
};

/** An encoder takes the place of the last one. */
const connect = (from: Connections, newest: Connected): Connections => {
  if (from.state === 'handover') return { ...from, state: encoderStates.handover.connect, newest };
  return { state: encoderStates[from.state].connect, newest, leaving: undefined };
};

/** An encoder is to take over from the one that plays. */
const handOver = (from: Connections, newest: Connected): Connections => {
  if (from.state === 'none') return connect(from, newest);
  return { state: encoderStates[from.state].handOver, newest, leaving: from.newest };
};

/** An encoder has gone: if it was to take over, the one that was to leave stays. */
const lose = (from: Connections, input: Input): Connections => {
  if (from.state === 'none' || (from.newest.input !== input && from.leaving?.input !== input)) return from;
  if (from.state === 'single') return { state: encoderStates.single.lose, newest: undefined, leaving: undefined };
  const newest = from.newest.input === input ? from.leaving : from.newest;
  return { state: encoderStates.handover.lose, newest, leaving: undefined };
};
