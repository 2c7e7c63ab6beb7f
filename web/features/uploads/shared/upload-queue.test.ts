import { expect, test, vi } from 'vitest';
import { createUploadQueue, type UploadTarget } from './upload-queue.ts';

const track = 't-1';
const fileOf = (name: string): File => new File(['x'], name);

const setup = (change: Partial<UploadTarget> = {}) => {
  const wait = vi.fn(async () => undefined);
  const target: UploadTarget = {
    send: vi.fn(async () => ({ task: 'k', status: 'SUCCESS' as const, data: { key: track }, duplicate: false })),
    poll: vi.fn(async () => ({ status: 'SUCCESS' as const, progress: 100, data: { key: track } })),
    finish: vi.fn(async () => undefined),
    words: { preparing: 'Processing', done: 'Done', duplicate: 'Duplicate' },
    textOf: (thrown) => (thrown as Error).message,
    ...change,
  };
  return { wait, target, queue: createUploadQueue(wait, 1000) };
};
const statuses = (queue: ReturnType<typeof createUploadQueue>) => queue.state().items.map(({ status }) => status);

test('sends one file at a time and starts the next when it is sent', async () => {
  const sent: (() => void)[] = [];
  const { queue, target } = setup({
    send: vi.fn(
      () =>
        new Promise((resolve) =>
          sent.push(() => resolve({ task: 'k', status: 'SUCCESS', data: { key: track }, duplicate: false })),
        ),
    ) as UploadTarget['send'],
  });
  queue.enqueue(target, [fileOf('a.mp3'), fileOf('b.mp3')]);
  expect(statuses(queue)).toEqual(['uploading', 'pending']);
  sent[0]?.();
  await vi.waitFor(() => expect(statuses(queue)).toEqual(['success', 'uploading']));
  expect(queue.state().isUploading).toBe(true);
  sent[1]?.();
  await vi.waitFor(() => expect(statuses(queue)).toEqual(['success', 'success']));
  expect(queue.state().isUploading).toBe(false);
  expect(target.finish).toHaveBeenCalledTimes(2);
});

test('polls while the server is processing, then finishes the item', async () => {
  const poll = vi
    .fn()
    .mockResolvedValueOnce({ status: 'PROCESSING', progress: 40, data: null, duplicate: false, error: null })
    .mockResolvedValueOnce({
      status: 'SUCCESS',
      progress: 100,
      data: { key: track },
      duplicate: false,
      error: null,
    });
  const { queue, target, wait } = setup({
    send: async () => ({ task: 'k', status: 'PROCESSING', data: null, duplicate: false }),
    poll,
  });
  queue.enqueue(target, [fileOf('a.mp3')]);
  await vi.waitFor(() => expect(statuses(queue)).toEqual(['success']));
  expect(wait).toHaveBeenCalledTimes(2);
  expect(target.finish).toHaveBeenCalledWith(track);
});

test('finishes items in the order the files were added', async () => {
  const first = Promise.withResolvers<void>();
  const added: string[] = [];
  const { queue, target } = setup({
    send: async (file) => ({ task: file.name, status: 'PROCESSING', data: null, duplicate: false }),
    poll: async (task) => {
      if (task === 'a') await first.promise;
      return { status: 'SUCCESS', progress: 100, data: { key: `t-${task}` }, duplicate: false, error: null };
    },
    finish: async (key) => {
      added.push(key);
    },
  });
  queue.enqueue(target, [fileOf('a'), fileOf('b')]);
  await vi.waitFor(() => expect(statuses(queue)).toEqual(['processing', 'processing']));
  first.resolve();
  await vi.waitFor(() => expect(statuses(queue)).toEqual(['success', 'success']));
  expect(added).toEqual(['t-a', 't-b']);
});

