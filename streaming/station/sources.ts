import type { SourceEvent } from '#contract/engine.ts';
import type { AttachResult, EncoderHello, EncoderInput, EncoderLink } from '#streaming/base/encoder-link.ts';
import { createPulledSources } from './pulled-sources.ts';
import type { CueAlignment } from './cue-alignment.ts';
import { createInput, type Input } from './input.ts';
import type { StationOutput } from './station-output.ts';
import type { PullDependencies } from './slot.ts';

export type SourcesOptions = PullDependencies & {
  /** The station's output; undefined while the station is off. */
  output(): StationOutput | undefined;
  alignment: CueAlignment;
  /** Another sender is on the air; runs what follows a turn. */
  switched(now: number): void;
  /** Schedules a turn for when a lost sender's tail is over. */
  scheduleTurn(): void;
  titled(input: Input): void;
  /** A master's break begins, or ends (null). */
  advertised(input: Input, ms: number | null): void;
  /** The station's state changed. */
  changed(): void;
  note(event: SourceEvent['event'], reason: string, about: Pick<Input, 'kind' | 'url' | 'hello'>): void;
};

export type Sources = {
  readonly encoder: Input | undefined;
  /** All connected encoders: two while one hands over to the other. */
  readonly encoders: readonly Input[];
  /** Connects an encoder in place of the last one; in a handover that one plays until the new one is steady. */
  attach(link: EncoderLink, hello: EncoderHello, isHandover?: boolean): AttachResult;
  /** Disconnects the encoders that match. */
  dropEncoders(reason: string, matches?: (encoder: Input) => boolean): void;
  /** The encoder sends a title beside its audio; false without an encoder, or if it is not this presenter's. */
  retitle(title: string, url: string, presenter?: string): boolean;
  /** The highest-priority sender that can play at once. */
  successor(now: number): Input | undefined;
  /** Applies the desired sources. */
  apply(): void;
  /** Runs once a round. */
  turn(now: number): void;
  /** Closes pulled sources; an encoder stays connected. */
  close(reason: string): void;
};

/** A pulled stream that returns while another sender plays must have had audio for this long, ms. */
const provenMs = 5000;
/** A lead above this comes from an encoder that does not pace itself; its end isn't cut, ms. */
const unpacedMs = 2000;
/** Audio that a waiting encoder keeps buffered, ms. */
const waitingMs = 1000;

