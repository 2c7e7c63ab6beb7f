import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (reply: ServerResponse, request: IncomingMessage) => void;

/** A fake podcast host on loopback, at `address`, with responses by path and a record of requests. */
export const fakePodcastHost = async (address = '127.0.0.1') => {
  const answers = new Map<string, Answer>();
  const asked: string[] = [];
  let fallback: ((request: IncomingMessage, reply: ServerResponse) => void) | undefined;
  const server: Server = createServer((request, reply) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    asked.push(path);
    const answer = answers.get(path);
    if (answer) answer(reply, request);
    else if (fallback) fallback(request, reply);
    else reply.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, address, done));
  const url = `http://${address}:${String((server.address() as AddressInfo).port)}`;
  return {
    url,
    asked,
    /** Sets the handler of all other paths. */
    pass: (to: NonNullable<typeof fallback>) => void (fallback = to),
    on: (path: string, answer: Answer) => void answers.set(path, answer),
    serve: (path: string, body: string | Buffer, type = 'application/octet-stream') =>
      void answers.set(path, (reply) =>
        reply.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body),
      ),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

export type FakePodcastHost = Awaited<ReturnType<typeof fakePodcastHost>>;

type Item = { guid: string; audio?: string; title?: string; more?: string; date?: string };

/** The XML of a feed on that host. */
export const feedOf = (channel: string, items: readonly Item[] = [], title = 'Their podcast'): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
<title>${title}</title><description>Said by them.</description><language>en</language><link>https://them.example/</link>
<itunes:category text="Music"/>${channel}${items.map(itemOf).join('')}</channel></rss>`;

const itemOf = ({ guid, audio, title = guid, more = '', date = 'Sat, 21 Nov 2026 10:00:00 GMT' }: Item): string =>
  `<item><title>${title}</title><guid isPermaLink="false">${guid}</guid><pubDate>${date}</pubDate>${
    audio === undefined ? '' : `<enclosure url="${audio}" length="1" type="audio/mpeg"/>`
  }${more}</item>`;
