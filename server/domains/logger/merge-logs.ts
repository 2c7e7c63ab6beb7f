import { Readable } from 'node:stream';
import type { EngineLog, EngineLogUsage, EngineSpan, EngineTimeline } from '#contract/engine/engine-log.ts';
import type { StreamFormat } from '#contract/engine/engine.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { Refusal, refuse } from '#server/kernel/http/refuse.ts';

/** The logs of stations: those of one engine, or of all together. */
export type LogEngine = {
  overview(key: StationKey): Promise<EngineLog>;
  timeline(key: StationKey, from: number, to: number): Promise<EngineTimeline>;
  span(key: StationKey, from: number, to: number): Promise<EngineSpan>;
  /** Bytes `first` to `last` (inclusive) of a span, as a stream that ends early if the signal aborts. */
  sound(key: StationKey, span: EngineSpan, first: number, last: number, signal: AbortSignal): Promise<Readable>;
  usage(): Promise<EngineLogUsage>;
  /** Deletes a station's recordings; succeeds if there are none. */
  clear(key: StationKey): Promise<void>;
};

type Part = { engine: LogEngine; from: number; to: number };

/** An engine that does not answer within this time counts as away, as long as another one answers. */
const patienceMs = 2000;

/**
 * The logs of several engines as one: a station that moved has recordings on each of its engines, which keep them until they
 * expire. Where two recorded at once, around a move, the earlier recording counts. Those of an engine that is away are
 * missing until it is back; refuses as it does if all are.
 */
export const mergeLogs = ([first, ...others]: readonly [LogEngine, ...LogEngine[]]): LogEngine => {
  if (others.length === 0) return first;
  const engines = [first, ...others];

  const ask = async <T>(question: (engine: LogEngine) => Promise<T>): Promise<{ engine: LogEngine; answer: T }[]> => {
    const asked = engines.map(async (engine) => ({ engine, answer: await inTime(question(engine)) }));
    const settled = await Promise.allSettled(asked);
    const answers = settled.filter((one) => one.status === 'fulfilled').map(({ value }) => value);
    const [failure] = settled.filter((one) => one.status === 'rejected');
    if (answers.length === 0) throw failure?.reason;
    return answers;
  };

  /** Which engine recorded which part of a time range, in order and without overlaps. */
  const partsOf = async (key: StationKey, from: number, to: number): Promise<Part[]> => {
    const timelines = await ask((engine) => engine.timeline(key, from, to));
    const pieces = timelines.flatMap(({ engine, answer }) => answer.pieces.map((piece) => ({ ...piece, engine })));
    const parts: Part[] = [];
    let format: StreamFormat | undefined;
    for (const { engine, start, end, format: own } of pieces.toSorted((a, b) => a.start - b.start)) {
      const last = parts.at(-1);
      const begin = Math.max(start, from, last?.to ?? 0);
      const until = Math.min(end, to);
      if (until <= begin) continue;
      if (format && !isSameFormat(format, own)) return refuse('log.otherFormat');
      format = own;
      if (last?.engine === engine) last.to = until;
      else parts.push({ engine, from: begin, to: until });
    }
    return parts;
  };

  const spansOf = async (key: StationKey, from: number, to: number) => {
    const spans: { engine: LogEngine; span: EngineSpan }[] = [];
    for (const { engine, ...part } of await partsOf(key, from, to)) {
      const span = await engine.span(key, part.from, part.to).catch(unlessNothing);
      if (span) spans.push({ engine, span });
    }
    return spans;
  };

  return {
    async overview(key) {
      const logs = (await ask((engine) => engine.overview(key))).map(({ answer }) => answer);
      const state = states.find((one) => logs.some((log) => log.state === one)) ?? 'off';
      return {
        state,
        reason: logs.find((log) => log.state === state)?.reason ?? null,
        bytes: sumOf(logs, ({ bytes }) => bytes),
        pieces: withoutOverlaps(logs.flatMap(({ pieces }) => pieces)),
      };
    },
    async timeline(key, from, to) {
      const all = (await ask((engine) => engine.timeline(key, from, to))).map(({ answer }) => answer);
      return {
        pieces: withoutOverlaps(all.flatMap(({ pieces }) => pieces)),
        titles: all.flatMap(({ titles }) => titles).toSorted((a, b) => a.at - b.at),
        sources: all.flatMap(({ sources }) => sources).toSorted((a, b) => a.at - b.at),
      };
    },
    async span(key, from, to) {
      const spans = (await spansOf(key, from, to)).map(({ span }) => span);
      const [earliest, latest] = [spans[0], spans.at(-1)];
      if (!earliest || !latest) return refuse('log.nothing');
      const bytes = sumOf(spans, (span) => span.bytes);
      const duration_ms = sumOf(spans, (span) => span.duration_ms);
      return { codec: earliest.codec, from: earliest.from, to: latest.to, bytes, duration_ms };
    },
    async sound(key, { from, to }, begin, end, signal) {
      const spans = await spansOf(key, from, to);
      return Readable.from(
        (async function* () {
          let offset = 0;
          for (const { engine, span } of spans) {
            const [own, last] = [Math.max(begin - offset, 0), Math.min(end - offset, span.bytes - 1)];
            offset += span.bytes;
            if (own <= last) yield* await engine.sound(key, span, own, last, signal);
          }
        })(),
        { objectMode: false },
      );
    },
    async usage() {
      const all = (await ask((engine) => engine.usage())).map(({ answer }) => answer);
      const isLimited = all.every(({ max_bytes }) => max_bytes !== null);
      return {
        bytes: sumOf(all, ({ bytes }) => bytes),
        max_bytes: isLimited ? sumOf(all, ({ max_bytes }) => max_bytes ?? 0) : null,
        free_bytes: sumOf(all, ({ free_bytes }) => free_bytes),
        stations: sumOf(all, ({ stations }) => stations),
      };
    },
    async clear(key) {
      const settled = await Promise.allSettled(engines.map((engine) => engine.clear(key)));
      for (const one of settled) if (one.status === 'rejected') throw one.reason;
    },
  };
};

/** The state that counts, if engines differ: that of the one that has the station. */
const states = ['recording', 'paused', 'waiting', 'off'] as const;

const isSameFormat = (a: StreamFormat, b: StreamFormat): boolean =>
  a.codec === b.codec && a.sample_rate === b.sample_rate && a.channels === b.channels;

const withoutOverlaps = <T extends { start: number; end: number }>(pieces: readonly T[]): T[] => {
  const clipped: T[] = [];
  for (const piece of pieces.toSorted((a, b) => a.start - b.start)) {
    const start = Math.max(piece.start, clipped.at(-1)?.end ?? 0);
    if (start < piece.end) clipped.push({ ...piece, start });
  }
  return clipped;
};

const sumOf = <T>(all: readonly T[], value: (one: T) => number): number =>
  all.reduce((sum, one) => sum + value(one), 0);

const unlessNothing = (error: unknown): undefined => {
  if (!(error instanceof Refusal && error.code === 'log.nothing')) throw error;
};

const inTime = async <T>(answer: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Refusal('log.unavailable', {}, {})), patienceMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
};
