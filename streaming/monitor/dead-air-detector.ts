export type DeadAirLimits = { below_lufs: number; after_ms: number };

export type DeadAirDetector = {
  /** Adds a measurement; returns whether the state should be published. */
  addMeasurement(at: number, lufs: number): boolean;
  /** Whether the next measurement may change the state. */
  readonly isInDoubt: boolean;
  readonly state: AudioState;
};

/** Times in ms since the epoch. Before the first measurement all are null. */
export type AudioState = {
  /** LUFS; null for digital silence too. */
  loudness: number | null;
  /** Start of the dead air, once it has lasted its minimum time. */
  dead_air: number | null;
  /** Since when every measurement had audio. */
  sound_since: number | null;
};

/** How long after dead air each change is published, ms: alerts wait for steady audio. */
const recoveringMs = 600_000;

/** Decides by single measurements whether a station has audio; `limits` is read each time. */
export const createDeadAirDetector = (limits: () => DeadAirLimits): DeadAirDetector => {
  let loudness: number | null = null;
  let quietSince: number | undefined;
  let soundSince: number | undefined;
  let isDead = false;
  let wasDead = -Infinity;

  const addMeasurement = (at: number, lufs: number): boolean => {
    const { below_lufs: below, after_ms: after } = limits();
    const isFirst = quietSince === undefined && soundSince === undefined;
    const wasQuiet = quietSince !== undefined;
    const isQuiet = lufs < below;
    loudness = Number.isFinite(lufs) ? Math.round(lufs * 10) / 10 : null;
    quietSince = isQuiet ? (quietSince ?? at) : undefined;
    soundSince = isQuiet ? undefined : (soundSince ?? at);
    const isDeadNow = quietSince !== undefined && (isDead || at - quietSince >= after);
    const hasChanged = isDead !== isDeadNow;
    if (isDead) wasDead = at;
    isDead = isDeadNow;
    return hasChanged || isFirst || (wasQuiet !== isQuiet && at - wasDead < recoveringMs);
  };

  return {
    addMeasurement,
    get isInDoubt() {
      return soundSince === undefined || isDead;
    },
    get state() {
      return {
        loudness,
        dead_air: isDead ? (quietSince ?? null) : null,
        sound_since: soundSince ?? null,
      };
    },
  };
};
