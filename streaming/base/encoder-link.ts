import type { EncoderState, StreamFormat } from '#contract/engine/engine.ts';
import type { Frame } from '#streaming/frames/frame.ts';

/** A sender's description of itself when it connects; `presenter`: the ID of the one whose password it used. */
export type EncoderHello = { ip: string; user_agent: string; name: string; presenter?: string | undefined };

/** Requests from the station to a connected sender's link. */
export type EncoderLink = {
  /** The lead is below its limit again: continue reading. */
  resume(): void;
  /** The station's format changed: frames must fit the new one. */
  reformat(): void;
  /** Close the connection. */
  drop(reason: string): void;
};

/** The station's side of a connected sender. */
export type EncoderInput = {
  readonly format: StreamFormat;
  /** ms of audio received and not yet on the air. */
  readonly lead: number;
  /** The first bytes arrived: the encoder's steadiness is measured from here. */
  begin(): void;
  push(frame: Frame): void;
  /** A leading frame that must not be played: an encoder's lead-in. */
  skip(frame: Frame): void;
  describe(encoder: Omit<EncoderState, 'ip' | 'user_agent' | 'since' | 'presenter'>): void;
  title(title: string, url: string): void;
  /** A break of so many ms begins with the next frame, or ends before it. */
  advertise(ms: number | null): void;
  end(reason: string): void;
};

export type AttachResult =
  | { input: EncoderInput }
  | { refused: 'unknown' | 'stopped' | 'in_use' | 'barred' | 'presenter'; reason: string };
