import { randomUUID } from 'node:crypto';
import type { Listener, OpenSession, SliceEvent } from '#contract/engine/engine.ts';
import { createAwaySessions, keyOf } from './away-sessions.ts';
import { listenerOf, type ListenerChanges } from './listener-changes.ts';
import type { JournalEntry, SessionJournal } from './session-journal.ts';
import { createSessionSlices, eachQuarter, nextQuarter, sliceOf } from './session-slices.ts';

/** A listener's session; the code that writes to the listener adds to `bytes`. */
export type Session = {
  readonly session: string;
  readonly station: string;
  readonly account: string;
  readonly started: number;
  readonly ip: string;
  readonly user_agent: string;
  readonly referer: string;
  readonly output: SliceEvent['output'];
  /** The embedded player that the listener uses, and the website that it stands in. */
  readonly embed?: SliceEvent['embed'];
  readonly site?: string | undefined;
  /** A key that the player keeps over its connections; undefined for one whose connection is its session. */
  readonly resume?: string | undefined;
  n: number;
  from: number;
  bytes: number;
};
export type NewSession = Pick<
  Session,
  'station' | 'account' | 'ip' | 'user_agent' | 'referer' | 'output' | 'embed' | 'site' | 'resume'
>;

export type Sessions = {
  /** Opens a session, or continues the one of the same player. */
  open(arrival: NewSession): Session;
  /** The session that the player would continue: its connection is still open, or was lost a moment ago. */
  earlier(arrival: NewSession): Session | undefined;
  /**
   * Ends a session now, or at an earlier time, but not before its last written slice. One with a `resume` key is over
   * only if its player doesn't come back.
   */
  close(session: Session, at?: number): void;
  /** Cuts a session that another edge's side, or another process, continues, and forgets it; returns what that one adopts. */
  release(session: Session): Session;
  adopt(session: Session): void;
  /** Saves these at once, not only in the next round. */
  save(sessions: readonly Session[]): void;
  /** From now on another process keeps those whose player may come back: it is given each, and when it ended; with undefined no longer. */
  passAway(pass: ((session: Session, at: number) => void) | undefined): void;
  /** Keeps such a session of another process. */
  adoptAway(session: Session, at: number): void;
  /** Discards a session that turned out to be no listener: its unwritten part is never counted. */
  discard(session: Session): void;
  list(station: string | undefined, limit: number): { sessions: OpenSession[]; total: number };
  /** All open sessions; the list may change while it is read. */
  listeners(): IterableIterator<Listener>;
  /** Closes every session; none may be opened afterwards. */
  stop(): void;
};

type Options = {
  journal: SessionJournal;
  /** Receives slices, in the same turn of the event loop. */
  append(slices: SliceEvent[]): void;
  /** Whether a slice was already written before this start. */
  hasSlice(session: string, n: number): boolean;
  /** Notified of opened and closed sessions. */
  listenerChanges?: Pick<ListenerChanges, 'opened' | 'closed'>;
  now?(): number;
  noteMs?: number;
  /** With 0 no player comes back. */
  awayMs?: number;
};

/** Time for a player to come back: an engine that is started again takes some seconds. */
const defaultAwayMs = 30_000;

/**
 * Sessions as slices (spec: exact start, end, bytes): cut at each quarter hour UTC and at the end. A kill loses only
 * what came after the journal's last round; sessions that a killed process left open are closed at the next start.
 */
