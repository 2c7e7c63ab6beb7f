import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { SliceEvent } from '#contract/engine/engine.ts';

/** An open session as of `at`. */
export type JournalEntry = Omit<SliceEvent, 'type' | 'to' | 'first' | 'last'> & {
  at: number;
  resume?: string | undefined;
};
/** A slice that was written; `next`: where the session continues, null at its end. */
export type JournalEnding = { session: string; n: number; next: number | null };

type Line = { open: JournalEntry } | { ended: JournalEnding } | { whole: true };

export type SessionJournal = {
  /** The sessions that were open when the last process ended, as last saved. */
  recovered: JournalEntry[];
  /** Saves every open session, a thousand per turn of the event loop. */
  save<S>(sessions: Iterable<S>, entryOf: (session: S) => JournalEntry): Promise<void>;
  /** Saves these sessions, or their ends, at once. */
  record(entries: readonly JournalEntry[]): void;
  /** Records that slices are in the spool; must be called in the same turn. */
  recordEndings(endings: readonly JournalEnding[]): void;
  stop(): void;
};

const linesPerTurn = 1000;

/**
 * Open sessions on disk, so that a killed process loses only what came after the last save. Each round of saves goes to
 * a new file `<round>.log`, which ends with `whole`; only then is the previous file removed. Endings in the meantime
 * are written to both.
 */
export const openSessionJournal = (folder: string, failed: (error: unknown) => void): SessionJournal => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const previousRounds = listRounds(folder);
  const recovered = recover(folder, previousRounds);
  let round = previousRounds.at(-1) ?? 0;
  const files: { round: number; file: number }[] = [];

  const write = (file: number, lines: Line[]): void => {
    try {
      writeSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    } catch (error) {
      failed(error);
    }
  };
  const startRound = (): number => {
    round += 1;
    const file = openSync(pathOf(folder, round), 'w', 0o600);
    files.push({ round, file });
    return file;
  };
  write(startRound(), [...recovered.map((open) => ({ open })), { whole: true }]);
  for (const old of previousRounds) rmSync(pathOf(folder, old), { force: true });

  return {
    recovered,
    async save(sessions, entryOf) {
      const file = startRound();
      let lines: Line[] = [];
      for (const session of sessions) {
        if (lines.push({ open: entryOf(session) }) < linesPerTurn) continue;
        write(file, lines);
        lines = [];
        await new Promise((resolve) => setImmediate(resolve));
        if (files.length === 0) return;
      }
      write(file, [...lines, { whole: true }]);
      for (const previous of files.splice(0, files.length - 1)) {
        closeSync(previous.file);
        rmSync(pathOf(folder, previous.round), { force: true });
      }
    },
    record(entries) {
      if (entries.length > 0)
        for (const { file } of files)
          write(
            file,
            entries.map((open) => ({ open })),
          );
    },
    recordEndings(endings) {
      const lines = endings.map((ended) => ({ ended }));
      if (lines.length > 0) for (const { file } of files) write(file, lines);
    },
    stop() {
      for (const { file } of files.splice(0)) closeSync(file);
    },
  };
};

const pathOf = (folder: string, round: number): string => join(folder, `${round}.log`);

const listRounds = (folder: string): number[] => {
  const names = readdirSync(folder).filter((name) => /^\d+\.log$/.test(name));
  return names.map((name) => parseInt(name, 10)).sort((a, b) => a - b);
};

const recover = (folder: string, rounds: number[]): JournalEntry[] => {
  const open = new Map<string, JournalEntry>();
  for (const line of rounds.flatMap((round) => readLines(pathOf(folder, round)))) {
    if ('open' in line) open.set(line.open.session, line.open);
    if ('ended' in line) end(open, line.ended);
  }
  return [...open.values()];
};

const end = (open: Map<string, JournalEntry>, { session, n, next }: JournalEnding): void => {
  const entry = open.get(session);
  if (!entry || entry.n > n) return;
  if (next === null) open.delete(session);
  else open.set(session, { ...entry, n: n + 1, from: next, at: Math.max(next, entry.at), bytes: 0 });
};

const readLines = (path: string): Line[] => {
  const lines: Line[] = [];
  for (const text of readFileSync(path, 'utf8').split('\n')) {
    try {
      lines.push(JSON.parse(text) as Line);
    } catch {
      // The end of the file, or a line truncated by the crash.
      break;
    }
  }
  return lines;
};
