export type PlayedEpisode = {
  title: string;
  podcast: string;
  /** What it is part of for the listener, as the name of a player; '' without. */
  album: string;
  /** URL of its picture; null without. */
  image: string | null;
  /** URL of its chapters (Podcasting 2.0); null without. */
  chapters: string | null;
};

type Acts = {
  play(): void;
  pause(): void;
  /** To a position, s. */
  seek(to: number): void;
  /** To another episode; undefined without others. */
  step: ((by: number) => void) | undefined;
};
type Chapter = { title: string; startTime: number };

const backS = 15;
const forwardS = 30;

/**
 * An episode on lock screens, headphones and the system's media keys: its title, its position and, where the browser knows them,
 * its chapters. `show` is called whenever another one plays.
 */
export const createEpisodeSession = (audio: HTMLAudioElement, { play, pause, seek, step }: Acts) => {
  const session = 'mediaSession' in navigator ? navigator.mediaSession : undefined;
  let shown: PlayedEpisode | undefined;
  const write = (chapters: readonly Chapter[]): void => {
    if (!session || !shown) return;
    const { title, podcast, album, image } = shown;
    const artwork = image === null ? [] : [{ src: image }];
    const chapterInfo = chapters.map((chapter) => ({
      title: chapter.title,
      startTime: chapter.startTime,
      artwork: [],
    }));
    session.metadata = new MediaMetadata({
      ...{ title, artist: podcast, album, artwork },
      ...(chapterInfo.length > 0 && { chapterInfo }),
    });
  };
  /** Spots move chapters for each listener; which ones this one gets is decided by the first byte of the audio. */
  const loadChapters = async (): Promise<void> => {
    const of = shown;
    if (!session || !of || of.chapters === null || !('chapterInfo' in MediaMetadata.prototype)) return;
    const reply = await fetch(of.chapters, { cache: 'no-cache' });
    const { chapters } = (await reply.json()) as { chapters: Chapter[] };
    if (shown === of) write(chapters);
  };
  const showPosition = (): void => {
    const { duration, currentTime, playbackRate } = audio;
    if (!(duration > 0) || !Number.isFinite(duration)) return;
    session?.setPositionState({ duration, playbackRate, position: Math.min(currentTime, duration) });
  };
  audio.addEventListener('loadedmetadata', () => void loadChapters().catch(() => undefined));
  for (const event of ['durationchange', 'seeked', 'ratechange', 'playing', 'pause'])
    audio.addEventListener(event, showPosition);
  for (const [event, state] of [['playing', 'playing'] as const, ['pause', 'paused'] as const])
    audio.addEventListener(event, () => session && (session.playbackState = state));
  const acts: [MediaSessionAction, MediaSessionActionHandler | null][] = [
    ['play', play],
    ['pause', pause],
    ['seekbackward', ({ seekOffset }) => seek(audio.currentTime - (seekOffset ?? backS))],
    ['seekforward', ({ seekOffset }) => seek(audio.currentTime + (seekOffset ?? forwardS))],
    ['seekto', ({ seekTime }) => seekTime !== undefined && seek(seekTime)],
    ['previoustrack', step ? () => step(-1) : null],
    ['nexttrack', step ? () => step(1) : null],
  ];
  return {
    show(episode: PlayedEpisode): void {
      if (!session || (shown && isSame(shown, episode))) return;
      shown = episode;
      write([]);
      for (const [action, act] of acts) session.setActionHandler(action, act);
      if (audio.readyState > 0) void loadChapters().catch(() => undefined);
    },
  };
};

const isSame = (one: PlayedEpisode, other: PlayedEpisode): boolean =>
  one.title === other.title &&
  one.podcast === other.podcast &&
  one.image === other.image &&
  one.chapters === other.chapters;
