import type { StationKey } from '#contract/rules/keys.ts';
import { quarterMs } from '#contract/rules/time.ts';
import type { RawSlice } from './raw-slices.ts';

/** A session within a range: `ms` and `bytes` are those within it, `ended` is null while it is open. */
export type SessionRow = Omit<RawSlice, 'n' | 'since' | 'until' | 'last'> & {
  ms: number;
  ended: number | null;
  /** The end of its latest slice. */
  until: number;
};

/**
 * Merges slices, ordered by their start, into sessions: each is returned once it is over, and open ones at the end.
 * Holds only sessions in memory that are open at the same time. A slice of `open` that has arrived meanwhile counts
 * once.
 */
export async function* mergeSessions(
  pages: AsyncIterable<readonly RawSlice[]>,
  open: Map<string, RawSlice>,
  horizon: number,
): AsyncGenerator<SessionRow> {
  const openRows = new Map<string, SessionRow>();
  const pending = new Map(open);
  let quarter = 0;
  for await (const page of pages)
    for (const slice of page) {
      if (Math.floor(slice.since / quarterMs) > quarter) {
        quarter = Math.floor(slice.since / quarterMs);
        yield* closeStale(openRows, pending, quarter * quarterMs);
      }
      const openSlice = pending.get(slice.session);
      if (openSlice && slice.n >= openSlice.n) pending.delete(slice.session);
      const row = addSlice(openRows.get(slice.session), slice);
      if (slice.last === 1) {
        openRows.delete(slice.session);
        yield { ...row, ended: slice.until };
      } else openRows.set(slice.session, row);
    }
  for (const openSlice of pending.values())
    openRows.set(openSlice.session, addSlice(openRows.get(openSlice.session), openSlice));
  const rest = [...openRows.values()].sort((one, other) => one.started - other.started);
  for (const row of rest) yield row.until > horizon - quarterMs ? row : { ...row, ended: row.until };
}

/** Sessions whose engine died have no last slice; they end with the last slice received. */
function* closeStale(
  openRows: Map<string, SessionRow>,
  pending: ReadonlyMap<string, RawSlice>,
  now: number,
): Generator<SessionRow> {
  for (const [session, row] of openRows) {
    if (row.until > now - quarterMs || pending.has(session)) continue;
    openRows.delete(session);
    yield { ...row, ended: row.until };
  }
}

/** Adds a slice to a session's row. */
export const addSlice = (row: SessionRow | undefined, slice: RawSlice): SessionRow => {
  const ms = Math.max(0, slice.until - slice.since);
  if (row) {
    row.ms += ms;
    row.bytes += slice.bytes;
    row.until = Math.max(row.until, slice.until);
    return row;
  }
  const { n: _n, since: _since, last: _last, ...rest } = slice;
  return { ...rest, ms, ended: null };
};

/** The requested range of one station. */
export type RawRange = { station: StationKey; start: number; end: number; zone: string };
