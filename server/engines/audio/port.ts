/** Accepted containers; identified by a file's bytes, never by its name. */
export type AudioKind = 'mp3' | 'aac' | 'flac' | 'wav' | 'mov' | 'ogg';

/** The format of a rendition: that of its station. Rates in bit/s and Hz. */
export type RenditionFormat = {
  codec: 'mp3' | 'aac';
  bitrate: number;
  sample_rate: number;
  channels: number;
};

/** `isrc` has no dashes, `label` is the record label. */
export type Tags = { title: string; artist: string; album: string; isrc: string; label: string };

/**
 * Integrated loudness (LUFS) and true peak (dBTP) of the audio as it will be played; null for silence. Codec and
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

/** A welcome prompt's length; `cut` if its file was longer, so that it fades out. */
export type RenderedPrompt = { ms: number; cut: boolean };

/** A part of a file's audio, s. */
export type Part = { from: number; to: number };

/** A fully decoded file: its duration and waveform peaks. */
export type Survey = {
  durationMs: number;
  channels: number;
  /** Minimum and maximum (−128 to 127) of each interval, `perSecond` intervals a second. */
  peaks: Int8Array;
  perSecond: number;
};

/** How to render an episode: the parts to use (undefined for all), and whether to level to −16 LUFS (mono −19). */
export type EpisodeEdit = { parts: Part[] | undefined; level: boolean };

/** The ID3 tags of an episode's file. Times in ms. */
export type EpisodeTags = {
  title: string;
  subtitle: string;
  artist: string;
  album: string;
  /** 2026-11-22, or empty. */
  date: string;
  episode: number | null;
  season: number | null;
  chapters: { startMs: number; endMs: number; title: string; url: string }[];
  /** A JPEG file. */
  cover: Buffer | undefined;
};

/** Observes a long operation: `progress` gets 0–1, `signal` aborts it. */
export type Watch = { progress?: (part: number) => void; signal?: AbortSignal };

/** Reads, measures and renders untrusted audio files. */
export type AudioEngine = {
  /** Whether audio can be processed at all. */
  available(): Promise<boolean>;
  /** Identifies the file by its first bytes; refuses with `media.empty` or `media.notAudio`. */
  identify(path: string): Promise<AudioKind>;
  /**
   * Title, artist and album from the tags or else the file name; ISRC and label from the tags only.
   * Refuses with `media.tagsTooLarge` or `media.tagsUnreadable`.
   */
  tags(path: string, filename: string): Promise<Tags>;
  /** A hash of the encoded audio without tags; `out` is a temporary path. Undefined if the file can't be read. */
  audioHash(path: string, kind: AudioKind, out: string): Promise<string | undefined>;
  /** Writes the picture embedded in the tags to `out`, unchanged and untrusted; false if there is none. */
  extractPicture(path: string, kind: AudioKind, out: string): Promise<boolean>;
  /** Decodes the whole file. Refuses with `media.notAudio`, `media.tooLong` or `media.encoderMissing`. */
  measure(path: string, kind: AudioKind, channels: number, watch?: Watch): Promise<Measure>;
  /** The part of a file that is audible at station loudness, without silence at both ends, s; all of a silent file. */
  audiblePart(
    source: { path: string; kind: AudioKind; measure: Measure },
    format: RenditionFormat,
    watch?: Watch,
  ): Promise<Part>;
  /**
   * Writes the levelled rendition of the part (or the whole file) to `out`: whole frames only, no tags, no bit
   * reservoir, starting at its first sample. Peaks above −1 dBTP are limited.
   */
  render(
    source: { path: string; kind: AudioKind; measure: Measure; part?: Part },
    format: RenditionFormat,
    out: string,
    watch?: Watch,
  ): Promise<Rendition>;
  /**
   * Writes a spot's audio to `out` as WAV in 48 kHz stereo: the given part of the file, faded out at its end if it is
   * cut there. Refuses like `measure`.
   */
  cutSpot(path: string, kind: AudioKind, part: Part & { isCut: boolean }, out: string, watch?: Watch): Promise<void>;
  /** Concatenates the audio of these files to `out` as MP3. Refuses with `media.notAudio`. */
  concat(paths: readonly string[], out: string, watch?: Watch): Promise<void>;
  /** Decodes the whole file for its exact duration and peaks. Refuses like `measure`. */
  survey(path: string, kind: AudioKind, watch?: Watch): Promise<Survey>;
  /**
   * Writes an episode's MP3 without tags: 44.1 kHz, 128 kbit/s in stereo and 96 in mono, with a header of its exact
   * length. Refuses like `measure`.
   */
  renderEpisode(
    source: { path: string; kind: AudioKind; channels: number; durationMs: number },
    edit: EpisodeEdit,
    out: string,
    watch?: Watch,
  ): Promise<{ durationMs: number }>;
  /**
   * Copies the frames of an MP3 file unchanged, without tags or junk between them; `isSameLength` if the decoded
   * length is the same. Undefined if players would fail on it: then it has to be re-encoded.
   */
  copyFrames(path: string, out: string): Promise<{ isSameLength: boolean } | undefined>;
  /**
   * Writes a welcome prompt as callers hear it: at most `maxSeconds` through the chain of a telephone line, levelled to −16 LUFS, as µ-law
   * at 8 kHz without a header to `line` and as MP3 to `mp3`. Refuses with `media.notAudio`.
   */
  renderPrompt(
    source: { path: string; kind: AudioKind; maxSeconds: number },
    out: { line: string; mp3: string },
  ): Promise<RenderedPrompt>;
  /** Writes `from` (tagged or not) to `out` with these tags; the frames are unchanged. */
  tagEpisode(from: string, tags: EpisodeTags, out: string): Promise<{ size: number; sha256: string }>;
};

/**
 * Where the frames of an episode's MP3 are. Bytes count from the beginning of the file: its tag, an encoder's header frame,
 * then nothing but frames from `start` to `end`. `marks` are the bytes at which every 128th frame begins.
 */
export type EpisodeIndex = {
  sampleRate: number;
  channels: number;
  tag: number;
  start: number;
  end: number;
  frames: number;
  marks: number[];
};

/** Bytes `[from, to)` of an episode's file. */
export type ReadBytes = (from: number, to: number) => Promise<Buffer>;

/**
 * A place between two frames at which other audio can be played: the file's bytes until `before`, the other audio, then
 * `frames`, which replace those until `after`, as they need bytes from before the place.
 */
export type Join = { before: number; after: number; frames: Buffer };

/** Audio that begins at a join; `bytes` of `frames` frames. */
export type Insertion = { frame: number; join: Join; bytes: number; frames: number; /** µs */ duration: number };

/** Plays other audio in an episode's MP3 without encoding. */
export type EpisodeStitcher = {
  /** Undefined where nothing can be inserted: not whole frames of one MPEG-1 layer III format throughout. */
  index(chunks: AsyncIterable<Buffer>): Promise<EpisodeIndex | undefined>;
  /** The frame nearest to a time, ms. */
  frameAt(index: EpisodeIndex, ms: number): number;
  /** The join before a frame; before the one behind the last, the end of the audio. */
  joinAt(index: EpisodeIndex, frame: number, read: ReadBytes): Promise<Join>;
  /** What comes before the first frame: the tag with its chapters moved, and a header of the new length. */
  head(index: EpisodeIndex, insertions: readonly Insertion[], read: ReadBytes): Promise<Buffer>;
};
