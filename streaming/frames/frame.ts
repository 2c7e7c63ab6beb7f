/** The content of one frame's header. Lengths in bytes, rates in Hz and bit/s. */
export type FrameHeader = {
  codec: 'mp3' | 'aac';
  length: number;
  samples: number;
  sample_rate: number;
  channels: number;
  /** 0 where the header does not have it (AAC). */
  bitrate: number;
};

/** One whole frame as a range of a larger buffer: adjacent frames are sent without a copy. */
export type Frame = {
  buffer: Buffer;
  start: number;
  end: number;
  samples: number;
  /** The frame does not continue the one before, as after a tag between two files. */
  isFirst?: boolean;
};

/** Consecutive whole frames and the offset of each. */
export type FrameRun = { offsets: readonly number[]; data: Buffer };
