import { createCipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Encryption of one direction's packets, and decryption of the other's. */
export type Protection = {
  protect(packet: Buffer): Buffer;
  /** Undefined for a packet that isn't authentic. */
  unprotect(packet: Buffer): Buffer | undefined;
};

const tagBytes = 10;
const headerBytes = 12;

/** A key and salt for one direction, in Base64. */
export const newSrtpKey = (): string => randomBytes(30).toString('base64');

/** SRTP (RFC 3711) with AES_CM_128_HMAC_SHA1_80 and keys from SDES: 40 characters of Base64 each. */
export const createSrtp = (ourKey: string, theirKey: string): Protection => {
  const [own, other] = [sessionKeys(ourKey), sessionKeys(theirKey)];
  return {
    protect(packet) {
      const index = nextIndex(own, packet.readUInt16BE(2));
      const out = Buffer.allocUnsafe(packet.length + tagBytes);
      packet.copy(out, 0, 0, headerBytes);
      crypt(own, packet, headerBytes, index).copy(out, headerBytes);
      tagOf(own, out.subarray(0, packet.length), index).copy(out, packet.length);
      return out;
    },
    unprotect(packet) {
      const end = packet.length - tagBytes;
      const body = headerBytes + 4 * ((packet[0] ?? 0) & 0x0f) + extensionBytes(packet);
      if (end < body) return undefined;
      const index = guessIndex(other, packet.readUInt16BE(2));
      if (!timingSafeEqual(packet.subarray(end), tagOf(other, packet.subarray(0, end), index))) return undefined;
      other.highest = Math.max(other.highest, index);
      return Buffer.concat([packet.subarray(0, body), crypt(other, packet.subarray(0, end), body, index)]);
    },
  };
};

type Context = {
  encryption: Buffer;
  authentication: Buffer;
  salt: Buffer;
  /** The highest index (roll-over counter and sequence number) so far; −1 before the first. */
  highest: number;
};

/** The keys of one direction from its master key and salt, in Base64. */
export const sessionKeys = (key: string): Context => {
  const bytes = Buffer.from(key, 'base64');
  const [master, salt] = [bytes.subarray(0, 16), bytes.subarray(16, 30)];
  const derive = (label: number, length: number): Buffer => {
    const iv = Buffer.alloc(16);
    salt.copy(iv);
    iv[7]! ^= label;
    return createCipheriv('aes-128-ctr', master, iv).update(Buffer.alloc(length));
  };
  return { encryption: derive(0, 16), authentication: derive(1, 20), salt: derive(2, 14), highest: -1 };
};

/** Our own packets are in order. */
const nextIndex = (context: Context, sequence: number): number => {
  context.highest = guessIndex(context, sequence);
  return context.highest;
};

/** RFC 3711 §3.3.1: the index nearest to the highest one. */
const guessIndex = ({ highest }: Context, sequence: number): number => {
  if (highest < 0) return sequence;
  const [rollover, last] = [Math.floor(highest / 65_536), highest % 65_536];
  const distance = sequence - last;
  const shift = distance > 32_768 ? -1 : distance < -32_768 ? 1 : 0;
  return Math.max(0, rollover + shift) * 65_536 + sequence;
};

const crypt = ({ encryption, salt }: Context, packet: Buffer, from: number, index: number): Buffer => {
  const iv = Buffer.alloc(16);
  salt.copy(iv);
  for (let at = 0; at < 4; at++) iv[4 + at]! ^= packet[8 + at]!;
  const position = Buffer.alloc(6);
  position.writeUIntBE(index, 0, 6);
  for (let at = 0; at < 6; at++) iv[8 + at]! ^= position[at]!;
  return createCipheriv('aes-128-ctr', encryption, iv).update(packet.subarray(from));
};

const tagOf = ({ authentication }: Context, packet: Buffer, index: number): Buffer => {
  const rollover = Buffer.alloc(4);
  rollover.writeUInt32BE(Math.floor(index / 65_536) >>> 0);
  return createHmac('sha1', authentication).update(packet).update(rollover).digest().subarray(0, tagBytes);
};

const extensionBytes = (packet: Buffer): number => {
  const at = headerBytes + 4 * ((packet[0] ?? 0) & 0x0f);
  if (((packet[0] ?? 0) & 0x10) === 0 || packet.length < at + 4) return 0;
  return 4 + 4 * packet.readUInt16BE(at + 2);
};
