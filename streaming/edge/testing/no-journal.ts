import type { SessionJournal } from '#streaming/edge/session-journal.ts';

/** For tests without a kill: a journal of sessions that keeps nothing. */
export const noJournal: SessionJournal = {
  recovered: [],
  save: () => Promise.resolve(),
  record() {},
  recordEndings() {},
  stop() {},
};
