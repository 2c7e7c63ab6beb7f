import { expect, test, vi } from 'vitest';
import type { StationKey, TrackKey } from '#contract/keys.ts';
import { createUploadQueue, type UploadNeeds } from './upload-queue.ts';

const station = 's-1' as StationKey;
const track = 't-1' as TrackKey;
const fileOf = (name: string): File => new File(['x'], name);

const setup = (change: Partial<UploadNeeds> = {}) => {
  const needs: UploadNeeds = {
    send: vi.fn(async () => ({ task: 'k', status: 'SUCCESS' as const, data: { key: track }, duplicate: false })),
    poll: vi.fn(async () => ({
      id: 'k',
      status: 'SUCCESS' as const,
      progress: 100,
      data: { key: track },
      duplicate: false,
      error: null,
    })),
    add: vi.fn(async () => undefined),
    wait: vi.fn(async () => undefined),
    textOf: (thrown) => (thrown as Error).message,
    ...change,
  };
  return { needs, queue: createUploadQueue(needs, 1000) };
};
const statuses = (queue: ReturnType<typeof createUploadQueue>) => queue.state().items.map(({ status }) => status);

test('sends one at a time and the next when one has been sent', async () => {
  const sent: (() => void)[] = [];
  const { queue, needs } = setup({
    send: vi.fn(
      () =>
        new Promise((resolve) =>
          sent.push(() => resolve({ task: 'k', status: 'SUCCESS', data: { key: track }, duplicate: false })),
        ),
    ) as UploadNeeds['send'],
  });
  queue.enqueue(station, [fileOf('a.mp3'), fileOf('b.mp3')]);
  expect(statuses(queue)).toEqual(['uploading', 'pending']);
  sent[0]?.();
  await vi.waitFor(() => expect(statuses(queue)).toEqual(['success', 'uploading']));
  expect(queue.state().isUploading).toBe(true);
  sent[1]?.();
  await vi.waitFor(() => expect(statuses(queue)).toEqual(['success', 'success']));
  expect(queue.state().isUploading).toBe(false);
  expect(needs.add).toHaveBeenCalledTimes(2);
});

test('polls while the server is processing, then adds the track to the playlist', async () => {
  const poll = vi
    .fn()
    .mockResolvedValueOnce({ id: 'k', status: 'PROCESSING', progress: 40, data: null, duplicate: false, error: null })
    .mockResolvedValueOnce({
      id: 'k',
      status: 'SUCCESS',
      progress: 100,
      data: { key: track },
      duplicate: false,
      error: null,
    });
  const { queue, needs } = setup({
    send: async () => ({ task: 'k', status: 'PROCESSING', data: null, duplicate: false }),
    poll,
  });
  queue.enqueue(station, [fileOf('a.mp3')]);
  await vi.waitFor(() => expect(statuses(queue)).toEqual(['success']));
  expect(needs.wait).toHaveBeenCalledTimes(2);
  expect(needs.add).toHaveBeenCalledWith(station, track);
});

test('puts files into the playlist in the order they were given', async () => {
  const first = Promise.withResolvers<void>();
  const added: string[] = [];
  const keyOf = (name: string): TrackKey => `t-${name}` as TrackKey;
  const { queue } = setup({
    send: async (item) => ({ task: item.file.name, status: 'PROCESSING', data: null, duplicate: false }),
    poll: async (_, task) => {
      if (task === 'a') await first.promise;
      return { id: task, status: 'SUCCESS', progress: 100, data: { key: keyOf(task) }, duplicate: false, error: null };
    },
    add: async (_, key) => {
      added.push(key);
    },
  });
  queue.enqueue(station, [fileOf('a'), fileOf('b')]);
  await vi.waitFor(() => expect(statuses(queue)).toEqual(['processing', 'processing']));
  first.resolve();
  await vi.waitFor(() => expect(statuses(queue)).toEqual(['success', 'success']));
  expect(added).toEqual(['t-a', 't-b']);
});

