import type { Channel } from './channel.ts';
import { contentType } from './replies.ts';

type Playlist = { type: string; body: string };

/** A playlist file that names one stream: `.m3u` or `.pls`. */
export function playlist(kind: 'm3u' | 'pls', name: string, url: string): Playlist {
  const title = name.replace(/[\r\n]+/g, ' ');
  if (kind === 'm3u') return { type: 'audio/x-mpegurl', body: `#EXTM3U\r\n#EXTINF:-1,${title}\r\n${url}\r\n` };
  const lines = ['[playlist]', 'NumberOfEntries=1', `File1=${url}`, `Title1=${title}`, 'Length1=-1', 'Version=2'];
  return { type: 'audio/x-scpls', body: `${lines.join('\r\n')}\r\n` };
}

export type Mounted = { channel: Channel; listeners: number; peak: number; since: number };

/**
 * Icecast's `status-json.xsl`, for the tools that read it: `source` is an object for one mount, a list for several
 * and missing for none, as Icecast has it.
 */
export function statusJson(mounted: Mounted[], origin: string, started: Date): string {
  const sources = mounted.map((one) => source(one, origin));
  return JSON.stringify({
    icestats: {
      admin: '',
      host: new URL(origin).hostname,
      location: '',
      server_id: 'Skywave',
      server_start: started.toUTCString(),
      server_start_iso8601: started.toISOString(),
      ...(sources.length > 0 && { source: sources.length === 1 ? sources[0] : sources }),
    },
  });
}

function source({ channel, listeners, peak, since }: Mounted, origin: string): object {
  const { head } = channel;
  const { bitrate, sample_rate, channels } = head.format;
  const kilobits = Math.round(bitrate / 1000);
  return {
    audio_info: `ice-samplerate=${sample_rate};ice-bitrate=${kilobits};ice-channels=${channels}`,
    bitrate: kilobits,
    genre: head.genre,
    listener_peak: peak,
    listeners,
    listenurl: `${origin}/${head.mount}`,
    server_description: head.description,
    server_name: head.name,
    server_type: contentType(head),
    server_url: head.website,
    stream_start: new Date(since).toUTCString(),
    stream_start_iso8601: new Date(since).toISOString(),
    title: channel.playing(),
  };
}
