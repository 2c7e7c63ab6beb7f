/** Containers that are read; what a file is comes from its bytes, never from its name. */
export type AudioKind = 'mp3' | 'aac' | 'flac' | 'wav' | 'mov' | 'ogg';

/** What a rendition has to be: the one format of a station on the air. Rates in bit/s and Hz. */
export type RenditionFormat = {
  codec: 'mp3' | 'aac';
  bitrate: number;
  sample_rate: number;
  channels: number;
};

export type Tags = { title: string; artist: string; album: string };

/**
 * Loudness of the sound as it will be played: integrated (LUFS) and true peak (dBTP); silence has neither. Codec and
 * bit rate (bit/s) are the file's own.
 */
export type Measure = {
  durationMs: number;
  loudness: number | null;
  truePeak: number | null;
  codec: string;
  bitrate: number;
};

export type Rendition = { size: number; durationMs: number; frames: number };

/** How a long piece of work is watched: `progress` gets 0–1, `signal` ends it. */
export type Watch = { progress?: (part: number) => void; signal?: AbortSignal };

/** Reads, measures and prepares sound files that strangers uploaded. */
export type AudioEngine = {
  /** Whether sound can be prepared at all. */
  available(): Promise<boolean>;
  /** What the file is, by its first bytes; refuses with `media.empty` or `media.notAudio`. */
  identify(path: string): Promise<AudioKind>;
  /** Title, artist and album from the tags, from the file's name where there are none. */
  tags(path: string, filename: string): Promise<Tags>;
  /** A hash of the encoded sound alone, however it is tagged; `out` is a path to work at. Undefined where it can't be had. */
  soundHash(path: string, kind: AudioKind, out: string): Promise<string | undefined>;
  /** Writes the picture in the file's tags to `out`, as it is and as a stranger made it; false where there is none. */
  takePicture(path: string, kind: AudioKind, out: string): Promise<boolean>;
  /** Decodes the whole file. Refuses with `media.notAudio`, `media.tooLong` or `media.encoderMissing`. */
  measure(path: string, kind: AudioKind, channels: number, watch?: Watch): Promise<Measure>;
  /** Writes the levelled rendition to `out`: whole frames only, no tags, no bit reservoir, beginning on the first sample. */
  render(
    source: { path: string; kind: AudioKind; measure: Measure },
    format: RenditionFormat,
    out: string,
    watch?: Watch,
  ): Promise<Rendition>;
};
