import type { EncoderHello, EncoderInput, EncoderLink } from '#streaming/base/encoder-link.ts';

/** Audio that a station pulls: while open, the connection is retried. */
export type Feed = { open(): void; close(reason: string): void };

export type FeedEvents = {
  /** Audio is about to arrive; returns the input for it. */
  connected(link: EncoderLink, hello: EncoderHello): EncoderInput;
  /** An attempt failed. */
  failed(reason: string): void;
};

/**
 * Frames at the start of a stream joined midway that only serve those after them: their main data may begin in frames
 * never received.
 */
export const joiningFrames = 4;
