/** Containers that are read; what a file is comes from its bytes, never from its name. */
export type AudioKind = 'mp3' | 'aac' | 'flac' | 'wav' | 'mov' | 'ogg';

/** What a rendition has to be: the one format of a station on the air. Rates in bit/s and Hz. */
export type RenditionFormat = {
  codec: 'mp3' | 'aac';
  bitrate: number;
  sample_rate: number;
  channels: number;
};

/** `isrc` without dashes, `label` who releases it. */
export type Tags = { title: string; artist: string; album: string; isrc: string; label: string };

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

/** What of a file's sound is heard, s; the rest is cut out. */
export type Part = { from: number; to: number };

/** A file that was read through: its sound, and the lowest and highest sample of each stretch of it. */
export type Survey = {
  durationMs: number;
  channels: number;
  /** −128 to 127: min and max of each stretch, of which there are `perSecond` in a second. */
  peaks: Int8Array;
  perSecond: number;
};

/** How an episode is made of its file: the parts that are kept (all of it without), brought to −16 LUFS (mono −19) where asked. */
export type EpisodeEdit = { parts: Part[] | undefined; level: boolean };

/** What is written at the beginning of an episode's file. Times in ms. */
export type EpisodeTags = {
  title: string;
  subtitle: string;
  artist: string;
  album: string;
  /** 2026-11-22, or nothing. */
  date: string;
  episode: number | null;
  season: number | null;
  chapters: { startMs: number; endMs: number; title: string; url: string }[];
  /** A JPEG file. */
  cover: Buffer | undefined;
};

/** How a long piece of work is watched: `progress` gets 0–1, `signal` ends it. */
export type Watch = { progress?: (part: number) => void; signal?: AbortSignal };

/** Reads, measures and prepares sound files that strangers uploaded. */
export type AudioEngine = {
  /** Whether sound can be prepared at all. */
  available(): Promise<boolean>;
  /** What the file is, by its first bytes; refuses with `media.empty` or `media.notAudio`. */
  identify(path: string): Promise<AudioKind>;
  /**
   * Title, artist and album from the tags, from the file's name where there are none; ISRC and label from the tags alone.
   * Refuses with `media.tagsTooLarge` or `media.tagsUnreadable`.
   */
  tags(path: string, filename: string): Promise<Tags>;
  /** A hash of the encoded sound alone, however it is tagged; `out` is a path to work at. Undefined where it can't be had. */
  soundHash(path: string, kind: AudioKind, out: string): Promise<string | undefined>;
  /** Writes the picture in the file's tags to `out`, as it is and as a stranger made it; false where there is none. */
  takePicture(path: string, kind: AudioKind, out: string): Promise<boolean>;
  /** Decodes the whole file. Refuses with `media.notAudio`, `media.tooLong` or `media.encoderMissing`. */
  measure(path: string, kind: AudioKind, channels: number, watch?: Watch): Promise<Measure>;
  /** Where the sound of a file begins and ends, s, once it is played at a station's loudness; all of it where it is silent. */
  soundOf(
    source: { path: string; kind: AudioKind; measure: Measure },
    format: RenditionFormat,
    watch?: Watch,
  ): Promise<Part>;
  /**
   * Writes the levelled rendition of the part (of all without) to `out`: whole frames only, no tags, no bit reservoir, beginning on
   * its first sample. Peaks that would pass −1 dBTP are limited.
   */
  render(
    source: { path: string; kind: AudioKind; measure: Measure; part?: Part },
    format: RenditionFormat,
    out: string,
    watch?: Watch,
  ): Promise<Rendition>;
  /** Writes the sound of these files, one after the other, to `out` as MP3. Refuses with `media.notAudio`. */
  join(paths: readonly string[], out: string, watch?: Watch): Promise<void>;
  /** Decodes the whole file for its exact duration and its peaks. Refuses as `measure`. */
  survey(path: string, kind: AudioKind, watch?: Watch): Promise<Survey>;
  /**
   * Writes an episode's MP3 without tags: 44.1 kHz, 128 kbit/s in stereo and 96 in mono, with the header that tells its exact
   * length. Refuses as `measure`.
   */
  renderEpisode(
    source: { path: string; kind: AudioKind; channels: number; durationMs: number },
    edit: EpisodeEdit,
    out: string,
    watch?: Watch,
  ): Promise<{ durationMs: number }>;
  /**
   * Copies the frames of an MP3 file as they are, without its tags and what else is between them; `isSameLength` where a decoder
   * hears exactly as much as before. Undefined where players would stumble: then it has to be encoded anew.
   */
  copyFrames(path: string, out: string): Promise<{ isSameLength: boolean } | undefined>;
  /** Writes `from` (frames, tagged or not) to `out` behind these tags; the frames stay as they are. */
  tagEpisode(from: string, tags: EpisodeTags, out: string): Promise<{ size: number; sha256: string }>;
};
