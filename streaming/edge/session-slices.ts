import type { SliceEvent } from '#contract/engine/engine.ts';
import type { JournalEnding, SessionJournal } from './session-journal.ts';
import type { Session } from './sessions.ts';

export type SessionSlices = {
  /** Writes the slices of a session up to the last quarter hour before `at`. */
  cutUpTo(session: Session, at: number): void;
  /** Writes the last slice of a session, which ended `at`. */
  finish(session: Session, at: number): void;
  /** Writes this process's part of a session up to `at`; returns the rest, which another one writes. */
  cut(session: Session, at: number): Session;
  /** Slices are written together at the end of a turn of the event loop; this writes them now. */
  flush(): void;
};

type Options = {
  journal: Pick<SessionJournal, 'recordEndings'>;
  append(slices: SliceEvent[]): void;
};

const quarter = 15 * 60_000;

/** Writes sessions as slices, which end at each quarter hour UTC. */
export const createSessionSlices = ({ journal, append }: Options): SessionSlices => {
  let slices: SliceEvent[] = [];
  let endings: JournalEnding[] = [];
  let flushing: NodeJS.Immediate | undefined;

  const flush = (): void => {
    clearImmediate(flushing);
    flushing = undefined;
    if (slices.length === 0) return;
    const written = slices;
    const writtenEndings = endings;
    slices = [];
    endings = [];
    append(written);
    journal.recordEndings(writtenEndings);
  };
  /** `continues`: whether the rest of the session is written here too. */
  const write = (slice: SliceEvent, continues = !slice.last): void => {
    slices.push(slice);
    endings.push({ session: slice.session, n: slice.n, next: continues ? slice.to : null });
    flushing ??= setImmediate(flush);
  };
  const cutUpTo = (session: Session, at: number): void => {
    for (let boundary = nextQuarter(session.from); boundary <= at; boundary += quarter) {
      write(sliceOf(session, boundary, false));
      session.n += 1;
      session.from = boundary;
      session.bytes = 0;
    }
  };

  const finish = (session: Session, at: number): void => {
    cutUpTo(session, at);
    write(sliceOf(session, at, true));
  };
  return {
    cutUpTo,
    finish,
    cut(session, at) {
      cutUpTo(session, at);
      write(sliceOf(session, at, false), false);
      return { ...session, n: session.n + 1, from: at, bytes: 0 };
    },
    flush,
  };
};

/** Runs the work at each quarter hour, until the returned function is called. */
export const eachQuarter = (now: () => number, work: () => void): (() => void) => {
  let timer: NodeJS.Timeout;
  const wait = (): void => {
    timer = setTimeout(
      () => {
        work();
        wait();
      },
      nextQuarter(now()) - now() + 5,
    );
  };
  wait();
  return () => clearTimeout(timer);
};

export const nextQuarter = (at: number): number => (Math.floor(at / quarter) + 1) * quarter;

export const sliceOf = ({ resume: _, ...session }: Session, to: number, last: boolean): SliceEvent =>
  ({ type: 'slice', ...session, to, first: session.n === 0, last }) as SliceEvent;
