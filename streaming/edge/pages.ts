import { product } from '#streaming/base/product.ts';
import type { RequestHead } from '#streaming/listen/request-head.ts';
import type { Mount, Mounts } from './mounts.ts';
import { contentType, refusal, reply } from './replies.ts';

type Shown = Pick<Mounts, 'byName' | 'all'>;

/** Serves everything besides audio: playlist files, Icecast's status JSON, a line of text at the root; else a 404. */
export const page = (mounts: Shown, request: RequestHead, origin: string, started: Date): Buffer => {
  if (request.path === '/status-json.xsl')
    return reply('200 OK', 'application/json', statusJson(shown(mounts, request), origin, started));
  if (request.path === '/')
    return reply('200 OK', 'text/plain; charset=utf-8', `${product()}: radio stations on the air.\n`);
  const [, name, kind] = /^\/([\w-]+)\.(m3u|pls)$/.exec(request.path) ?? [];
  const mount = name && mounts.byName(name);
  if (!mount) return refusal('404 Not Found', 'Station not found.');
  const title = mount.channel.head.name.replace(/[\r\n]+/g, ' ');
  const url = `${origin}/${name}`;
  return kind === 'm3u'
    ? reply('200 OK', 'audio/x-mpegurl', m3u(title, url))
    : reply('200 OK', 'audio/x-scpls', pls(title, url));
};

const m3u = (title: string, url: string): string => `#EXTM3U\r\n#EXTINF:-1,${title}\r\n${url}\r\n`;
const pls = (title: string, url: string): string =>
  `[playlist]\r\nNumberOfEntries=1\r\nFile1=${url}\r\nTitle1=${title}\r\nLength1=-1\r\nVersion=2\r\n`;

/** Public stations that are running, or the one named by the `mount` parameter. */
const shown = (mounts: Shown, request: RequestHead): Mount[] => {
  const wanted = request.query.get('mount');
  const running = mounts.all().filter(({ channel }) => channel.head.running);
  return running.filter(({ channel: { head } }) => (wanted === null ? head.public : `/${head.mount}` === wanted));
};

/**
 * Icecast's `status-json.xsl`, for the tools that read it: like Icecast's, `source` is an object for one mount, a list
 * for several and missing for none.
 */
const statusJson = (mounts: Mount[], origin: string, started: Date): string => {
  const sources = mounts.map((one) => source(one, origin));
  return JSON.stringify({
    icestats: {
      admin: '',
      host: new URL(origin).hostname,
      location: '',
      server_id: product(),
      server_start: started.toUTCString(),
      server_start_iso8601: started.toISOString(),
      ...(sources.length > 0 && { source: sources.length === 1 ? sources[0] : sources }),
    },
  });
};

const source = ({ channel, peak, since }: Mount, origin: string): object => {
  const { head } = channel;
  const { bitrate, sample_rate, channels } = head.format;
  const kilobits = Math.round(bitrate / 1000);
  return {
    audio_info: `ice-samplerate=${sample_rate};ice-bitrate=${kilobits};ice-channels=${channels}`,
    bitrate: kilobits,
    genre: head.genre,
    listener_peak: peak,
    listeners: channel.listeners(),
    listenurl: `${origin}/${head.mount}`,
    server_description: head.description,
    server_name: head.name,
    server_type: contentType(head.format.codec),
    server_url: head.website,
    stream_start: new Date(since).toUTCString(),
    stream_start_iso8601: new Date(since).toISOString(),
    title: channel.playing(),
  };
};
