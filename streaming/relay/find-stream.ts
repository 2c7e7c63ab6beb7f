import { isTakenType } from '#streaming/ingest/content-type.ts';
import { createDechunker } from '#streaming/ingest/dechunk.ts';
import { readAddress } from './address.ts';
import { isPlaylist, longestPlaylist, parsePlaylist } from './playlist.ts';
import { requestStream, type Answer, type Outward } from './request-stream.ts';

const mostRedirects = 5;
const playlistMs = 5000;

/** The stream behind an address: after at most five redirects, each checked anew, and at most one playlist. Throws the reason why there is none. */
export async function findStream(text: string, outward: Outward): Promise<Answer> {
  const { answer, url } = await follow(readAddress(text), outward);
  if (!isPlaylist(typeOf(answer), url.pathname)) return checkSound(answer);
  const entries = parsePlaylist(await readText(answer));
  let failure: unknown;
  for (const entry of entries) {
    outward.signal.throwIfAborted();
    try {
      return await findEntry(readAddress(entry, url), outward);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

async function findEntry(entry: URL, outward: Outward): Promise<Answer> {
  const { answer, url } = await follow(entry, outward);
  if (!isPlaylist(typeOf(answer), url.pathname)) return checkSound(answer);
  answer.socket.destroy();
  throw new Error('It is a playlist of playlists.');
}

async function follow(from: URL, outward: Outward): Promise<{ answer: Answer; url: URL }> {
  let url = from;
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const answer = await requestStream(url, outward);
    const location = answer.headers.get('location');
    if (answer.status >= 200 && answer.status < 300) return { answer, url };
    answer.socket.destroy();
    if (answer.status < 300 || answer.status > 399 || !location) throw new Error(`It answers ${answer.status}.`);
    url = readAddress(location, url);
  }
  throw new Error('It redirects too often.');
}

function checkSound(answer: Answer): Answer {
  const type = typeOf(answer);
  if (isTakenType(type)) return answer;
  answer.socket.destroy();
  throw new Error(`It sends ${type.slice(0, 100)}, which is no sound that is taken here.`);
}

/** A small answer, whole. */
function readText({ socket, headers, rest }: Answer): Promise<string> {
  const unwrap = isChunked(headers) ? createDechunker() : (bytes: Buffer) => [bytes];
  const length = Number(headers.get('content-length') ?? Infinity);
  const parts: Buffer[] = [];
  let size = 0;
  return new Promise((done, fail) => {
    const timer = setTimeout(() => leave(), playlistMs);
    const leave = (): void => {
      clearTimeout(timer);
      socket.destroy();
      done(Buffer.concat(parts).toString('utf8'));
    };
    const take = (bytes: Buffer): void => {
      try {
        parts.push(...unwrap(bytes));
      } catch {
        clearTimeout(timer);
        socket.destroy();
        return fail(new Error('Its answer is broken.'));
      }
      size += bytes.length;
      if (size > longestPlaylist) {
        clearTimeout(timer);
        socket.destroy();
        fail(new Error('Its playlist is too long.'));
      } else if (size >= length) leave();
    };
    socket.on('data', take);
    socket.once('close', leave);
    take(rest);
    socket.resume();
  });
}

/** Whether an answer's body comes in chunks. */
export function isChunked(headers: Map<string, string>): boolean {
  return /chunked/i.test(headers.get('transfer-encoding') ?? '');
}

const typeOf = ({ headers }: Answer): string => headers.get('content-type') ?? '';