/** All senders of a station; the highest-priority one that is steady and not silent goes on the air. */
export function createSources(options: SourcesOptions): Sources {
  const { clock, desired, output, alignment } = options;
  let encoder: Input | undefined;
  let encoderPort: EncoderInput | undefined;
  /** The encoder that plays until the new one is steady. */
  let leaving: { input: Input; port: EncoderInput } | undefined;
  let steadyTimer: NodeJS.Timeout | undefined;
  const onAir = (): Input | undefined => output()?.onAir;
  const pulled = createPulledSources(
    options,
    {
      received: (input) => input !== onAir() && consider(),
      titled: options.titled,
      advertised: options.advertised,
      silent(input, reason) {
        output()?.removeSender(input, clock.now(), reason, 'cut');
        afterChange();
      },
      ended(input, reason) {
        output()?.removeSender(input, clock.now(), reason, pulled.has(input) ? 'play' : 'cut');
        afterChange();
      },
      failed: () => plan(clock.now()),
      note: options.note,
    },
    onAir,
  );

  function encoders(): Input[] {
    return [encoder, leaving?.input].filter((input) => input !== undefined);
  }

  /** Smaller ranks first. A relay's own encoder ranks below its source, unless it may interrupt it. */
  function rank(input: Input): number {
    if (input.kind === 'relay' && !desired().interrupt_master) return -2;
    if (input === leaving?.input) return -0.5;
    return input.kind === 'live' ? -1 : pulled.positionOf(input);
  }

  function ranked(): Input[] {
    const all = [...encoders(), ...pulled.inputs()];
    return all.length < 2 ? all : all.sort((a, b) => rank(a) - rank(b));
  }

  function neededMs(input: Input, current: Input | undefined): number {
    return current && input.kind !== 'live' ? provenMs : desired().steady_ms;
  }

  function isReady(input: Input, current: Input | undefined, now: number): boolean {
    const isSteady = input.isSteady(now, neededMs(input, current));
    if (input.kind === 'live') return isSteady;
    if (pulled.isSilent(input) || (current && !pulled.isAudible(input))) return false;
    return isSteady && input.isDelivering(now);
  }

  /** Puts the highest-priority ready sender on the air; schedules itself for when another could be ready. */
  function consider(): void {
    const now = clock.now();
    const current = onAir();
    if (!output()) return;
    clearTimeout(steadyTimer);
    let soonest = Infinity;
    for (const input of ranked()) {
      if (current && (input === current || rank(input) >= rank(current))) break;
      if (isReady(input, current, now)) return putOnAir(input, now);
      const { since } = input.source;
      const remaining = since === undefined ? 0 : since + neededMs(input, current) - now;
      if (remaining > 0) soonest = Math.min(soonest, remaining);
    }
    if (soonest < Infinity) steadyTimer = setTimeout(consider, soonest + 1);
  }

  function putOnAir(input: Input, now: number): void {
    if (input.wasLost && input.kind === 'live')
      input.source.keepNewest(Math.max(desired().steady_ms, 100, alignment.holdMs));
    input.wasLost = false;
    output()?.switchTo(input, now);
    if (input === encoder) leaving?.input.drop('Another presenter is on the air.');
    plan(now);
    options.switched(now);
  }

  function plan(now: number): void {
    const current = onAir();
    if (!output()) return;
    pulled.plan(now, current, current?.kind === 'live' && current.isDelivering(now));
  }

  function afterChange(): void {
    if (!output()) return;
    plan(clock.now());
    options.scheduleTurn();
    options.changed();
  }

  /** If an encoder is lost before it could take over, the one that was to leave stays. */
  function forget(input: Input): void {
    if (encoder === input) {
      encoder = leaving?.input;
      encoderPort = leaving?.port;
      leaving = undefined;
    }
    if (leaving?.input === input) leaving = undefined;
  }

  return {
    get encoder() {
      return encoder;
    },
    get encoders() {
      return encoders();
    },
    attach(link, hello, isHandover = false) {
      const traits = {
        kind: 'live',
        cushionMs: () => Math.max(Math.min(desired().steady_ms, 100), alignment.holdMs),
        restMs: () => Math.max(waitingMs, alignment.holdMs),
        tap: alignment.heard,
        place: alignment.titled,
      } as const;
      leaving?.input.drop('Another encoder took its place.');
      if (isHandover && encoder && encoderPort && encoder === onAir()) leaving = { input: encoder, port: encoderPort };
      else encoder?.drop('Another encoder took its place.');
      const { input, port } = createInput(desired, traits, link, hello, clock, {
        received: () => input !== onAir() && consider(),
        described: options.changed,
        titled: () => options.titled(input),
        ended(reason) {
          options.note('disconnected', reason, input);
          forget(input);
          const isUnpaced = input.source.lead > unpacedMs + alignment.holdMs;
          output()?.removeSender(input, clock.now(), reason, isUnpaced ? 'play' : 'cut');
          if (output()) afterChange();
          else options.changed();
        },
      });
      encoder = input;
      encoderPort = port;
      options.note('connected', '', input);
      options.changed();
      return { input: port };
    },
    dropEncoders(reason, matches = () => true) {
      for (const input of encoders()) if (matches(input)) input.drop(reason);
    },
    retitle(title, url, presenter) {
      if (!encoder || (presenter !== undefined && encoder.hello.presenter !== presenter)) return false;
      encoderPort?.title(title, url);
      return true;
    },
    successor: (now) => {
      const next = ranked().find((input) => input !== onAir() && isReady(input, undefined, now));
      if (next) next.wasLost = false;
      return next;
    },
    apply() {
      pulled.apply();
      plan(clock.now());
      consider();
    },
    turn(now) {
      const current = onAir();
      for (const input of ranked()) {
        input.relieve();
        const isWaiting = input !== current && (input.kind !== 'live' || isReady(input, undefined, now));
        if (isWaiting) input.wait(now);
      }
      plan(now);
      consider();
    },
    close(reason) {
      clearTimeout(steadyTimer);
      leaving?.input.drop(reason);
      pulled.close(reason);
    },
  };
}
