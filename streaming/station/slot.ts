import type { RelaySource, SourceEvent, StationDesired } from '#contract/engine/engine.ts';
import { createAutomationFeed } from '#streaming/automation/automation-feed.ts';
import type { Automations } from '#streaming/automation/automations.ts';
import type { Frame } from '#streaming/frames/frame.ts';
import type { Media } from '#streaming/media/media.ts';
import type { DialBudget } from '#streaming/relay/dial-budget.ts';
import type { Feed } from '#streaming/relay/feed.ts';
import { createLoudnessWatch } from '#streaming/relay/loudness-watch.ts';
import type { Masters } from '#streaming/relay/masters.ts';
import { createStationFeed } from '#streaming/relay/station-feed.ts';
import { createUrlFeed } from '#streaming/relay/url-feed.ts';
import { redactUrl } from '#streaming/relay/stream-url.ts';
import type { Converters } from '#streaming/adapt/converters.ts';
import type { Clock } from '#streaming/base/clock.ts';
import type { EncoderHello, EncoderInput, EncoderLink } from '#streaming/base/encoder-link.ts';
import type { StationsOptions } from './stations-options.ts';
import { createInput, type Input } from './input.ts';

/** A source that a station pulls, at its position in the priority order. */
export type SlotSpec =
  | { kind: 'relay' | 'failover'; source: RelaySource }
  | { kind: 'automation'; source: { kind: 'automation'; mix_ms: number; level: boolean } };

export type Slot = {
  readonly spec: SlotSpec;
  /** The current connection. */
  input(): Input | undefined;
  /** Whether the input is this slot's current or last one. */
  owns(input: Input): boolean;
  isSilent(): boolean;
  isAudible(): boolean;
  /** Whether this slot has no audio for now, so that the next one is tried. */
  isUnavailable(now: number): boolean;
  open(now: number): void;
  close(reason: string): void;
};

export type PullDependencies = Required<Pick<StationsOptions, 'mayDial' | 'measure'>> & {
  desired(): StationDesired;
  clock: Clock;
  converters: Converters;
  masters: Masters;
  /** Limits the servers that the station may try. */
  mayTry: DialBudget;
  automations: Automations;
  media: Media;
  /** Whether a station of this engine has audio other than silence. */
  hasAudio(station: string): boolean;
};

export type SlotEvents = {
  received(input: Input): void;
  titled(input: Input): void;
  advertised(input: Input, ms: number | null): void;
  silent(input: Input, reason: string): void;
  ended(input: Input, reason: string): void;
  failed(): void;
  note(event: SourceEvent['event'], reason: string, about: Pick<Input, 'kind' | 'url' | 'hello'>): void;
  longestPauseMs(): number;
};

/** Unless monitoring is configured, a stream below this loudness (LUFS) for this long (ms) is silent. */
const silence = { below_lufs: -60, after_ms: 10_000 };
/** The next slot is tried too when connecting takes longer than this, ms. */
const patienceMs = 2000;
/**
 * Audio that must be buffered before switching, and that stays buffered while waiting, ms: a master's audio arrives in
 * batches of half a second.
 */
const buffered = {
  automation: { cushion: 300, rest: 1000 },
  station: { cushion: 600, rest: 1000 },
  url: { cushion: 300, rest: 3000 },
};

/** One stream that a station pulls, across all its connections. */
export const createSlot = (spec: SlotSpec, dependencies: PullDependencies, events: SlotEvents): Slot => {
  const { desired, clock } = dependencies;
  const { kind, source } = spec;
  const url = source.kind === 'url' ? redactUrl(source.url) : undefined;
  let input: Input | undefined;
  let last: Input | undefined;
  let isOpen = false;
  let hasFailed = false;
  let wasDelivering = false;
  let triedSince = 0;
  let lastReason = '';
  const watch = createLoudnessWatch({
    format: desired().format,
    settings: () => desired().dead_air ?? silence,
    measure: dependencies.measure,
    changed(isSilent) {
      if (isSilent && input) events.silent(input, 'it is silent');
    },
  });
  const tap = source.kind === 'url' ? (frame: Frame) => watch.push(frame) : undefined;

  const createFeed = (): Feed => {
    const feedEvents = { connected, failed };
    const { converters, masters, mayDial, mayTry } = dependencies;
    if (source.kind === 'url') {
      const { longestPauseMs } = events;
      return createUrlFeed({ url: source.url, mayDial, mayTry, converters, longestPauseMs, events: feedEvents });
    }
    if (source.kind === 'automation') {
      const { automations, media } = dependencies;
      const { key: station } = desired();
      return createAutomationFeed({
        station,
        media,
        mix: source,
        desired,
        automations,
        converters,
        events: feedEvents,
      });
    }
    return createStationFeed({
      master: source.key,
      masters,
      hasAudio: () => dependencies.hasAudio(source.key),
      format: () => desired().format,
      converters,
      events: feedEvents,
    });
  };

  const connected = (link: EncoderLink, hello: EncoderHello): EncoderInput => {
    const { cushion, rest } = buffered[source.kind];
    const traits = { kind, url, tap, cushionMs: () => cushion, restMs: () => rest };
    watch.restart();
    const created = createInput(desired, traits, link, hello, clock, {
      received: () => events.received(created.input),
      described: () => undefined,
      titled: () => events.titled(created.input),
      advertised: (ms) => events.advertised(created.input, ms),
      ended(reason) {
        if (input === created.input) input = undefined;
        hasFailed = true;
        events.note('disconnected', reason, created.input);
        events.ended(created.input, reason);
      },
    });
    input = created.input;
    last = created.input;
    lastReason = '';
    events.note('connected', '', created.input);
    return created.port;
  };

  /** Repeated failures for the same reason are recorded once. */
  const failed = (reason: string): void => {
    hasFailed = true;
    if (reason !== lastReason)
      events.note('refused', reason, { kind, url, hello: { ip: '', user_agent: '', name: '' } });
    lastReason = reason;
    events.failed();
  };
  const feed = createFeed();

  return {
    spec: spec,
    input: () => input,
    owns: (one) => one === last,
    isSilent: () => watch.isSilent,
    isAudible: () => source.kind !== 'url' || watch.isAudible,
    isUnavailable(now) {
      const isDelivering = input?.isDelivering(now) === true;
      if (wasDelivering && !isDelivering) hasFailed = true;
      wasDelivering = isDelivering;
      if (isDelivering) hasFailed = false;
      return watch.isSilent || hasFailed || (!isDelivering && now - triedSince > patienceMs);
    },
    open(now) {
      if (isOpen) return;
      isOpen = true;
      hasFailed = false;
      wasDelivering = false;
      triedSince = now;
      feed.open();
    },
    close(reason) {
      if (!isOpen) return;
      isOpen = false;
      feed.close(reason);
    },
  };
};
