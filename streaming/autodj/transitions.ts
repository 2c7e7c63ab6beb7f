import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { AutoDjItem, StreamFormat } from '#contract/engine/engine.ts';
import type { Clock } from '#streaming/base/clock.ts';
import { createFrameParser } from '#streaming/frames/frame-parser.ts';
import type { Frame } from '#streaming/frames/frame.ts';
import { openTransitionCache } from './transition-cache.ts';
import { planTransition, type Mix, type TransitionPlan } from './transition-plan.ts';
import { renderTransition, type RenderedTransition, type TrackFile } from './transition-render.ts';

/**
 * `leave`, `enter`: byte offsets in the first and the second file; `turn`: the first frame in which the second is
 * louder.
 */
export type Transition = { leave: number; enter: number; turn: number; frames: readonly Frame[] };

export type Side = { item: AutoDjItem; path: string };

export type TransitionRequest = {
  from: Side;
  to: Side;
  mix: Mix;
  format: StreamFormat;
  /** Deadline, ms of the clock. */
  until: number;
  /** Called once, later, unless cancelled before; without a transition if none was ready in time. */
  ready(transition: Transition | undefined): void;
};

export type Transitions = {
  /** Requests a transition; returns how to cancel it, or undefined when these tracks are joined plainly. */
  request(wish: TransitionRequest): (() => void) | undefined;
  readonly counts: { rendered: number; reused: number; missed: number };
  /** Aborts the running renderings; no more callbacks follow. */
  stop(): Promise<void>;
};

export type TransitionsOptions = {
  ffmpeg: string;
  folder: string;
  clock: Clock;
  /** Concurrent renderings. */
  concurrency: number;
  /** Whether this machine's conversion slots are all in use: encoders have priority. */
  isBusy(): boolean;
  failed(error: unknown): void;
  maxBytes?: number;
};

type Job = TransitionRequest & { plan: TransitionPlan; isCancelled: boolean };

const maxBytesByDefault = 256 * 1024 * 1024;
/** Requests beyond this are refused, and the tracks joined plainly. */
const maxWaiting = 2000;

/**
 * Transitions between tracks: from the cache, or rendered one after the other, the most urgent first. Playback never
 * waits for them.
 */
export const createTransitions = (options: TransitionsOptions): Transitions => {
  const { clock, folder, maxBytes = maxBytesByDefault } = options;
  const waiting = new Set<Job>();
  const counts = { rendered: 0, reused: 0, missed: 0 };
  let cache: ReturnType<typeof openTransitionCache> | undefined;
  let running = 0;
  const workers = new Set<Promise<void>>();
  const stopped = new AbortController();

  const work = async (): Promise<void> => {
    running++;
    for (let job = mostUrgent(); job && !stopped.signal.aborted; job = mostUrgent()) {
      waiting.delete(job);
      await runJob(job).catch((error: unknown) => {
        if (!stopped.signal.aborted) options.failed(error);
        miss(job);
      });
    }
    running--;
  };

  const startWorker = (): void => {
    const worker = work().finally(() => workers.delete(worker));
    workers.add(worker);
  };

  const mostUrgent = (): Job | undefined => {
    let first: Job | undefined;
    for (const job of waiting) if (!first || job.until < first.until) first = job;
    return first;
  };

  const runJob = async (job: Job): Promise<void> => {
    cache ??= openTransitionCache(folder, maxBytes);
    const [from, to] = await Promise.all([fileOf(job.from), fileOf(job.to)]);
    const name = nameOf(job, from, to);
    const cached = await cache.read(name);
    if (cached) {
      counts.reused++;
      return deliver(job, cached);
    }
    if (isTooLate(job) || options.isBusy()) return miss(job);
    const rendered = await renderTransition(options.ffmpeg, from, to, job.plan, job.format, stopped.signal);
    if (!rendered) return miss(job);
    counts.rendered++;
    await cache.write(name, rendered).catch(options.failed);
    deliver(job, rendered);
  };

  const miss = (job: Job): void => {
    counts.missed++;
    if (!job.isCancelled) job.ready(undefined);
  };

  const isTooLate = (job: Job): boolean => job.isCancelled || stopped.signal.aborted || clock.now() > job.until;

  const deliver = (job: Job, { leave, enter, turn, sound }: RenderedTransition): void => {
    if (isTooLate(job)) return miss(job);
    const frames = createFrameParser(job.format.codec).push(sound);
    if (frames.length < job.plan.length) return miss(job);
    job.ready({ leave, enter, turn, frames });
  };

  return {
    counts,
    request(wish) {
      const plan = planTransition(wish.from.item, wish.to.item, wish.mix, wish.format);
      if (!plan || waiting.size >= maxWaiting) return undefined;
      const job: Job = { ...wish, plan, isCancelled: false };
      waiting.add(job);
      if (running < options.concurrency && !stopped.signal.aborted) startWorker();
      return () => {
        job.isCancelled = true;
        waiting.delete(job);
      };
    },
    async stop() {
      waiting.clear();
      stopped.abort();
      await Promise.all(workers);
    },
  };
};

const fileOf = async ({ item, path }: Side): Promise<TrackFile & { changed: number }> => {
  const { size, mtimeMs } = await stat(path);
  return { path, size, duration_ms: item.duration_ms, changed: mtimeMs };
};

/** The same two files, mix and format always have the same name. */
const nameOf = ({ mix, format }: Job, ...files: (TrackFile & { changed: number })[]): string => {
  const parts = [files, mix.mix_offset, mix.mix_speed, format];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40);
};
