/** The sound that a caller offers, or that they accept of our offer. */
export type RemoteSound = {
  address: string;
  port: number;
  codec: Codec;
  /** The RTP payload type of the codec, and that of pressed keys (RFC 2833) if they are sent. */
  payload: number;
  keys: number | null;
  /** Whether the caller hears us, and we them: not while a call is on hold. */
  hears: boolean;
  speaks: boolean;
  /** SRTP keys (RFC 4568) of the caller. */
  crypto: Crypto | null;
  isSecure: boolean;
  /** Media lines of the offer in order; the answer has the same. */
  lines: readonly MediaLine[];
  chosen: number;
};
/** G.722's RTP clock is 8000 Hz by mistake (RFC 3551), so all have 160 bytes and 160 ticks in 20 ms. */
export type Codec = 'pcmu' | 'pcma' | 'g722';
export type Crypto = { tag: string; key: string };
type MediaLine = { kind: string; protocol: string; format: string };

export type OwnSound = { address: string; port: number; session: number; version: number; key: string | null };

const codecs: Record<string, Codec> = { 'pcmu/8000': 'pcmu', 'pcma/8000': 'pcma', 'g722/8000': 'g722' };
const fixed: Record<number, Codec> = { 0: 'pcmu', 8: 'pcma', 9: 'g722' };
const suite = 'AES_CM_128_HMAC_SHA1_80';
const mostLines = 200;
const ourKeys = 101;

/** Reads an offer or answer: the first audio line with a codec of ours; a text says why there is none. */
export const readSound = (body: string): RemoteSound | string => {
  const lines = body.split(/\r?\n/, mostLines + 1);
  if (lines[0] !== 'v=0' || lines.length > mostLines) return 'not a session description';
  const sections = sectionsOf(lines);
  const [session = [], ...media] = sections;
  const listed = media.map((section) => mediaLine(section[0] ?? ''));
  for (const [chosen, section] of media.entries()) {
    const found = readAudio(session, section);
    if (found) return { ...found, chosen, lines: listed };
  }
  return listed.some(({ kind }) => kind === 'audio') ? 'no codec in common' : 'no audio';
};

/** The answer to an offer: one codec, pressed keys, and every other media line refused. */
export const writeAnswer = (to: RemoteSound, own: OwnSound): string => {
  const media = to.lines.flatMap(({ kind, protocol, format }, at) =>
    at === to.chosen ? audioLines(to, own, protocol) : [`m=${kind} 0 ${protocol} ${format}`],
  );
  return describe(own, media);
};

/** An offer, for a call that came without one. */
export const writeOffer = (own: OwnSound): string => {
  const protocol = own.key === null ? 'RTP/AVP' : 'RTP/SAVP';
  return describe(own, [
    `m=audio ${own.port} ${protocol} 0 8 9 ${ourKeys}`,
    ...['a=rtpmap:0 PCMU/8000', 'a=rtpmap:8 PCMA/8000', 'a=rtpmap:9 G722/8000', ...keyLines(ourKeys)],
    ...(own.key === null ? [] : [`a=crypto:1 ${suite} inline:${own.key}`]),
    ...['a=ptime:20', 'a=sendrecv'],
  ]);
};

const describe = ({ address, session, version }: OwnSound, media: readonly string[]): string => {
  const head = ['v=0', `o=- ${session} ${version} IN IP4 ${address}`, 's=-', `c=IN IP4 ${address}`, 't=0 0'];
  return [...head, ...media, ''].join('\r\n');
};

const audioLines = (to: RemoteSound, own: OwnSound, protocol: string): string[] => {
  const { payload, codec, keys, hears, speaks, crypto } = to;
  const direction = hears ? (speaks ? 'sendrecv' : 'sendonly') : speaks ? 'recvonly' : 'inactive';
  return [
    `m=audio ${own.port} ${protocol} ${[payload, ...(keys === null ? [] : [keys])].join(' ')}`,
    `a=rtpmap:${payload} ${codec.toUpperCase()}/8000`,
    ...(keys === null ? [] : keyLines(keys)),
    ...(crypto && own.key !== null ? [`a=crypto:${crypto.tag} ${suite} inline:${own.key}`] : []),
    ...['a=ptime:20', `a=${direction}`],
  ];
};

