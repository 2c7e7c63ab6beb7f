import type { StreamFormat } from '#contract/engine.ts';
import type { Frame } from '#streaming/frames/frame.ts';

export type LoudnessWatch = {
  push(frame: Frame): void;
  /** Quiet for as long as counts as silence, until it sounds again. */
  readonly isSilent: boolean;
  /** Whether it sounded when last listened to; also where nothing can be measured. */
  readonly isAudible: boolean;
  /** Another connection: what was collected doesn't belong to what follows. */
  restart(): void;
};

export type LoudnessWatchOptions = {
  format: StreamFormat;
  settings(): { below_lufs: number; after_ms: number };
  /** The loudness of an excerpt, LUFS. */
  measure(sound: Buffer, codec: StreamFormat['codec']): Promise<number>;
  changed(isSilent: boolean): void;
};

/** How much is listened to at a time, ms. */
const excerptMs = 1000;
/** Of sound that isn't quiet only the beginning of every so much is listened to, ms; of a stream that is silent more. */
const longestPeriodMs = 10_000;
const silentPeriodMs = 3000;

/** Listens to what a stream sends, an excerpt at a time: once it is quiet, without a pause. Time is counted in sound, so that a stream that is held isn't silent. */
export function createLoudnessWatch(options: LoudnessWatchOptions): LoudnessWatch {
  const { sample_rate, codec } = options.format;
  let excerpt: Frame[] = [];
  let collected = 0;
  let passed = 0;
  let quietMs = 0;
  let isSilent = false;
  let isAudible = false;
  let isBusy = false;
  let connection = 0;

  /** What passes before the next excerpt. */
  function pauseMs(): number {
    if (isSilent) return silentPeriodMs - excerptMs;
    if (!isAudible) return 0;
    return Math.max(Math.min(options.settings().after_ms / 2, longestPeriodMs) - excerptMs, 0);
  }

  function push(frame: Frame): void {
    const ms = (frame.samples * 1000) / sample_rate;
    if (isBusy || passed < pauseMs()) {
      if (quietMs > 0) quietMs += ms;
      passed += ms;
      return;
    }
    excerpt.push(frame);
    collected += ms;
    if (collected >= excerptMs) void listen(connection);
  }

  async function listen(asked: number): Promise<void> {
    const sound = Buffer.concat(excerpt.map(({ buffer, start, end }) => buffer.subarray(start, end)));
    const ms = collected;
    clear();
    isBusy = true;
    const lufs = await options.measure(sound, codec).catch(() => undefined);
    isBusy = false;
    if (asked === connection) judge(lufs, ms);
  }

  function judge(lufs: number | undefined, ms: number): void {
    const { below_lufs, after_ms } = options.settings();
    if (lufs === undefined) {
      // What can't be measured tells nothing: a stream that wasn't quiet before is taken to sound.
      isAudible ||= quietMs === 0 && !isSilent;
      return;
    }
    isAudible = lufs >= below_lufs;
    quietMs = isAudible ? 0 : quietMs + ms;
    const isNowSilent = !isAudible && (isSilent || quietMs >= after_ms);
    if (isNowSilent === isSilent) return;
    isSilent = isNowSilent;
    options.changed(isSilent);
  }

  function clear(): void {
    excerpt = [];
    collected = 0;
    passed = 0;
  }

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
}