test('keeps an error with its reason and does not retry', async () => {
  const send = vi.fn(async () => Promise.reject(new Error('This is not an audio file.')));
  const { queue, target } = setup({ send });
  queue.enqueue(target, [fileOf('a.txt')]);
  await vi.waitFor(() => expect(statuses(queue)).toEqual(['error']));
  expect(queue.state().items[0]?.error).toBe('This is not an audio file.');
  expect(send).toHaveBeenCalledTimes(1);
});

test('marks the item as failed when its task fails', async () => {
  const { queue, target } = setup({
    send: async () => ({ task: 'k', status: 'PROCESSING', data: null, duplicate: false }),
    poll: async () => ({
      status: 'ERROR',
      progress: 0,
      data: null,
      duplicate: false,
      error: { code: 'media.notAudio', message: 'No.' },
    }),
  });
  queue.enqueue(target, [fileOf('a.mp3')]);
  await vi.waitFor(() => expect(statuses(queue)).toEqual(['error']));
  expect(target.finish).not.toHaveBeenCalled();
});

test('canceling an uploading item aborts its request and starts the next one', async () => {
  const aborted = vi.fn();
  const send: UploadTarget['send'] = (file, signal) =>
    file.name === 'b.mp3'
      ? Promise.resolve({ task: 'k', status: 'SUCCESS', data: { key: track }, duplicate: false })
      : new Promise((_, reject) =>
          signal.addEventListener('abort', () => (aborted(), reject(new DOMException('Aborted', 'AbortError')))),
        );
  const { queue, target } = setup({ send });
  queue.enqueue(target, [fileOf('a.mp3'), fileOf('b.mp3')]);
  queue.cancel(queue.state().items[0]?.id ?? '');
  await vi.waitFor(() => expect(statuses(queue)).toEqual(['canceled', 'success']));
  expect(aborted).toHaveBeenCalledTimes(1);
});

test('canceling a pending item skips it', async () => {
  const { queue, target } = setup({ send: vi.fn(() => new Promise<never>(() => undefined)) });
  queue.enqueue(target, [fileOf('a.mp3'), fileOf('b.mp3')]);
  queue.cancel(queue.state().items[1]?.id ?? '');
  expect(statuses(queue)).toEqual(['uploading', 'canceled']);
  expect(target.send).toHaveBeenCalledTimes(1);
});

test('marks a track that was already in the library as a duplicate', async () => {
  const { queue, target } = setup({
    send: async () => ({ task: 'k', status: 'SUCCESS', data: { key: track }, duplicate: true }),
  });
  queue.enqueue(target, [fileOf('a.mp3')]);
  await vi.waitFor(() => expect(statuses(queue)).toEqual(['success']));
  expect(queue.state().items[0]).toMatchObject({ duplicate: true, data: { key: track } });
  expect(target.finish).toHaveBeenCalledWith(track);
});

test('follows a URL that the server fetches and sends it again on request', async () => {
  const end = { progress: 0, data: null, duplicate: false, error: { code: 'outbound.refused', message: 'Gone.' } };
  const { queue, target } = setup({ poll: async () => ({ status: 'ERROR', ...end }) });
  const file = { name: 'a.mp3', url: 'https://example.com/a.mp3' };
  queue.follow(target, file, { task: 'k', status: 'PROCESSING', data: null, duplicate: false });
  expect(statuses(queue)).toEqual(['processing']);
  await vi.waitFor(() => expect(statuses(queue)).toEqual(['error']));
  expect(target.send).not.toHaveBeenCalled();
  queue.again(queue.state().items[0]?.id ?? '');
  await vi.waitFor(() => expect(statuses(queue)).toEqual(['success']));
  expect(target.send).toHaveBeenCalledTimes(1);
});

test('notifies the target of each state of its upload', async () => {
  const states: string[] = [];
  const { queue, target } = setup({ onChange: ({ status }) => void states.push(status) });
  queue.enqueue(target, [fileOf('a.mp3')]);
  await vi.waitFor(() => expect(states).toEqual(['uploading', 'processing', 'success']));
});
