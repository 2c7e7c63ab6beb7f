import type { StreamFormat } from '#contract/engine/engine.ts';
import type { Frame } from '#streaming/frames/frame.ts';

export type LoudnessWatch = {
  push(frame: Frame): void;
  /** Below the limit for the configured time, until it has audio again. */
  readonly isSilent: boolean;
  /** Whether the last measurement had audio; also true if nothing can be measured. */
  readonly isAudible: boolean;
  /** Resets for a new connection: the collected audio doesn't belong to what follows. */
  restart(): void;
};

export type LoudnessWatchOptions = {
  format: StreamFormat;
  settings(): { below_lufs: number; after_ms: number };
  /** The loudness of an excerpt, LUFS. */
  measure(sound: Buffer, codec: StreamFormat['codec']): Promise<number>;
  changed(isSilent: boolean): void;
};

/** Length of one excerpt, ms. */
const excerptMs = 1000;
/** The longest interval between excerpts while the stream has audio, ms; while it is silent the interval is shorter. */
const longestPeriodMs = 10_000;
const silentPeriodMs = 3000;

/**
 * Measures a stream one excerpt at a time, continuously once it is quiet. Time is counted in audio, so that a paused
 * stream isn't silent.
 */
export const createLoudnessWatch = (options: LoudnessWatchOptions): LoudnessWatch => {
  const { sample_rate, codec } = options.format;
  let excerpt: Frame[] = [];
  let collected = 0;
  let skippedMs = 0;
  let quietMs = 0;
  let isSilent = false;
  let isAudible = false;
  let isBusy = false;
  let connection = 0;

  /** Audio to skip before the next excerpt, ms. */
  const pauseMs = (): number => {
    if (isSilent) return silentPeriodMs - excerptMs;
    if (!isAudible) return 0;
    return Math.max(Math.min(options.settings().after_ms / 2, longestPeriodMs) - excerptMs, 0);
  };

  const push = (frame: Frame): void => {
    const ms = (frame.samples * 1000) / sample_rate;
    if (isBusy || skippedMs < pauseMs()) {
      if (quietMs > 0) quietMs += ms;
      skippedMs += ms;
      return;
    }
    excerpt.push(frame);
    collected += ms;
    if (collected >= excerptMs) void measure(connection);
  };

  const measure = async (ofConnection: number): Promise<void> => {
    const sound = Buffer.concat(excerpt.map(({ buffer, start, end }) => buffer.subarray(start, end)));
    const ms = collected;
    clear();
    isBusy = true;
    const lufs = await options.measure(sound, codec).catch(() => undefined);
    isBusy = false;
    if (ofConnection === connection) judge(lufs, ms);
  };

  const judge = (lufs: number | undefined, ms: number): void => {
    const { below_lufs, after_ms } = options.settings();
    if (lufs === undefined) {
      // A failed measurement says nothing: a stream that wasn't quiet before counts as audible.
      isAudible ||= quietMs === 0 && !isSilent;
      return;
    }
    isAudible = lufs >= below_lufs;
    quietMs = isAudible ? 0 : quietMs + ms;
    const isNowSilent = !isAudible && (isSilent || quietMs >= after_ms);
    if (isNowSilent === isSilent) return;
    isSilent = isNowSilent;
    options.changed(isSilent);
  };

  const clear = (): void => {
    excerpt = [];
    collected = 0;
    skippedMs = 0;
  };

  return {
    push,
    get isSilent() {
      return isSilent;
    },
    get isAudible() {
      return isAudible;
    },
    restart() {
      connection++;
      clear();
      quietMs = 0;
      isAudible = false;
    },
  };
};
