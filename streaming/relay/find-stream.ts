import { isAcceptedType } from '#streaming/ingest/content-type.ts';
import { createDechunker } from '#streaming/ingest/dechunk.ts';
import { parseStreamUrl } from './stream-url.ts';
import { isPlaylist, longestPlaylist, parsePlaylist } from './playlist.ts';
import { requestStream, type Answer, type OutboundOptions } from './request-stream.ts';

const maxRedirects = 5;
const playlistMs = 5000;

/**
 * Finds the stream of a URL: after at most five redirects, each checked again, and at most one playlist. Throws the
 * reason if there is none.
 */
export const findStream = async (text: string, outward: OutboundOptions): Promise<Answer> => {
  const { answer, url } = await follow(parseStreamUrl(text), outward);
  if (!isPlaylist(typeOf(answer), url.pathname)) return checkAudio(answer);
  const entries = parsePlaylist(await readText(answer));
  let failure: unknown;
  for (const entry of entries) {
    outward.signal.throwIfAborted();
    try {
      return await findEntry(parseStreamUrl(entry, url), outward);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
};

const findEntry = async (entry: URL, outward: OutboundOptions): Promise<Answer> => {
  const { answer, url } = await follow(entry, outward);
  if (!isPlaylist(typeOf(answer), url.pathname)) return checkAudio(answer);
  answer.socket.destroy();
  throw new Error('Nested playlists are not supported.');
};

const follow = async (from: URL, outward: OutboundOptions): Promise<{ answer: Answer; url: URL }> => {
  let url = from;
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const answer = await requestStream(url, outward);
    const location = answer.headers.get('location');
    if (answer.status >= 200 && answer.status < 300) return { answer, url };
    answer.socket.destroy();
    if (answer.status < 300 || answer.status > 399 || !location)
      throw new Error(`The server answered with status ${answer.status}.`);
    url = parseStreamUrl(location, url);
  }
  throw new Error('Too many redirects.');
};

const checkAudio = (answer: Answer): Answer => {
  const type = typeOf(answer);
  if (isAcceptedType(type)) return answer;
  answer.socket.destroy();
  throw new Error(`The server sends ${type.slice(0, 100)}, which is not a supported audio type.`);
};

/** Reads a small answer completely. */
const readText = ({ socket, headers, rest }: Answer): Promise<string> => {
  const unwrap = isChunked(headers) ? createDechunker() : (bytes: Buffer) => [bytes];
  const length = Number(headers.get('content-length') ?? Infinity);
  const parts: Buffer[] = [];
  let size = 0;
  return new Promise((done, fail) => {
    const timer = setTimeout(() => finish(), playlistMs);
    const finish = (): void => {
      clearTimeout(timer);
      socket.destroy();
      done(Buffer.concat(parts).toString('utf8'));
    };
    const receive = (bytes: Buffer): void => {
      try {
        parts.push(...unwrap(bytes));
      } catch {
        clearTimeout(timer);
        socket.destroy();
        return fail(new Error('The answer of the server is malformed.'));
      }
      size += bytes.length;
      if (size > longestPlaylist) {
        clearTimeout(timer);
        socket.destroy();
        fail(new Error('The playlist is too long.'));
      } else if (size >= length) finish();
    };
    socket.on('data', receive);
    socket.once('close', finish);
    receive(rest);
    socket.resume();
  });
};

/** Whether an answer's body is chunked. */
export const isChunked = (headers: Map<string, string>): boolean =>
  /chunked/i.test(headers.get('transfer-encoding') ?? '');

const typeOf = ({ headers }: Answer): string => headers.get('content-type') ?? '';
