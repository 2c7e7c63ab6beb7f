import { randomUUID } from 'node:crypto';
import type { Listener, OpenSession, SliceEvent } from '#contract/engine.ts';
import { listenerOf, type Comings } from './comings.ts';
import type { JournalEnding, JournalEntry, SessionJournal } from './session-journal.ts';

/** Who listens; `bytes` is raised by whoever writes to the listener. */
export type Session = {
  readonly session: string;
  readonly station: string;
  readonly account: string;
  readonly started: number;
  readonly ip: string;
  readonly user_agent: string;
  readonly referer: string;
  readonly output: SliceEvent['output'];
  n: number;
  from: number;
  bytes: number;
};
export type Arrival = Pick<Session, 'station' | 'account' | 'ip' | 'user_agent' | 'referer' | 'output'>;

export type Sessions = {
  open(arrival: Arrival): Session;
  /** Ends a session now, or at a time before, though not before what was written of it. */
  close(session: Session, at?: number): void;
  /** Takes a session back that is no listener's: what wasn't written of it is never counted. */
  forget(session: Session): void;
  list(station: string | undefined, limit: number): { sessions: OpenSession[]; total: number };
  /** Everybody who is there, as they come and go while it is read. */
  listeners(): IterableIterator<Listener>;
  /** Closes every session; nothing may be opened afterwards. */
  stop(): void;
};

type Options = {
  journal: SessionJournal;
  /** Where slices go, in the caller's turn. */
  append(slices: SliceEvent[]): void;
  /** Whether a slice was already written before this start. */
  hadSlice(session: string, n: number): boolean;
  /** Hears of who comes and goes. */
  comings?: Pick<Comings, 'opened' | 'closed'>;
  now?(): number;
  noteMs?: number;
};

const quarter = 15 * 60_000;

/**
 * Sessions as slices (spec: exact start, end, bytes): cut at each quarter hour UTC and at the end, whole at every kill
 * but for what came after the journal's last round. What a killed process left open is closed at once.
 */
export function createSessions(options: Options): Sessions {
  const { journal, append, hadSlice, comings, now = Date.now, noteMs = 5000 } = options;
  const open = new Map<string, Session>();
  let slices: SliceEvent[] = [];
  let endings: JournalEnding[] = [];
  let flushing: NodeJS.Immediate | undefined;
  let noting = false;

  const flush = (): void => {
    clearImmediate(flushing);
    flushing = undefined;
    if (slices.length === 0) return;
    const written = slices;
    const ended = endings;
    slices = [];
    endings = [];
    append(written);
    journal.ended(ended);
  };
  const write = (slice: SliceEvent): void => {
    slices.push(slice);
    endings.push({ session: slice.session, n: slice.n, next: slice.last ? null : slice.to });
    flushing ??= setImmediate(flush);
  };
  const cutUpTo = (session: Session, at: number): void => {
    for (let edge = nextQuarter(session.from); edge <= at; edge += quarter) {
      write(sliceOf(session, edge, false));
      session.n += 1;
      session.from = edge;
      session.bytes = 0;
    }
  };

  append(journal.recovered.filter((entry) => !hadSlice(entry.session, entry.n)).flatMap(sliceOfKilled));
  journal.ended(journal.recovered.map(({ session, n }) => ({ session, n, next: null })));

  const noteTimer = setInterval(() => {
    if (noting) return;
    noting = true;
    void journal.note(open.values(), (session) => entryOf(session, now())).finally(() => (noting = false));
  }, noteMs);
  let cutTimer: NodeJS.Timeout;
  const awaitQuarter = (): void => {
    cutTimer = setTimeout(
      () => {
        for (const session of open.values()) cutUpTo(session, now());
        awaitQuarter();
      },
      nextQuarter(now()) - now() + 5,
    );
  };
  awaitQuarter();

  return {
    open(arrival) {
      const at = now();
      const session: Session = { ...arrival, session: randomUUID(), started: at, n: 0, from: at, bytes: 0 };
      open.set(session.session, session);
      comings?.opened(session);
      return session;
    },
    close(session, ended = now()) {
      if (!open.delete(session.session)) return;
      comings?.closed(session.session);
      const at = Math.max(ended, session.from);
      cutUpTo(session, at);
      write(sliceOf(session, at, true));
    },
    forget(session) {
      if (!open.delete(session.session)) return;
      comings?.closed(session.session);
      journal.ended([{ session: session.session, n: session.n, next: null }]);
    },
    list(station, limit) {
      const all = [...open.values()].filter((session) => station === undefined || session.station === station);
      return { sessions: all.slice(0, limit).map(describe), total: all.length };
    },
    listeners: () => open.values().map(listenerOf),
    stop() {
      clearInterval(noteTimer);
      clearTimeout(cutTimer);
      for (const session of [...open.values()]) this.close(session);
      flush();
      journal.stop();
    },
  };
}

const nextQuarter = (at: number): number => (Math.floor(at / quarter) + 1) * quarter;

function sliceOf(session: Session, to: number, last: boolean): SliceEvent {
  return { type: 'slice', ...session, to, first: session.n === 0, last } as SliceEvent;
}

function entryOf(session: Session, at: number): JournalEntry {
  return { ...session, at } as JournalEntry;
}

/** The slices of a session whose process was killed: it ends where it was last noted. */
function sliceOfKilled({ at, ...entry }: JournalEntry): SliceEvent[] {
  return [{ type: 'slice', ...entry, to: Math.min(at, nextQuarter(entry.from)), first: entry.n === 0, last: true }];
}

function describe(open: Session): OpenSession {
  const { session, station, n, started, from, bytes, ip, user_agent, referer, output } = open;
  return { session, station, n, started, from, bytes, ip, user_agent, referer, output } as OpenSession;
}
