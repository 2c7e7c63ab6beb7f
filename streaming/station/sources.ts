import type { SourceEvent } from '#contract/engine.ts';
import type { AttachResult, EncoderHello, EncoderLink } from './air.ts';
import { createFetched } from './fetched.ts';
import { createInput, type Input } from './input.ts';
import type { Program } from './program.ts';
import type { Fetching } from './slot.ts';

export type SourcesOptions = Fetching & {
  /** What is on the air; undefined while the station is off. */
  program(): Program | undefined;
  /** Something else is on the air: what follows a turn. */
  taken(now: number): void;
  /** A turn is due soon: the tail of a sender is over then. */
  turnSoon(): void;
  titled(input: Input): void;
  /** What is told of the station is another. */
  changed(): void;
  note(event: SourceEvent['event'], reason: string, about: Pick<Input, 'kind' | 'url' | 'hello'>): void;
};

export type Sources = {
  readonly encoder: Input | undefined;
  /** Takes an encoder; one is there at a time. */
  attach(link: EncoderLink, hello: EncoderHello): AttachResult;
  /** The highest that can be heard at once. */
  successor(now: number): Input | undefined;
  /** Follows what the station is wanted to fetch. */
  apply(): void;
  /** What there is to do once a round. */
  turn(now: number): void;
  /** Ends what is fetched; an encoder stays. */
  close(reason: string): void;
};

/** A fetched stream that returns while another sender is heard must have sounded for so long, ms. */
const provenMs = 5000;
/** A lead above this comes from an encoder that does not pace itself, whose end isn't cut, ms. */
const unpacedMs = 2000;
/** What an encoder that waits keeps in hand, ms. */
const waitingMs = 1000;

/** Everybody who can send a station its sound, and who of them is on the air: the highest that is steady and not silent. */
export function createSources(options: SourcesOptions): Sources {
  const { clock, desired, program } = options;
  let encoder: Input | undefined;
  let steadyTimer: NodeJS.Timeout | undefined;
  const onAir = (): Input | undefined => program()?.onAir;
  const fetched = createFetched(
    options,
    {
      sound: (input) => input !== onAir() && consider(),
      titled: options.titled,
      silent(input, reason) {
        program()?.leave(input, clock.now(), reason, 'cut');
        settle();
      },
      ended(input, reason) {
        program()?.leave(input, clock.now(), reason, fetched.has(input) ? 'play' : 'cut');
        settle();
      },
      failed: () => plan(clock.now()),
      note: options.note,
    },
    onAir,
  );

  /** Smaller is higher. A relay's own encoder waits behind its source, unless it is to interrupt it. */
  function rank(input: Input): number {
    if (input.kind === 'relay' && !desired().interrupt_master) return -2;
    return input.kind === 'live' ? -1 : fetched.placeOf(input);
  }

  function ranked(): Input[] {
    const all = encoder ? [encoder, ...fetched.inputs()] : fetched.inputs();
    return all.length < 2 ? all : all.sort((a, b) => rank(a) - rank(b));
  }

  function neededMs(input: Input, current: Input | undefined): number {
    return current && input.kind !== 'live' ? provenMs : desired().steady_ms;
  }

  function isReady(input: Input, current: Input | undefined, now: number): boolean {
    const isSteady = input.isSteady(now, neededMs(input, current));
    if (input.kind === 'live') return isSteady;
    if (fetched.isSilent(input) || (current && !fetched.isAudible(input))) return false;
    return isSteady && input.isDelivering(now);
  }

  /** Puts the highest that is ready on the air; asks again when another could be. */
  function consider(): void {
    const now = clock.now();
    const current = onAir();
    if (!program()) return;
    clearTimeout(steadyTimer);
    let soonest = Infinity;
    for (const input of ranked()) {
      if (current && (input === current || rank(input) >= rank(current))) break;
      if (isReady(input, current, now)) return take(input, now);
      const { since } = input.source;
      const left = since === undefined ? 0 : since + neededMs(input, current) - now;
      if (left > 0) soonest = Math.min(soonest, left);
    }
    if (soonest < Infinity) steadyTimer = setTimeout(consider, soonest + 1);
  }

  function take(input: Input, now: number): void {
    if (input.wasLost && input.kind === 'live') input.source.keepNewest(Math.max(desired().steady_ms, 100));
    input.wasLost = false;
    program()?.take(input, now);
    plan(now);
    options.taken(now);
  }

  function plan(now: number): void {
    const heard = onAir();
    if (!program()) return;
    fetched.plan(now, heard, heard !== undefined && heard === encoder && heard.isDelivering(now));
  }

  function settle(): void {
    if (!program()) return;
    plan(clock.now());
    options.turnSoon();
    options.changed();
  }

  return {
    get encoder() {
      return encoder;
    },
    attach(link, hello) {
      const cushionMs = (): number => Math.min(desired().steady_ms, 100);
      const traits = { kind: 'live', cushionMs, restMs: () => waitingMs } as const;
      encoder?.drop('Another encoder took its place.');
      const { input, port } = createInput(desired, traits, link, hello, clock, {
        sound: () => input !== onAir() && consider(),
        described: options.changed,
        titled: () => options.titled(input),
        ended(reason) {
          options.note('disconnected', reason, input);
          if (encoder === input) encoder = undefined;
          program()?.leave(input, clock.now(), reason, input.source.lead > unpacedMs ? 'play' : 'cut');
          if (program()) settle();
          else options.changed();
        },
      });
      encoder = input;
      options.note('connected', '', input);
      options.changed();
      return { input: port };
    },
    successor: (now) => {
      const next = ranked().find((input) => input !== onAir() && isReady(input, undefined, now));
      if (next) next.wasLost = false;
      return next;
    },
    apply() {
      fetched.apply();
      plan(clock.now());
      consider();
    },
    turn(now) {
      const heard = onAir();
      for (const input of ranked()) {
        input.relieve();
        const isWaiting = input !== heard && (input.kind !== 'live' || isReady(input, undefined, now));
        if (isWaiting) input.wait(now);
      }
      plan(now);
      consider();
    },
    close(reason) {
      clearTimeout(steadyTimer);
      fetched.close(reason);
    },
  };
}
