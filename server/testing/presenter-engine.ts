import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PresenterRecording } from '#contract/engine-recordings.ts';

export type PresenterEngine = Awaited<ReturnType<typeof presenterEngine>>;

/** A fake engine that has recordings of presenters (contract/engine-recordings.ts), each with the same audio. */
export const presenterEngine = async (audio: Buffer) => {
  const recorded: (PresenterRecording & { station: string })[] = [];
  const server = createServer((request, reply) => {
    const url = new URL(request.url ?? '', 'http://engine');
    const [, , station, kind, id, sound] = url.pathname.split('/');
    if (kind !== 'presenter-recordings') return void reply.writeHead(404).end();
    if (request.method === 'DELETE') {
      const at = recorded.findIndex((one) => one.station === station && one.id === id);
      if (at >= 0) recorded.splice(at, 1);
      return void reply.writeHead(204).end();
    }
    if (sound !== undefined) {
      const [first, last] = [url.searchParams.get('first'), url.searchParams.get('last')].map(Number);
      return void reply.end(audio.subarray(first, (last ?? 0) + 1));
    }
    reply.end(JSON.stringify({ recordings: recorded.filter((one) => one.station === station) }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    recorded,
    close: () => server.close(),
  };
};
