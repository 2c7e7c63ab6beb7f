import type { Codec } from '../sip/sdp.ts';

export type G711 = Exclude<Codec, 'g722'>;
/** Samples and bytes of 20 ms of G.711: one packet. G.722 has as many bytes. */
export const packetSamples = 160;
export const packetMs = 20;

/** One entry for each 16-bit sample, read as unsigned. */
const table = (encode: (sample: number) => number): Uint8Array =>
  Uint8Array.from({ length: 65_536 }, (_, at) => encode((at << 16) >> 16));

const encodeMuLaw = (sample: number): number => {
  const sign = sample < 0 ? 0x80 : 0;
  const biased = Math.min(32_635, Math.abs(sample)) + 0x84;
  const exponent = 24 - Math.clz32(biased);
  return ~(sign | (exponent << 4) | ((biased >> (exponent + 3)) & 0x0f)) & 0xff;
};

const muLaw = table(encodeMuLaw);

const encodeALaw = (sample: number): number => {
  const sign = sample < 0 ? 0 : 0x80;
  const magnitude = Math.min(32_767, sample < 0 ? -sample - 1 : sample) >> 3;
  const exponent = magnitude < 32 ? 0 : 27 - Math.clz32(magnitude);
  const mantissa = (magnitude >> Math.max(1, exponent)) & 0x0f;
  return (sign | (exponent << 4) | mantissa) ^ 0x55;
};
const aLaw = table(encodeALaw);
const tables: Record<G711, Uint8Array> = { pcmu: muLaw, pcma: aLaw };

/** Encodes 16-bit samples (s16le) as G.711. */
export const encodeG711 = (codec: G711, pcm: Buffer): Buffer => {
  const of = tables[codec];
  const out = Buffer.allocUnsafe(pcm.length >> 1);
  for (let at = 0; at < out.length; at++) out[at] = of[pcm[at * 2]! | (pcm[at * 2 + 1]! << 8)]!;
  return out;
};

/** µ-law bytes as those of another codec. */
export const fromMuLaw = (codec: G711, bytes: Buffer): Buffer => {
  if (codec === 'pcmu') return bytes;
  return Buffer.from(bytes.map((byte) => aLaw[decodeMuLaw(byte) & 0xffff]!));
};

/** 20 ms of silence. */
export const silence: Record<G711, Buffer> = {
  pcmu: Buffer.alloc(packetSamples, muLaw[0]),
  pcma: Buffer.alloc(packetSamples, aLaw[0]),
};

/** G.711 bytes as 16-bit samples, −32768 to 32767. */
export const decodeG711 = (codec: G711, bytes: Buffer): Int16Array =>
  Int16Array.from(bytes, codec === 'pcmu' ? decodeMuLaw : decodeALaw);

const decodeMuLaw = (byte: number): number => {
  const inverted = ~byte & 0xff;
  const magnitude = (((inverted & 0x0f) << 3) + 0x84) << ((inverted & 0x70) >> 4);
  return inverted & 0x80 ? 0x84 - magnitude : magnitude - 0x84;
};

const decodeALaw = (byte: number): number => {
  const value = byte ^ 0x55;
  const exponent = (value & 0x70) >> 4;
  const base = ((value & 0x0f) << 4) + 8;
  const magnitude = exponent === 0 ? base : (base + 0x100) << (exponent - 1);
  return value & 0x80 ? magnitude : -magnitude;
};
