type UploadStatus = 'pending' | 'uploading' | 'processing' | 'success' | 'error' | 'canceled';

/** A URL whose file the server fetches. */
export type RemoteFile = { name: string; url: string };
export type UploadFile = File | RemoteFile;

/** The server's processing state of a file. `progress` is 0–100. */
type UploadState = {
  status: 'PROCESSING' | 'SUCCESS' | 'ERROR';
  progress?: number;
  data: { key: string } | null;
  duplicate?: boolean;
  error?: { message: string } | null;
};

/** The response to an upload: its task, which may already be finished. */
export type UploadTask = UploadState & { task: string };

/** Where files are uploaded to: how to send and poll a file, what to do when it is ready, and its labels. */
export type UploadTarget = {
  send(file: UploadFile, signal: AbortSignal, onProgress: (share: number) => void): Promise<UploadTask>;
  poll(task: string, signal: AbortSignal): Promise<UploadState>;
  finish(key: string): Promise<void>;
  /** Called when an upload changes state. */
  onChange?(item: UploadItem): void;
  words: { preparing: string; done: string; duplicate: string };
  textOf(thrown: unknown): string;
};

/** Spec §3 "Library upload queue item". `progress` is 0–100. */
export type UploadItem = {
  id: string;
  target: UploadTarget;
  file: UploadFile;
  status: UploadStatus;
  progress: number;
  task: string | undefined;
  data: { key: string } | undefined;
  /** The same audio was already there. */
  duplicate: boolean;
  error: string | undefined;
};

export type Uploads = { items: readonly UploadItem[]; isUploading: boolean };

/**
 * Spec §4 "Library upload item": pending → uploading → (polled each second while PROCESSING) → success, error or
 * canceled. One is sent at a time; the next starts once it is sent. Nothing is retried automatically.
 */
export const createUploadQueue = (wait: (ms: number) => Promise<void>, pollMs: number) => {
  let state: Uploads = { items: [], isUploading: false };
  let isSending = false;
  /** Runs `finish` in the order the files were added, whichever is ready first. */
  let finished: Promise<void> = Promise.resolve();
  const aborts = new Map<string, AbortController>();
  const listeners = new Set<() => void>();

  const publish = (items: readonly UploadItem[]): void => {
    const isUploading = items.some(({ status }) => status === 'pending' || status === 'uploading');
    state = { items, isUploading };
    for (const listener of listeners) listener();
  };
  const find = (id: string): UploadItem | undefined => state.items.find((item) => item.id === id);
  const change = (id: string, to: Partial<UploadItem>): void => {
    publish(state.items.map((item) => (item.id === id ? { ...item, ...to } : item)));
    const item = to.status && find(id);
    if (item) item.target.onChange?.(item);
  };
  const fail = (id: string, thrown: unknown): void => {
    const item = find(id);
    if (item && item.status !== 'canceled') change(id, { status: 'error', error: item.target.textOf(thrown) });
  };

  const next = async (): Promise<void> => {
    const item = state.items.find(({ status }) => status === 'pending');
    if (isSending || !item) return;
    isSending = true;
    const abort = new AbortController();
    aborts.set(item.id, abort);
    change(item.id, { status: 'uploading', progress: 0 });
    try {
      const sent = await item.target.send(item.file, abort.signal, (share) =>
        change(item.id, { progress: Math.round(share * 100) }),
      );
      change(item.id, { task: sent.task, status: 'processing', progress: 0 });
      finished = processItem(item, sent, abort.signal, finished);
    } catch (thrown) {
      fail(item.id, thrown);
    } finally {
      isSending = false;
      void next();
    }
  };
  const processItem = async (
    item: UploadItem,
    sent: UploadTask,
    signal: AbortSignal,
    previous: Promise<void>,
  ): Promise<void> => {
    try {
      const done = await untilDone(item, sent, signal);
      await previous;
      if (signal.aborted) return;
      await item.target.finish(done.data.key);
      change(item.id, { status: 'success', progress: 100, ...done });
    } catch (thrown) {
      fail(item.id, thrown);
    } finally {
      aborts.delete(item.id);
    }
  };
  const untilDone = async (
    item: UploadItem,
    sent: UploadTask,
    signal: AbortSignal,
  ): Promise<{ data: { key: string }; duplicate: boolean }> => {
    let now: UploadState = sent;
    while (now.status === 'PROCESSING') {
      await wait(pollMs);
      signal.throwIfAborted();
      now = await item.target.poll(sent.task, signal);
      change(item.id, { progress: Math.round(now.progress ?? 0) });
    }
    if (now.status === 'SUCCESS' && now.data) return { data: now.data, duplicate: now.duplicate ?? false };
    throw new Error(now.error?.message ?? '');
  };

  return {
    state: () => state,
    subscribe: (listener: () => void) => (listeners.add(listener), () => void listeners.delete(listener)),
    enqueue: (target: UploadTarget, files: readonly UploadFile[]): void => {
      publish([...state.items, ...files.map((file) => newItem(target, file))]);
      void next();
    },
    /** Follows an upload that was sent by other means. */
    follow: (target: UploadTarget, file: UploadFile, sent: UploadTask): void => {
      const item: UploadItem = { ...newItem(target, file), status: 'processing', task: sent.task };
      publish([...state.items, item]);
      const abort = new AbortController();
      aborts.set(item.id, abort);
      finished = processItem(item, sent, abort.signal, finished);
    },
    /** Skips a pending item; aborts the request of an uploading one. */
    cancel: (id: string): void => {
      const item = find(id);
      if (!item || item.status === 'success' || item.status === 'error') return;
      change(id, { status: 'canceled' });
      aborts.get(id)?.abort();
    },
    /** Queues a failed or canceled file again, at the user's request. */
    again: (id: string): void => {
      const item = find(id);
      if (!item || (item.status !== 'error' && item.status !== 'canceled')) return;
      const retried: UploadItem = {
        ...item,
        id: crypto.randomUUID(),
        status: 'pending',
        progress: 0,
        error: undefined,
      };
      publish([...state.items.filter((other) => other.id !== id), retried]);
      void next();
    },
    /** Removes finished items. */
    clear: (): void =>
      publish(state.items.filter(({ status }) => ['pending', 'uploading', 'processing'].includes(status))),
  };
};

const newItem = (target: UploadTarget, file: UploadFile): UploadItem => ({
  id: crypto.randomUUID(),
  target,
  file,
  status: 'pending',
  progress: 0,
  task: undefined,
  data: undefined,
  duplicate: false,
  error: undefined,
});
