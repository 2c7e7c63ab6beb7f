import type * as z from 'zod/mini';
import type { EncoderSettings } from './encoder-settings.ts';

/** Programs whose settings can be downloaded as a file. */
export const encoderPrograms = ['butt', 'mixxx'] as const;
export type EncoderProgram = (typeof encoderPrograms)[number];

export type EncoderLogin = { user: string; password: string };
type EncoderProfile = { filename: string; type: string; text: string };

/**
 * The settings of an encoder as a file of its program, named after the station: for BUTT (broadcast using this tool) a
 * configuration to import or to start it with (`butt -c`), for Mixxx a file of its folder `broadcast_profiles`.
 */
export const encoderProfile = (
  program: EncoderProgram,
  station: string,
  settings: z.infer<typeof EncoderSettings>,
  login: EncoderLogin,
): EncoderProfile => {
  // Both programs give some characters a meaning in names: brackets, semicolons, what file systems refuse.
  const name =
    station
      .replace(/[^\p{L}\p{N}._-]+/gu, ' ')
      .trim()
      .slice(0, 60) || 'Station';
  const values = { name, settings, login };
  return program === 'butt'
    ? { filename: `${name}.butt.cfg`, type: 'text/plain;charset=utf-8', text: buttConfig(values) }
    : { filename: `${name}.bcp.xml`, type: 'application/xml', text: mixxxProfile(values) };
};

type Values = { name: string; settings: z.infer<typeof EncoderSettings>; login: EncoderLogin };

/** Sections of `key = value`; BUTT uses its defaults for what is missing. Type 1 is Icecast, protocol 0 PUT. */
const buttConfig = ({ name, settings: { icecast, format }, login }: Values): string =>
  [
    ...['[main]', `server = ${name}`, `srv_ent = ${name}`, 'num_of_srv = 1', 'num_of_icy = 0', ''],
    '[audio]',
    ...[`samplerate = ${format.sample_rate}`, `bitrate = ${Math.round(format.bitrate / 1000)}`],
    ...[`channel = ${format.channels}`, `codec = ${format.media_type.toLowerCase()}`, ''],
    `[${name}]`,
    ...[`address = ${icecast.host}`, `port = ${icecast.port}`, `password = ${login.password}`, 'type = 1', 'tls = 0'],
    ...[`mount = ${icecast.mount.replace(/^\//, '')}`, `usr = ${login.user}`, 'protocol = 0', ''],
  ].join('\n');

/** Every element that Mixxx reads, as it knows no defaults for missing ones. */
const mixxxProfile = ({ name, settings: { icecast, format }, login }: Values): string => {
  const elements: readonly (readonly [string, string | number])[] = [
    ['SecureCredentialsStorage', 0],
    ['Enabled', 1],
    ['Host', icecast.host],
    ['Port', icecast.port],
    ['Servertype', 'Icecast2'],
    ['Login', login.user],
    ['Password', login.password],
    ['EnableReconnect', 1],
    ['ReconnectPeriod', 5],
    ['LimitReconnects', 0],
    ['MaximumRetries', 10],
    ['NoDelayFirstReconnect', 1],
    ['ReconnectFirstDelay', 0],
    ['Mountpoint', icecast.mount],
    ['StreamName', name],
    ['StreamDesc', ''],
    ['StreamGenre', ''],
    ['StreamPublic', 0],
    ['StreamWebsite', ''],
    ['StreamIRC', ''],
    ['StreamAIM', ''],
    ['StreamICQ', ''],
    ['Format', format.media_type],
    ['Bitrate', Math.round(format.bitrate / 1000)],
    ['Channels', format.channels],
    ['EnableMetadata', 0],
    ['MetadataCharset', 'UTF-8'],
    ['CustomArtist', ''],
    ['CustomTitle', ''],
    ['MetadataFormat', '$artist - $title'],
    ['OggDynamicUpdate', 0],
  ];
  const lines = elements.map(([tag, value]) => `    <${tag}>${escaped(String(value))}</${tag}>`);
  return ['<!DOCTYPE broadcastprofile>', '<BroadcastProfile>', ...lines, '</BroadcastProfile>', ''].join('\n');
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