test('an error stays an error with the reason, and is not tried again', async () => {
  const send = vi.fn(async () => Promise.reject(new Error('This is not an audio file.')));
  const { queue } = setup({ send });
  queue.enqueue(station, [fileOf('a.txt')]);
  await vi.waitFor(() => expect(statuses(queue)).toEqual(['error']));
  expect(queue.state().items[0]?.error).toBe('This is not an audio file.');
  expect(send).toHaveBeenCalledTimes(1);
});

test('a task that fails makes the item an error', async () => {
  const { queue, needs } = setup({
    send: async () => ({ task: 'k', status: 'PROCESSING', data: null, duplicate: false }),
    poll: async () => ({
      id: 'k',
      status: 'ERROR',
      progress: 0,
      data: null,
      duplicate: false,
      error: { code: 'media.notAudio', message: 'No.' },
    }),
  });
  queue.enqueue(station, [fileOf('a.mp3')]);
  await vi.waitFor(() => expect(statuses(queue)).toEqual(['error']));
  expect(needs.add).not.toHaveBeenCalled();
});

test('canceling an uploading item aborts its request and lets the next one go', async () => {
  const aborted = vi.fn();
  const send: UploadNeeds['send'] = (item, signal) =>
    item.file.name === 'b.mp3'
      ? Promise.resolve({ task: 'k', status: 'SUCCESS', data: { key: track }, duplicate: false })
      : new Promise((_, reject) =>
          signal.addEventListener('abort', () => (aborted(), reject(new DOMException('Aborted', 'AbortError')))),
        );
  const { queue } = setup({ send });
  queue.enqueue(station, [fileOf('a.mp3'), fileOf('b.mp3')]);
  queue.cancel(queue.state().items[0]?.id ?? '');
  await vi.waitFor(() => expect(statuses(queue)).toEqual(['canceled', 'success']));
  expect(aborted).toHaveBeenCalledTimes(1);
});

test('canceling a pending item leaves it out', async () => {
  const { queue, needs } = setup({ send: vi.fn(() => new Promise<never>(() => undefined)) });
  queue.enqueue(station, [fileOf('a.mp3'), fileOf('b.mp3')]);
  queue.cancel(queue.state().items[1]?.id ?? '');
  expect(statuses(queue)).toEqual(['uploading', 'canceled']);
  expect(needs.send).toHaveBeenCalledTimes(1);
});

test('says of a sound that was in the library that it was', async () => {
  const { queue, needs } = setup({
    send: async () => ({ task: 'k', status: 'SUCCESS', data: { key: track }, duplicate: true }),
  });
  queue.enqueue(station, [fileOf('a.mp3')]);
  await vi.waitFor(() => expect(statuses(queue)).toEqual(['success']));
  expect(queue.state().items[0]).toMatchObject({ duplicate: true, data: { key: track } });
  expect(needs.add).toHaveBeenCalledWith(station, track);
});

test('follows what the server fetches by itself, and sends it again where it is asked to', async () => {
  const end = { progress: 0, data: null, duplicate: false, error: { code: 'outbound.refused', message: 'Gone.' } };
  const { queue, needs } = setup({ poll: async () => ({ id: 'k', status: 'ERROR', ...end }) });
  const file = { name: 'a.mp3', url: 'https://example.com/a.mp3' };
  queue.follow(station, file, { task: 'k', status: 'PROCESSING', data: null, duplicate: false });
  expect(statuses(queue)).toEqual(['processing']);
  await vi.waitFor(() => expect(statuses(queue)).toEqual(['error']));
  expect(needs.send).not.toHaveBeenCalled();
  queue.again(queue.state().items[0]?.id ?? '');
  await vi.waitFor(() => expect(statuses(queue)).toEqual(['success']));
  expect(needs.send).toHaveBeenCalledTimes(1);
});
