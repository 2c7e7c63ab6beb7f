import { get as open } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** For tests: an HLS player, which requests what a real one does, but only when its test says so. */
export type HlsPlayer = {
  /** The names in its current playlist. */
  list(): Promise<string[]>;
  /** Requests its playlist, then the segments that it doesn't have yet; calls `before` before each request. */
  poll(before?: () => void): Promise<void>;
  request(name: string): Promise<Response>;
  /** Continues at another process. */
  reconnect(port: number): void;
  /** The audio of its segments, in their order; of so many of them. */
  audio(count?: number): Buffer;
  /** The names of its segments. */
  names(): string[];
  /** Number, length and timestamp of each. */
  times(): string[];
};

/** The ID3 tag with the timestamp at the start of each segment. */
const tagBytes = 73;

/** Reads `index.m3u8` of the station at a mount, as a player does first. */
export const openHlsPlayer = async (port: number, ip: string, agent = 'hls.js', mount = 'tone'): Promise<HlsPlayer> => {
  let current = port;
  const request = (name: string): Promise<Response> => {
    const headers = { 'X-Forwarded-For': ip, 'User-Agent': agent };
    return fetched(`http://127.0.0.1:${current}/hls/${mount}/${name}`, headers);
  };
  const get = async (name: string): Promise<Response> => {
    const reply = await request(name);
    if (!reply.ok) throw new Error(`${name}: ${reply.status} ${await reply.text()}`);
    return reply;
  };
  const own = (await (await get('index.m3u8')).text()).trimEnd().split('\n').at(-1)!;
  const segments = new Map<number, { name: string; duration: string; bytes: Buffer }>();
  const read = async (): Promise<{ name: string; duration: string }[]> => {
    const text = await (await get(own)).text();
    return Array.from(text.matchAll(/^#EXTINF:([\d.]+),\n(\S+)$/gm), ([, duration = '', name = '']) => ({
      duration,
      name,
    }));
  };

  return {
    request,
    reconnect: (next) => void (current = next),
    list: async () => (await read()).map(({ name }) => name),
    async poll(before = () => {}) {
      before();
      for (const listed of await read()) {
        const sequence = Number.parseInt(listed.name);
        if (segments.has(sequence)) continue;
        before();
        segments.set(sequence, { ...listed, bytes: Buffer.from(await (await get(listed.name)).arrayBuffer()) });
      }
    },
    audio: (count = segments.size) =>
      Buffer.concat(Array.from(segments.values(), ({ bytes }) => bytes.subarray(tagBytes)).slice(0, count)),
    names: () => Array.from(segments.values(), ({ name }) => name),
    times: () =>
      Array.from(segments, ([sequence, { duration, bytes }]) =>
        [sequence, duration, bytes.toString('hex', 0, tagBytes)].join(' '),
      ),
  };
};

/** `fetch` of Node 24 fails where a connection ends before all of a reply is read. */
const fetched = async (url: string, headers: Record<string, string>): Promise<Response> =>
  await new Promise((resolve, reject) => {
    open(url, { agent: false, headers }, (reply) => {
      buffer(reply).then((body) => {
        const pairs = Object.entries(reply.headers).map(([name, value]): [string, string] => [name, String(value)]);
        resolve(new Response(new Uint8Array(body), { status: reply.statusCode ?? 0, headers: pairs }));
      }, reject);
    }).on('error', reject);
  });
