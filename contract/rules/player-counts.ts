/*
 * What an embedded player reports of itself, without cookie and storage: sums per player, website, station, country and quarter
 * hour are stored, and nothing of a visitor.
 */

/**
 * `load`: it was opened; `view`: half of it was seen for a second; `start`: sound began, `ms` after the click; `stall`: sound was
 * interrupted, for `ms`; `reconnect`: a lost connection was replaced; `play` and `listen`: an episode was begun, and heard for `ms`
 * (of stations, the streaming server counts both).
 */
export const playerEvents = ['load', 'view', 'start', 'stall', 'reconnect', 'play', 'listen'] as const;
export type PlayerEvent = (typeof playerEvents)[number];

/** Longer times are counted as this, ms. */
export const longestCountMs = 10 * 60_000;

/** A report (`POST embed/{playerKey}/count`): the event, the station's key ('' of episodes), the website's host, and a time. */
export type PlayerReport = { e: PlayerEvent; s: string; h: string; ms: number };

/** The longest report, in bytes. */
export const playerReportBytes = 512;