const keyLines = (payload: number): string[] => [`a=rtpmap:${payload} telephone-event/8000`, `a=fmtp:${payload} 0-15`];

/** The lines before the first `m=`, then those of each. */
const sectionsOf = (lines: readonly string[]): string[][] => {
  const sections: string[][] = [[]];
  for (const line of lines) {
    if (line.startsWith('m=')) sections.push([]);
    sections.at(-1)!.push(line);
  }
  return sections;
};

const mediaLine = (line: string): MediaLine => {
  const [kind = '', , protocol = '', format = ''] = line.slice(2).split(' ');
  return { kind: /^[a-z]+$/.test(kind) ? kind : 'audio', protocol: protocol || 'RTP/AVP', format: format || '0' };
};

const readAudio = (
  session: readonly string[],
  section: readonly string[],
): Omit<RemoteSound, 'chosen' | 'lines'> | undefined => {
  const [kind, written, protocol, ...formats] = (section[0] ?? '').slice(2).trim().split(' ');
  const port = /^\d{1,5}(\/1)?$/.test(written ?? '') ? parseInt(written!, 10) : 0;
  const isSecure = protocol === 'RTP/SAVP';
  if (kind !== 'audio' || port < 1 || port > 65_534 || !(isSecure || protocol === 'RTP/AVP')) return undefined;
  const address = addressIn(section) ?? addressIn(session);
  const maps = rtpMaps(section);
  const offered = formats.filter((format) => /^\d{1,3}$/.test(format)).map(Number);
  const codecOf = (payload: number): Codec | undefined =>
    maps.has(payload) ? codecs[maps.get(payload)!] : fixed[payload];
  const payload = offered.find((one) => one < 128 && codecOf(one) !== undefined);
  const crypto = isSecure ? cryptoIn(section) : null;
  if (address === undefined || payload === undefined || (isSecure && crypto === null)) return undefined;
  const keys = offered.find((one) => one < 128 && maps.get(one) === 'telephone-event/8000') ?? null;
  const direction = directionIn(section) ?? directionIn(session) ?? 'sendrecv';
  // An address of zeros was how calls were held before directions existed.
  const isHeld = address === '0.0.0.0';
  return {
    ...{ address, port, payload, codec: codecOf(payload)!, keys, crypto, isSecure },
    hears: !isHeld && (direction === 'sendrecv' || direction === 'recvonly'),
    speaks: direction === 'sendrecv' || direction === 'sendonly',
  };
};

/** `a=rtpmap:101 telephone-event/8000` as 101 → telephone-event/8000, without channels. */
const rtpMaps = (section: readonly string[]): Map<number, string> => {
  const maps = new Map<number, string>();
  for (const line of section) {
    const found = /^a=rtpmap:(\d{1,3}) ([^/ ]+\/\d+)(\/1)?$/.exec(line.trim());
    if (found) maps.set(Number(found[1]), found[2]!.toLowerCase());
  }
  return maps;
};

const addressIn = (lines: readonly string[]): string | undefined => {
  const line = lines.find((one) => one.startsWith('c='));
  return /^c=IN IP4 (\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})(\/\d+)?\s*$/.exec(line ?? '')?.[1];
};

const directionIn = (lines: readonly string[]): string | undefined => {
  const line = lines.find((one) => /^a=(sendrecv|sendonly|recvonly|inactive)\s*$/.test(one));
  return line?.slice(2).trim();
};

/** The first key of the suite that we know; keys with a lifetime or an identifier (MKI) of zero length are accepted. */
const cryptoIn = (lines: readonly string[]): Crypto | null => {
  for (const line of lines) {
    const found =
      /^a=crypto:(\d{1,9}) AES_CM_128_HMAC_SHA1_80 inline:([A-Za-z0-9+/]{40})(={0,2})(\|2\^\d+|\|\d+)?\s*$/.exec(line);
    if (found) return { tag: found[1]!, key: found[2]! };
  }
  return null;
};
