import type { EncoderHello, EncoderInput, EncoderLink } from '#streaming/station/air.ts';

/** Sound that a station gets by itself: once open it is tried again for as long as it stays open. */
export type Feed = { open(): void; close(reason: string): void };

export type FeedEvents = {
  /** Sound begins to come; gives where it goes. */
  connected(link: EncoderLink, hello: EncoderHello): EncoderInput;
  /** An attempt came to nothing. */
  failed(reason: string): void;
};

/** How many frames at the beginning of a stream that is joined midway are only kept for those after them: their own sound may begin in frames that never came. */
export const joiningFrames = 4;
