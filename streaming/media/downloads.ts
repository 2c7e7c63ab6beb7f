import { signMediaUrl } from '#shared/media-url.ts';
import type { CacheFolder } from './cache-folder.ts';
import { download, type DownloadResult } from './download.ts';
import type { FetchableFile } from './media-file.ts';

/** Who waits for a file: one of `done` and `failed` follows, after any number of `delayed`. */
export type Waiter = { done(): void; failed(reason: string): void; delayed(reason: string): void };

export type Downloads = {
  /** Where the portal serves its storage. */
  source: string | undefined;
  /** Fetches a file before all that nobody waits for; returns how to stop waiting. */
  want(file: FetchableFile, waiter: Waiter): () => void;
  /** What this owner will play next, soonest first, instead of what it said before. */
  prefetch(owner: string, files: readonly FetchableFile[]): void;
  stop(): Promise<void>;
};

type Options = {
  cache: CacheFolder;
  /** Of the control port: signs the URLs. */
  token: string;
  failed(error: unknown): void;
  firstPauseMs?: number;
};

type Job = { file: FetchableFile; waiters: Set<Waiter>; isRunning: boolean };

/** With the two files that the recorder writes at a time, a thread is left to the reads of the Auto DJ (of libuv's four). */
const parallel = 2;
/** While the portal is away it is tried again after 1 s, 2 s, … 15 s; */
const pauseMs = 1000;
const longestPauseMs = 15_000;
/** and a file that can't be had after this time. */
const refusedMs = 15_000;

/** Fetches each file once, however many want it, and two at a time; those that are waited for first. */
export const createDownloads = ({ cache, token, failed, firstPauseMs = pauseMs }: Options): Downloads => {
  const jobs = new Map<string, Job>();
  const upcoming = new Map<string, readonly FetchableFile[]>();
  const refused = new Map<string, { until: number; reason: string }>();
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  let source: string | undefined;
  /** Why nothing can be fetched for now. */
  let problem: string | undefined;
  let pause = firstPauseMs;
  let retry: NodeJS.Timeout | undefined;

  const refusalOf = (name: string): string | undefined => {
    const found = refused.get(name);
    if (found && found.until > Date.now()) return found.reason;
    refused.delete(name);
    return undefined;
  };

  const next = (): Job | undefined => {
    for (const job of jobs.values()) if (!job.isRunning) return job;
    for (const files of upcoming.values())
      for (const file of files) {
        if (cache.has(file.name) || jobs.has(file.name) || refusalOf(file.name) !== undefined) continue;
        const job: Job = { file, waiters: new Set(), isRunning: false };
        jobs.set(file.name, job);
        return job;
      }
    return undefined;
  };

  const work = (): void => {
    while (running.size < parallel && source !== undefined && retry === undefined && !stopping.signal.aborted) {
      const job = next();
      if (!job) return;
      job.isRunning = true;
      const task = run(job, source).finally(() => {
        running.delete(task);
        work();
      });
      running.add(task);
    }
  };

  const run = async (job: Job, base: string): Promise<void> => {
    const result = await fetchOne(job.file, base);
    job.isRunning = false;
    if (stopping.signal.aborted) return;
    if (result.state === 'away') return delay(job, result.reason);
    problem = undefined;
    pause = firstPauseMs;
    jobs.delete(job.file.name);
    if (result.state === 'complete') return job.waiters.forEach((waiter) => waiter.done());
    refused.set(job.file.name, { until: Date.now() + refusedMs, reason: result.reason });
    failed(new Error(`${job.file.key} could not be fetched: ${result.reason}.`));
    job.waiters.forEach((waiter) => waiter.failed(result.reason));
  };

  const fetchOne = async ({ key, name, bytes, sha256 }: FetchableFile, base: string): Promise<DownloadResult> => {
    try {
      const path = await cache.reserve(name, bytes);
      if (path === undefined) return { state: 'wrong', reason: 'it is larger than MEDIA_CACHE_GB allows' };
      const url = signMediaUrl(token, base, key, Date.now());
      const result = await download({ url, path, bytes, sha256, signal: stopping.signal });
      if (result.state === 'complete') await cache.keep(name);
      else if (result.state === 'wrong') await cache.forget(name);
      else cache.release(name);
      return result;
    } catch (error) {
      await cache.forget(name).catch(failed);
      return {
        state: 'away',
        reason: `it could not be stored (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`,
      };
    }
  };

  /** Tries everything again later, and says so to those who wait. */
  const delay = (job: Job, reason: string): void => {
    if (problem !== reason) failed(new Error(`Audio files can't be fetched: ${reason}.`));
    problem = reason;
    if (job.waiters.size === 0) jobs.delete(job.file.name);
    for (const { waiters } of jobs.values()) waiters.forEach((waiter) => waiter.delayed(reason));
    if (retry !== undefined) return;
    retry = setTimeout(() => {
      retry = undefined;
      work();
    }, pause);
    pause = Math.min(pause * 2, longestPauseMs);
  };

  return {
    get source() {
      return source;
    },
    set source(url) {
      source = url;
      work();
    },
    want(file, waiter) {
      const reason = refusalOf(file.name);
      if (reason !== undefined) {
        queueMicrotask(() => waiter.failed(reason));
        return () => undefined;
      }
      const job = jobs.get(file.name) ?? { file, waiters: new Set<Waiter>(), isRunning: false };
      jobs.set(file.name, job);
      job.waiters.add(waiter);
      if (problem !== undefined) {
        const known = problem;
        queueMicrotask(() => job.waiters.has(waiter) && waiter.delayed(known));
      }
      work();
      return () => {
        job.waiters.delete(waiter);
        if (job.waiters.size === 0 && !job.isRunning && jobs.get(file.name) === job) jobs.delete(file.name);
      };
    },
    prefetch(owner, files) {
      if (files.length === 0) upcoming.delete(owner);
      else upcoming.set(owner, files);
      work();
    },
    async stop() {
      stopping.abort();
      clearTimeout(retry);
      await Promise.all(running);
    },
  };
};
