import type { SourceEvent } from '#contract/engine/engine.ts';
import { createPulledSources } from './pulled-sources.ts';
import type { CueAlignment } from './cue-alignment.ts';
import { createEncoders, type Encoders } from './encoders.ts';
import type { Input } from './input.ts';
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
  readonly encoders: Encoders;
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

/** All senders of a station; the highest-priority one that is steady and not silent goes on the air. */
export const createSources = (options: SourcesOptions): Sources => {
  const { clock, desired, output, alignment } = options;
  let steadyTimer: NodeJS.Timeout | undefined;
  const onAir = (): Input | undefined => output()?.onAir();
  const received = (input: Input): void => {
    if (input !== onAir()) consider();
  };

  /** Smaller ranks first. A relay's own encoder ranks below its source, unless it may interrupt it. */
  const rank = (input: Input): number => {
    if (input.kind === 'relay' && !desired().interrupt_master) return -2;
    if (input === encoders.leaving()) return -0.5;
    return input.kind === 'live' ? -1 : pulled.positionOf(input);
  };

  const ranked = (): Input[] => {
    const all = [...encoders.all(), ...pulled.inputs()];
    return all.length < 2 ? all : all.sort((a, b) => rank(a) - rank(b));
  };

  const neededMs = (input: Input, current: Input | undefined): number =>
    current && input.kind !== 'live' ? provenMs : desired().steady_ms;

  const isReady = (input: Input, current: Input | undefined, now: number): boolean => {
    const isSteady = input.isSteady(now, neededMs(input, current));
    if (input.kind === 'live') return isSteady;
    if (pulled.isSilent(input) || (current && !pulled.isAudible(input))) return false;
    return isSteady && input.isDelivering(now);
  };

  /** Puts the highest-priority ready sender on the air; schedules itself for when another could be ready. */
  const consider = (): void => {
    const now = clock.now();
    const current = onAir();
    if (!output()) return;
    clearTimeout(steadyTimer);
    let soonest = Infinity;
    for (const input of ranked()) {
      if (current && (input === current || rank(input) >= rank(current))) break;
      if (isReady(input, current, now)) return putOnAir(input, now);
      const since = input.source().since();
      const remaining = since === undefined ? 0 : since + neededMs(input, current) - now;
      if (remaining > 0) soonest = Math.min(soonest, remaining);
    }
    if (soonest < Infinity) steadyTimer = setTimeout(consider, soonest + 1);
  };

  const putOnAir = (input: Input, now: number): void => {
    if (input.wasLost && input.kind === 'live')
      input.source().keepNewest(Math.max(desired().steady_ms, 100, alignment.holdMs()));
    input.wasLost = false;
    output()?.switchTo(input, now);
    if (input === encoders.newest()) encoders.leaving()?.drop('Another presenter is on the air.');
    plan(now);
    options.switched(now);
  };

  const plan = (now: number): void => {
    const current = onAir();
    if (!output()) return;
    pulled.plan(now, current, current?.kind === 'live' && current.isDelivering(now));
  };

  const removeSender = (input: Input, reason: string, tail: 'cut' | 'play'): void => {
    output()?.removeSender(input, clock.now(), reason, tail);
    if (!output()) return;
    plan(clock.now());
    options.scheduleTurn();
    options.changed();
  };
  const encoders = createEncoders({
    ...options,
    ...{ onAir, received },
    ended(input, reason) {
      const isUnpaced = input.source().lead() > unpacedMs + alignment.holdMs();
      removeSender(input, reason, isUnpaced ? 'play' : 'cut');
      if (!output()) options.changed();
    },
  });
  const pulled = createPulledSources(
    options,
    {
      ...{ received, titled: options.titled, advertised: options.advertised, note: options.note },
      silent: (input, reason) => removeSender(input, reason, 'cut'),
      ended: (input, reason) => removeSender(input, reason, pulled.has(input) ? 'play' : 'cut'),
      failed: () => plan(clock.now()),
    },
    onAir,
  );

  return {
    encoders,
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
      const [current, inputs] = [onAir(), ranked()];
      for (const input of inputs) {
        input.relieve();
        const isWaiting = input !== current && (input.kind !== 'live' || isReady(input, undefined, now));
        if (isWaiting) input.wait(now);
      }
      plan(now);
      if (inputs.length > 0) consider();
    },
    close(reason) {
      clearTimeout(steadyTimer);
      encoders.leaving()?.drop(reason);
      pulled.close(reason);
    },
  };
};
