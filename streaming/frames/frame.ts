/** What one frame's header says. Lengths in bytes, rates in Hz and bit/s. */
export type FrameHeader = {
  codec: 'mp3' | 'aac';
  length: number;
  samples: number;
  sample_rate: number;
  channels: number;
  /** 0 where the header does not tell (AAC). */
  bitrate: number;
};

/** One whole frame, as a stretch of a larger buffer: frames that lie side by side are sent without a copy. */
export type Frame = {
  buffer: Buffer;
  start: number;
  end: number;
  samples: number;
  /** Something else lies before it, as a tag between two files: it follows on no frame. */
  isFirst?: boolean;
};

/** Whole frames one after the other, and where each begins. */
export type FrameRun = { offsets: readonly number[]; data: Buffer };
