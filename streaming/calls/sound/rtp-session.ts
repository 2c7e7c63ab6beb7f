import { randomBytes } from 'node:crypto';
import type { RemoteSound } from '../sip/sdp.ts';
import { packetSamples } from './g711.ts';
import { createReception } from './reception.ts';
import { senderReport, isGoodbye } from './rtcp.ts';
import type { SocketPair } from './rtp-ports.ts';
import type { Protection } from './srtp.ts';

type Remote = Pick<RemoteSound, 'address' | 'port' | 'payload' | 'keys'>;

export type RtpSession = {
  readonly port: number;
  /** Where sound goes from now on. */
  setRemote(remote: Remote, protection: Protection | undefined): void;
  /** Sends 20 ms as the packet of this tick. */
  send(sound: Buffer, tick: number): void;
  /** Sends a sender report (RTCP). */
  report(): void;
  /** The keys that the caller pressed, packets that were lost on the way, and ms since the last packet. */
  readonly received: { digits: number; lost: number };
  readonly silentMs: number;
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
export function openRtpSession({ pair, mayLatch, now }: Options): RtpSession {
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
  let lastReceived = now();
  const sent = { packets: 0, bytes: 0, time: 0 };
  const reception = createReception();
  // An unreachable port of the caller is no error of ours.
  const ignore = (): void => {};

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
    lastReceived = now();
    reception.receive(plain, remote.keys);
  });
  rtcp.on('message', (bytes, from) => {
    // The caller's program says that its sound is over; a question by SIP finds out about the call.
    if (from.address === remote?.address && !protection && isGoodbye(bytes)) lastReceived = -Infinity;
  });

  return {
    port,
    received: reception.counts,
    get silentMs() {
      return now() - lastReceived;
    },
    heard() {
      lastReceived = now();
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
      const time = (firstTime + tick * packetSamples) >>> 0;
      packet.writeUInt16BE(sequence, 2);
      packet.writeUInt32BE(time, 4);
      sound.copy(packet, headerBytes);
      sent.packets++;
      sent.bytes += packetSamples;
      sent.time = time;
      // The kernel has copied a packet when send() returns, so that the buffer can be used again.
      const bytes = protection ? protection.protect(packet) : packet;
      // Without a callback, which would cost as much as the rest: nothing is done about a packet that can't be sent.
      if (isConnected) rtp.send(bytes);
      else rtp.send(bytes, remote.port, remote.address);
    },
    report() {
      // Sound that comes from the last port leaves none for reports.
      if (!remote || remote.port >= lastPort || isClosed || protection || sent.packets === 0) return;
      rtcp.send(senderReport(packet.readUInt32BE(8), Date.now(), sent), remote.port + 1, remote.address, ignore);
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      rtp.close();
      rtcp.close();
    },
  };
}
