import type { StationDesired } from '#contract/engine/engine.ts';
import type { AutoDj } from '#streaming/autodj/autodj-port.ts';
import type { Frame } from '#streaming/frames/frame.ts';
import type { Input } from './input.ts';
import { autoDj, fallBack, fallSilent, lose, rest, take, type OutputIn, type OutputState } from './output-state.ts';
import type { SentAudio } from './sent-audio.ts';

/** The frames that a station sends, one after the other, from the source that is on the air. */
export type OutputFrames = {
  output(): OutputState;
  /** When a stalled sender will count as lost; undefined while audio arrives. */
  deadline(): number | undefined;
  /** A turn of the station begins. */
  beginTurn(): void;
  /** The next frame; undefined while there is none. */
  next(now: number): Frame | undefined;
  /** At rest: plays the Auto DJ as soon as it has audio. */
  wake(): void;
  /** Puts a sender on the air. */
  take(input: Input): void;
  /** The sender on the air was lost: it plays until so many µs of audio are sent. */
  lose(reason: string, until: number): void;
};

type Options = {
  sent: SentAudio;
  autodj: AutoDj;
  settings(): Pick<StationDesired, 'stall_ms' | 'hold_ms'>;
  /** The sender to play next when the current one is lost; without one the Auto DJ plays. */
  successor(now: number): Input | undefined;
  /** Another source is on the air from the next frame on; `left`: the previous sender, if any. */
  switched(to: OutputState, left: Input | undefined, reason: string): void;
};

/** How long to wait for a slow disk before filling with silence, ms. */
const patienceMs = 1000;
/** How long nothing is sent while a sender stalls: listeners play from their burst, ms. */
const withholdMs = 3000;

/** Starts with the Auto DJ, or silence if that has nothing to play. */
export const createOutputFrames = ({ sent, autodj, settings, successor, switched }: Options): OutputFrames => {
  let output: OutputState = autodj.status() === 'empty' ? fallSilent(autoDj) : autoDj;
  let deadline: number | undefined;
  /** The Auto DJ reads between turns: it is asked once per turn. */
  let isDry = false;

  const change = (to: OutputState, reason: string, left?: Input): void => {
    sent.end();
    output = to;
    to.input?.source().cut();
    switched(to, left, reason);
  };

  const next = (now: number): Frame | undefined => {
    if (output.input) return nextOf(output, now);
    const frame = isDry ? undefined : autodj.pull();
    isDry = !frame;
    if (!frame) return nextWithoutAudio(now);
    if (output.state !== 'autodj') change(fallBack(output), '');
    return frame;
  };

  const nextOf = (sender: OutputIn<'sender'> | OutputIn<'ending'>, now: number): Frame | undefined => {
    const { input } = sender;
    // A silent stream still sends: without an end of its tail, its buffer would never be empty and it would never be replaced.
    const isOver = sender.state === 'ending' && sent.at() >= sender.until;
    const frame = isOver ? undefined : input.source().pull();
    if (frame) return frame;
    const { stall_ms } = settings();
    const quietSince = input.source().last() ?? now;
    if (sender.state === 'ending') return nextAfter(sender, sender.reason, now);
    if (now - quietSince >= stall_ms) return nextAfter(sender, `no audio for ${stall_ms} ms`, now);
    if (sent.owed(now) <= withholdMs) {
      deadline = quietSince + stall_ms;
      return undefined;
    }
    input.source().cut();
    return sent.silence;
  };

  const nextAfter = (lost: OutputIn<'sender'> | OutputIn<'ending'>, reason: string, now: number): Frame | undefined => {
    const input = successor(now);
    if (input) change(take(lost, input), reason, lost.input);
    else change(autodj.status() === 'empty' ? fallSilent(lost) : fallBack(lost), reason, lost.input);
    return next(now);
  };

  /** Neither a sender nor the Auto DJ has audio. */
  const nextWithoutAudio = (now: number): Frame | undefined => {
    if (output.state === 'autodj') {
      if (autodj.status() === 'reading' && sent.owed(now) < patienceMs) return undefined;
      change(fallSilent(output), 'nothing to play');
    }
    return nextSilence(now);
  };

  const nextSilence = (now: number): Frame | undefined => {
    if (output.state !== 'silence') return undefined;
    output.since ??= now;
    if (now - output.since < settings().hold_ms) return sent.silence;
    change(rest(output), 'nothing to play');
    sent.stop();
    return undefined;
  };

  return {
    output: () => output,
    deadline: () => deadline,
    beginTurn() {
      deadline = undefined;
      isDry = false;
    },
    next,
    wake() {
      if (output.state !== 'none') return;
      if (autodj.status() === 'ready') change(fallBack(output), '');
      else autodj.pull();
    },
    take(input) {
      change(take(output, input), '', output.input);
    },
    lose(reason, until) {
      if (output.input) output = lose(output, reason, until);
    },
  };
};
