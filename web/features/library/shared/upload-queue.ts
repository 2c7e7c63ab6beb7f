import type { StationKey, TrackKey } from '#contract/keys.ts';
import type { UploadTask } from '#contract/library.ts';

export type UploadStatus = 'pending' | 'uploading' | 'processing' | 'success' | 'error' | 'canceled';

/** An address whose file the server fetches itself. */
export type FromAddress = { name: string; url: string };

/** Spec §3 "Library upload queue item". `progress` is 0–100. */
export type UploadItem = {
  id: string;
  station: StationKey;
  file: File | FromAddress;
  status: UploadStatus;
  progress: number;
  task: string | undefined;
  data: { key: TrackKey } | undefined;
  /** The same sound was in the library already. */
  duplicate: boolean;
  error: string | undefined;
};

export type UploadNeeds = {
  send(item: UploadItem, signal: AbortSignal, onProgress: (share: number) => void): Promise<Sent>;
  poll(station: StationKey, task: string, signal: AbortSignal): Promise<UploadTask>;
  /** Puts the track at the end of the playlist. */
  add(station: StationKey, track: TrackKey): Promise<void>;
  wait(ms: number): Promise<void>;
  textOf(thrown: unknown): string;
};

/** What a sent file is answered with: its task, which may have ended already. */
export type Sent = Pick<UploadTask, 'status' | 'data' | 'duplicate'> & { task: string };

export type UploadState = { items: readonly UploadItem[]; isUploading: boolean };

/**
 * Spec §4 "Library upload item": pending → uploading → (polled each second while PROCESSING) → success, error or
 * canceled. One is sent at a time; the next starts when one has been sent. Nothing is tried again by itself.
 */
export const createUploadQueue = (needs: UploadNeeds, pollMs: number) => {
  let state: UploadState = { items: [], isUploading: false };
  let sending = false;
  /** Files come into the playlist in the order they were given, whichever is ready first. */
  let added: Promise<void> = Promise.resolve();
  const aborts = new Map<string, AbortController>();
  const told = new Set<() => void>();

  const publish = (items: readonly UploadItem[]): void => {
    const isUploading = items.some(({ status }) => status === 'pending' || status === 'uploading');
    state = { items, isUploading };
    for (const listener of told) listener();
  };
  const find = (id: string): UploadItem | undefined => state.items.find((item) => item.id === id);
  const change = (id: string, to: Partial<UploadItem>): void =>
    publish(state.items.map((item) => (item.id === id ? { ...item, ...to } : item)));
  const fail = (id: string, thrown: unknown): void => {
    if (find(id)?.status !== 'canceled') change(id, { status: 'error', error: needs.textOf(thrown) });
  };

  const next = async (): Promise<void> => {
    const item = state.items.find(({ status }) => status === 'pending');
    if (sending || !item) return;
    sending = true;
    const abort = new AbortController();
    aborts.set(item.id, abort);
    change(item.id, { status: 'uploading', progress: 0 });
    try {
      const sent = await needs.send(item, abort.signal, (share) =>
        change(item.id, { progress: Math.round(share * 100) }),
      );
      change(item.id, { task: sent.task, status: 'processing', progress: 0 });
      added = prepare(item, sent, abort.signal, added);
    } catch (thrown) {
      fail(item.id, thrown);
    } finally {
      sending = false;
      void next();
    }
  };
  const prepare = async (item: UploadItem, sent: Sent, signal: AbortSignal, before: Promise<void>): Promise<void> => {
    try {
      const done = await settled(item, sent, signal);
      await before;
      if (signal.aborted) return;
      await needs.add(item.station, done.data.key);
      change(item.id, { status: 'success', progress: 100, ...done });
    } catch (thrown) {
      fail(item.id, thrown);
    } finally {
      aborts.delete(item.id);
    }
  };
  const settled = async (
    item: UploadItem,
    sent: Sent,
    signal: AbortSignal,
  ): Promise<{ data: { key: TrackKey }; duplicate: boolean }> => {
    let now: Omit<Sent, 'task'> & Partial<UploadTask> = sent;
    while (now.status === 'PROCESSING') {
      await needs.wait(pollMs);
      signal.throwIfAborted();
      now = await needs.poll(item.station, sent.task, signal);
      change(item.id, { progress: Math.round(now.progress ?? 0) });
    }
    if (now.status === 'SUCCESS' && now.data) return { data: now.data, duplicate: now.duplicate };
    throw new Error(now.error?.message ?? '');
  };

  return {
    state: () => state,
    subscribe: (listener: () => void) => (told.add(listener), () => void told.delete(listener)),
    enqueue: (station: StationKey, files: readonly UploadItem['file'][]): void => {
      publish([...state.items, ...files.map((file) => newItem(station, file))]);
      void next();
    },
    /** Follows what was sent by other means to its end. */
    follow: (station: StationKey, file: UploadItem['file'], sent: Sent): void => {
      const item: UploadItem = { ...newItem(station, file), status: 'processing', task: sent.task };
      publish([...state.items, item]);
      const abort = new AbortController();
      aborts.set(item.id, abort);
      added = prepare(item, sent, abort.signal, added);
    },
    /** A pending item is left out; an uploading one's request is aborted. */
    cancel: (id: string): void => {
      const item = find(id);
      if (!item || item.status === 'success' || item.status === 'error') return;
      change(id, { status: 'canceled' });
      aborts.get(id)?.abort();
    },
    /** Puts a failed or canceled file to the end of the queue, because the person asked. */
    again: (id: string): void => {
      const item = find(id);
      if (!item || (item.status !== 'error' && item.status !== 'canceled')) return;
      const fresh: UploadItem = { ...item, id: crypto.randomUUID(), status: 'pending', progress: 0, error: undefined };
      publish([...state.items.filter((other) => other.id !== id), fresh]);
      void next();
    },
    /** Forgets what has come to its end. */
    clear: (): void =>
      publish(state.items.filter(({ status }) => ['pending', 'uploading', 'processing'].includes(status))),
  };
};

const newItem = (station: StationKey, file: UploadItem['file']): UploadItem => ({
  id: crypto.randomUUID(),
  station,
  file,
  status: 'pending',
  progress: 0,
  task: undefined,
  data: undefined,
  duplicate: false,
  error: undefined,
});