export const createSessions = (options: Options): Sessions => {
  const { journal, append, hasSlice, listenerChanges, now = Date.now } = options;
  const { noteMs = 5000, awayMs = defaultAwayMs } = options;
  const open = new Map<string, Session>();
  /** The open sessions whose player may come back. */
  const resumable = new Map<string, Session>();
  let isSaving = false;
  let pass: ((session: Session, at: number) => void) | undefined;
  const { flush, cutUpTo, finish, cut } = createSessionSlices({ journal, append });
  const away = createAwaySessions({ over: finish, awayMs });

  const mayComeBack = ({ session, n, resume }: JournalEntry): boolean =>
    awayMs > 0 && resume !== undefined && !hasSlice(session, n);
  const over = journal.recovered.filter((entry) => !mayComeBack(entry));
  append(over.filter((entry) => !hasSlice(entry.session, entry.n)).flatMap(finalSlice));
  journal.recordEndings(over.map(({ session, n }) => ({ session, n, next: null })));
  for (const { at, ...entry } of journal.recovered.filter(mayComeBack)) away.put(entry, at);

  /** All sessions without their last slice, with the time up to which each lasts so far. */
  const unfinished = function* (): Generator<{ session: Session; at: number }> {
    for (const session of open.values()) yield { session, at: now() };
    yield* away.all();
  };
  const saveTimer = setInterval(() => {
    if (isSaving) return;
    isSaving = true;
    void journal.save(unfinished(), ({ session, at }) => entryOf(session, at)).finally(() => (isSaving = false));
  }, noteMs);
  const stopCutting = eachQuarter(now, () => {
    for (const session of open.values()) cutUpTo(session, now());
  });

  const remove = (session: Session): boolean => {
    if (open.get(session.session) !== session) return false;
    open.delete(session.session);
    const key = keyOf(session);
    if (key !== undefined) resumable.delete(key);
    listenerChanges?.closed(session.session);
    return true;
  };

  const keepAway = (session: Session, at: number): void => {
    if (pass && session.resume !== undefined) pass(cut(session, at), at);
    else away.put(session, at);
  };

  return {
    open(arrival) {
      const at = now();
      const key = keyOf(arrival);
      const before = (key === undefined ? undefined : resumable.get(key)) ?? away.take(arrival);
      // A connection that is open still keeps its own object: closing it later ends nothing.
      const session: Session = before
        ? { ...before }
        : { ...arrival, session: randomUUID(), started: at, n: 0, from: at, bytes: 0 };
      open.set(session.session, session);
      if (key !== undefined) resumable.set(key, session);
      listenerChanges?.opened(session);
      return session;
    },
    earlier(arrival) {
      const key = keyOf(arrival);
      return key === undefined ? undefined : (resumable.get(key) ?? away.find(arrival));
    },
    close(session, ended = now()) {
      if (!remove(session)) return;
      keepAway(session, Math.max(ended, session.from));
    },
    release(session) {
      // One that has ended here has its last slice.
      return remove(session) ? cut(session, now()) : session;
    },
    adopt(session) {
      open.set(session.session, session);
      const key = keyOf(session);
      if (key !== undefined) resumable.set(key, session);
      listenerChanges?.opened(session);
    },
    save: (some) => journal.record(some.map((session) => entryOf(session, now()))),
    passAway(next) {
      pass = next;
      const waiting = away.all();
      away.clear();
      for (const { session, at } of waiting) keepAway(session, at);
    },
    adoptAway(session, at) {
      away.put(session, at);
      journal.record([entryOf(session, at)]);
    },
    discard(session) {
      if (!remove(session)) return;
      journal.recordEndings([{ session: session.session, n: session.n, next: null }]);
    },
    list(station, limit) {
      const all = [...open.values()].filter((session) => station === undefined || session.station === station);
      return { sessions: all.slice(0, limit).map(openSession), total: all.length };
    },
    listeners: () => open.values().map(listenerOf),
    stop() {
      clearInterval(saveTimer);
      stopCutting();
      for (const session of [...open.values()]) this.close(session);
      flush();
      // Their players may come back to the next process.
      journal.record(away.all().map(({ session, at }) => entryOf(session, at)));
      away.clear();
      journal.stop();
    },
  };
};

const entryOf = (session: Session, at: number): JournalEntry => ({ ...session, at }) as JournalEntry;

/** The last slice of a session whose process was killed: it ends when it was last saved. */
const finalSlice = ({ at, ...entry }: JournalEntry): SliceEvent[] => [
  sliceOf(entry, Math.min(at, nextQuarter(entry.from)), true),
];

const openSession = (open: Session): OpenSession => {
  const { session, station, n, started, from, bytes, ip, user_agent, referer, output, embed, site } = open;
  return { session, station, n, started, from, bytes, ip, user_agent, referer, output, embed, site } as OpenSession;
};
