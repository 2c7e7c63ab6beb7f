import { expect } from 'vitest';
import type { TestClient } from './client.ts';

/** Opens a person's event stream by HTTP; `end` disconnects. */
export const follow = async (call: Pick<TestClient, 'send'>, stations: string[], audiences: string[] = []) => {
  const query = [...stations.map((key) => `stations=${key}`), ...audiences.map((key) => `audiences=${key}`)].join('&');
  const reply = await call.send('GET', `/v1/events?${query}`);
  expect(reply.headers.get('content-type')).toContain('text/event-stream');
  const body = reply.body ?? new ReadableStream<Uint8Array>();
  const reader = body.pipeThrough(new TextDecoderStream() as never).getReader() as ReadableStreamDefaultReader<string>;
  return { events: eventsOf(reader), end: () => void reader.cancel() };
};

type Events = AsyncIterator<{ event: string; data: unknown }>;

/** The data of the next event of this kind, skipping others. */
export const nextOf = async (events: Events, kind: string): Promise<unknown> =>
  (await firstOf(events, [kind])).get(kind);

/** The data of the next event of each of these kinds. */
export const firstOf = async (events: Events, kinds: string[]): Promise<Map<string, unknown>> => {
  const found = new Map<string, unknown>();
  while (!kinds.every((kind) => found.has(kind))) {
    const { done, value } = await events.next();
    if (done) throw new Error(`The stream ended without one of "${kinds.join('", "')}".`);
    if (kinds.includes(value.event) && !found.has(value.event)) found.set(value.event, value.data);
  }
  return found;
};

const eventsOf = async function* (reader: ReadableStreamDefaultReader<string>) {
  let text = '';
  for (;;) {
    for (let at = text.indexOf('\n\n'); at >= 0; at = text.indexOf('\n\n')) {
      const [, event, data] = /event: (.*)\ndata: (.*)/.exec(text.slice(0, at)) ?? [];
      text = text.slice(at + 2);
      if (event && data) yield { event, data: JSON.parse(data) as unknown };
    }
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
  }
};
