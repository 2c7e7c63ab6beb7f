import { randomBytes } from 'node:crypto';
import type { RemoteSound } from '../sip/sdp.ts';
import { packetSamples } from './g711.ts';
import { createReception } from './reception.ts';
import { senderReport, isGoodbye } from './rtcp.ts';
import type { SocketPair } from './rtp-ports.ts';
import type { Protection } from './srtp.ts';

type Remote = Pick<RemoteSound, 'address' | 'port' | 'payload' | 'keys'>;

/** Without accessors: V8 keeps objects with accessors of their own as hash tables, which are slow to read for each packet. */
export type RtpSession = {
  readonly port: number;
  /** Where sound goes from now on. */
  setRemote(remote: Remote, protection: Protection | undefined): void;
  /** Sends 20 ms as the packet of this tick. */
  send(sound: Buffer, tick: number): void;
  /** Sends a sender report (RTCP). */
  report(): void;
  /** The keys that the caller pressed, and packets that were lost on the way. */
  readonly received: { digits: number; lost: number };
  /** For how long no packet has arrived, ms. */
  silentMs(): number;
  /** Counts as if a packet had arrived. */
  heard(): void;
  close(): void;
};

type Options = {
  pair: SocketPair;
  /** Whether sound may come from there instead, as behind an address translation. */
  mayLatch(address: string): boolean;
  now(): number;
};

const headerBytes = 12;
const lastPort = 65_535;
/** After this time the source of a caller's sound is fixed. */
const latchMs = 2000;

/**
 * The sound of one call (RFC 3550): sends only to the address of the description, or to where the caller's first sound
 * came from within two seconds, and from then on the kernel drops what others send.
 */
export const openRtpSession = ({ pair, mayLatch, now }: Options): RtpSession => {
  const { rtp, rtcp, port } = pair;
  const packet = Buffer.alloc(headerBytes + packetSamples);
  packet[0] = 0x80;
  randomBytes(4).copy(packet, 8);
  let sequence = randomBytes(2).readUInt16BE();
  const firstTime = randomBytes(4).readUInt32BE();
  let remote: Remote | undefined;
  let protection: Protection | undefined;
  let isConnected = false;
  let isClosed = false;
  let isFirst = true;
  let fixAt = 0;
  // A field of an object, which a number with a fraction is written to without an allocation.
  const last = { received: now() };
  const sent = { packets: 0, tick: 0 };
  const reception = createReception();
  // An unreachable port of the caller is no error of ours.
  const ignore = (): void => {};

  /** The time stamp of a tick, as a signed number of 32 bits. */
  const timeOf = (tick: number): number => (firstTime + tick * packetSamples) | 0;
  const connect = (to: Remote): void => {
    isConnected = true;
    rtp.connect(to.port, to.address, ignore);
  };
  rtp.on('error', ignore);
  rtcp.on('error', ignore);
  rtp.on('message', (bytes, from) => {
    if (!remote || isClosed) return;
    if (!isConnected) {
      const isOther = from.address !== remote.address || from.port !== remote.port;
      if (isOther && !mayLatch(from.address)) return;
      remote = { ...remote, address: from.address, port: from.port };
      connect(remote);
    }
    const plain = protection ? protection.unprotect(bytes) : bytes;
    if (!plain) return;
    last.received = now();
    reception.receive(plain, remote.keys);
  });
  rtcp.on('message', (bytes, from) => {
    // The caller's program says that its sound is over; a question by SIP finds out about the call.
    if (from.address === remote?.address && !protection && isGoodbye(bytes)) last.received = -Infinity;
  });

  return {
    port,
    received: reception.counts,
    silentMs() {
      return now() - last.received;
    },
    heard() {
      last.received = now();
    },
    setRemote(next, keys) {
      protection = keys;
      if (remote?.address === next.address && remote.port === next.port) {
        remote = next;
        return;
      }
      if (isConnected) rtp.disconnect();
      isConnected = false;
      remote = next;
      fixAt = now() + latchMs;
    },
    send(sound, tick) {
      if (!remote || isClosed) return;
      if (!isConnected && now() >= fixAt) connect(remote);
      sequence = (sequence + 1) & 0xffff;
      packet[1] = remote.payload | (isFirst ? 0x80 : 0);
      isFirst = false;
      packet[2] = sequence >> 8;
      packet[3] = sequence;
      const time = timeOf(tick);
      packet[4] = time >> 24;
      packet[5] = time >> 16;
      packet[6] = time >> 8;
      packet[7] = time;
      packet.set(sound, headerBytes);
      sent.packets++;
      sent.tick = tick;
      // The kernel has copied a packet when send() returns, so that the buffer can be used again.
      const bytes = protection ? protection.protect(packet) : packet;
      // Without a callback, which would cost as much as the rest: nothing is done about a packet that can't be sent.
      if (isConnected) rtp.send(bytes);
      else rtp.send(bytes, remote.port, remote.address);
    },
    report() {
      // Sound that comes from the last port leaves none for reports.
      if (!remote || remote.port >= lastPort || isClosed || protection || sent.packets === 0) return;
      const counts = { packets: sent.packets, bytes: sent.packets * packetSamples, time: timeOf(sent.tick) >>> 0 };
      rtcp.send(senderReport(packet.readUInt32BE(8), Date.now(), counts), remote.port + 1, remote.address, ignore);
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      rtp.close();
      rtcp.close();
    },
  };
};
