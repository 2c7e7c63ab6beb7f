import { framesOf, type SoundKind } from './frames.ts';
import { mp4Fragment, mp4Head } from './mp4.ts';
import { beginningOf, firstSegments, readPlaylist, type ListedSegment } from './playlist.ts';

export type AttachedHls = {
  detach(): void;
  /** Asks for new sound at once: the network may be another one, on which what was asked for does not come any more. */
  hurry(): void;
  /** When the sound that is heard now was in the stream, ms since the epoch by the server's clock; undefined if unknown. */
  heardAt(): number | undefined;
};
/** Plays HLS in an audio element. `failed`: no more sound will come. */
export type AttachHls = (audio: HTMLAudioElement, url: string, failed: () => void) => AttachedHls;

const failuresAtMost = 4;
const fetchMs = 8000;
const keepS = 10;
const removeAfterS = 30;

/**
 * HLS of packed MP3 or AAC by Media Source Extensions: as it is where the browser takes bare frames, else in MP4, and
 * by the browser itself only where neither is possible, because Chromium claims to play HLS and then fails.
 */
export const attachHls: AttachHls = (audio, url, failed) => {
  const Source = mediaSource();
  if (!Source) {
    audio.src = url;
    audio.load();
    return { detach: () => {}, hurry: () => {}, heardAt: () => heardNatively(audio) };
  }
  const media = new Source();
  const stop = new AbortController();
  let turn = new AbortController();
  const timeline = createTimeline();
  const address = URL.createObjectURL(media);
  audio.disableRemotePlayback = 'ManagedMediaSource' in globalThis;
  audio.src = address;
  const opened = new Promise<void>((resolve) => {
    media.addEventListener('sourceopen', () => resolve(), { once: true, signal: stop.signal });
  });
  void opened
    .then(() => feed(audio, { media, Source, url, timeline, signal: stop.signal, turn: () => turn.signal }))
    .catch(failed);
  return {
    detach() {
      stop.abort();
      URL.revokeObjectURL(address);
    },
    hurry() {
      turn.abort();
      turn = new AbortController();
    },
    heardAt: () => timeline.at(audio.currentTime),
  };
};

/** Browsers that play HLS themselves know the date of the beginning. */
const heardNatively = (audio: HTMLAudioElement & { getStartDate?: () => Date }): number | undefined => {
  const start = audio.getStartDate?.().getTime();
  return start === undefined || Number.isNaN(start) ? undefined : start + audio.currentTime * 1000;
};

const mostRemembered = 20;

/** Which position of the element was in the stream when. */
const createTimeline = () => {
  const parts: { from: number; date: number }[] = [];
  return {
    /** From this position on (s), the sound is of this date (ms). */
    add(from: number, date: number | undefined): void {
      if (date !== undefined) parts.push({ from, date });
      if (parts.length > mostRemembered) parts.shift();
    },
    at(position: number): number | undefined {
      const part = parts.findLast(({ from }) => from <= position);
      return part && part.date + (position - part.from) * 1000;
    },
  };
};

type Source = typeof MediaSource;

const mediaSource = (): Source | undefined => {
  const managed = (globalThis as { ManagedMediaSource?: Source }).ManagedMediaSource;
  const Source = managed ?? (globalThis as { MediaSource?: Source }).MediaSource;
  const takes = ['audio/mpeg', 'audio/aac', 'audio/mp4; codecs="mp3"', 'audio/mp4; codecs="mp4a.40.2"'];
  return takes.some((type) => Source?.isTypeSupported(type)) ? Source : undefined;
};

type Feed = {
  media: MediaSource;
  Source: Source;
  url: string;
  timeline: ReturnType<typeof createTimeline>;
  signal: AbortSignal;
  /** Ends what is asked for now, and the wait until it is asked again. */
  turn(): AbortSignal;
};

