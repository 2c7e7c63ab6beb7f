/** Monotonic milliseconds; only differences are meaningful. */
export type Clock = { now(): number };
