import type { StationKey } from '#contract/keys.ts';
import type { RawSlice } from './slice-pages.ts';
import { quarterMs } from './open-pieces.ts';

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
  const going = new Map<string, SessionRow>();
  const arriving = new Map(open);
  let quarter = 0;
  for await (const page of pages)
    for (const slice of page) {
      if (Math.floor(slice.since / quarterMs) > quarter) {
        quarter = Math.floor(slice.since / quarterMs);
        yield* cutOff(going, arriving, quarter * quarterMs);
      }
      const piece = arriving.get(slice.session);
      if (piece && slice.n >= piece.n) arriving.delete(slice.session);
      const row = added(going.get(slice.session), slice);
      if (slice.last === 1) {
        going.delete(slice.session);
        yield { ...row, ended: slice.until };
      } else going.set(slice.session, row);
    }
  for (const piece of arriving.values()) going.set(piece.session, added(going.get(piece.session), piece));
  const rest = [...going.values()].sort((one, other) => one.started - other.started);
  for (const row of rest) yield row.until > horizon - quarterMs ? row : { ...row, ended: row.until };
}

/** Sessions whose engine died have no last slice; they end with the last slice received. */
function* cutOff(
  going: Map<string, SessionRow>,
  arriving: ReadonlyMap<string, RawSlice>,
  now: number,
): Generator<SessionRow> {
  for (const [session, row] of going) {
    if (row.until > now - quarterMs || arriving.has(session)) continue;
    going.delete(session);
    yield { ...row, ended: row.until };
  }
}

/** Adds a slice to a session's row. */
export const added = (row: SessionRow | undefined, slice: RawSlice): SessionRow => {
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
export type Asked = { station: StationKey; start: number; end: number; zone: string };