/** Appends each new segment until it is stopped; throws once nothing came several times in a row. */
const feed = async (audio: HTMLAudioElement, { media, Source, url, timeline, signal, turn }: Feed): Promise<void> => {
  const appender = createAppender(media, Source, signal);
  let list = url;
  let last = -1;
  let failures = 0;
  while (!signal.aborted) {
    const begun = Date.now();
    const now = AbortSignal.any([signal, turn()]);
    let waitS = 1;
    try {
      const text = new TextDecoder().decode(await get(list, now));
      const playlist = readPlaylist(text, list);
      if (playlist.kind === 'variants') {
        list = playlist.url;
        continue;
      }
      const fresh = last < 0 ? beginningOf(playlist) : newSegments(playlist.segments, last);
      waitS = fresh.at(-1)?.seconds ?? (last < 0 ? 0 : playlist.targetSeconds / 2);
      for (const { url: segment, number, at } of fresh) {
        const bytes = new Uint8Array(await get(segment, now));
        timeline.add(appender.end(), at);
        await appender.append(bytes);
        last = number;
      }
      await appender.trim(audio);
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      if (now.aborted) continue;
      failures += 1;
      if (failures > failuresAtMost) throw error;
      // The playlist of this player alone may be gone: the first one names it a new one.
      if (failures > 1) list = url;
    }
    await delay(Math.max(500, waitS * 1000 - (Date.now() - begun)), now);
  }
};

/** The segments that were not played yet. After a restart of the server its numbers may be lower: then its newest. */
const newSegments = (segments: readonly ListedSegment[], last: number): readonly ListedSegment[] => {
  const isRestarted = (segments.at(-1)?.number ?? 0) < last;
  return isRestarted ? segments.slice(-firstSegments) : segments.filter(({ number }) => number > last);
};

const get = async (url: string, signal: AbortSignal): Promise<ArrayBuffer> => {
  const reply = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(fetchMs)]) });
  if (!reply.ok) throw new Error(`${url} answered ${String(reply.status)}`);
  return reply.arrayBuffer();
};

const delay = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });

/** Appends segments one after the other on one time line, whatever format each has. */
const createAppender = (media: MediaSource, Source: Source, signal: AbortSignal) => {
  let buffer: SourceBuffer | undefined;
  let current: SoundKind | undefined;
  let isBare = false;
  let made = 0;
  /** The end of what was appended, in samples of the current format. */
  let clock = 0;

  const done = (target: SourceBuffer): Promise<void> =>
    new Promise((resolve, reject) => {
      const heard = new AbortController();
      const finish = (): void => (heard.abort(), resolve());
      const options = { signal: AbortSignal.any([heard.signal, signal]) };
      target.addEventListener('updateend', finish, options);
      target.addEventListener('error', () => reject(new Error('The browser refused a segment.')), options);
      signal.addEventListener('abort', finish, { signal: heard.signal });
    });
  const put = async (bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
    if (!buffer) return;
    const appended = done(buffer);
    buffer.appendBuffer(bytes);
    await appended;
  };
  const change = async (kind: SoundKind): Promise<void> => {
    const bare = kind.codec === 'mp3' ? 'audio/mpeg' : 'audio/aac';
    isBare = Source.isTypeSupported(bare);
    const type = isBare ? bare : `audio/mp4; codecs="${kind.codec}"`;
    if (buffer) buffer.changeType(type);
    else {
      buffer = media.addSourceBuffer(type);
      buffer.mode = 'sequence';
    }
    if (current) clock = Math.round((clock / current.rate) * kind.rate);
    current = kind;
    if (!isBare) await put(mp4Head(kind));
  };
  const append = async (bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
    const { kind, frames } = framesOf(bytes);
    if (!kind) throw new Error('A segment has no sound.');
    if (!isSame(kind, current)) await change(kind);
    await put(isBare ? bytes : mp4Fragment(bytes, { kind, frames }, { number: ++made, at: clock }));
    clock += frames.length * kind.samples;
  };
  /** Forgets what was heard, so that the buffer stays small. */
  const trim = async ({ currentTime }: HTMLAudioElement): Promise<void> => {
    if (!buffer || buffer.buffered.length === 0 || buffer.buffered.start(0) > currentTime - removeAfterS) return;
    const removed = done(buffer);
    buffer.remove(0, currentTime - keepS);
    await removed;
  };
  /** Where the next segment will begin, s. */
  const end = (): number =>
    buffer && buffer.buffered.length > 0 ? buffer.buffered.end(buffer.buffered.length - 1) : 0;
  return { append, trim, end };
};

const isSame = (a: SoundKind, b: SoundKind | undefined): boolean =>
  a.codec === b?.codec && a.rate === b.rate && a.channels === b.channels;
