import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

/*
 * Callers in their own process: `telephone-load.ts <SIP port> <number> <calls>` calls so often, each with a port of its
 * own, listens, and speaks as telephones do, 50 packets a second at its own time within every 20 ms. It reports what
 * arrived by message: how many packets never came, and the gaps between two packets of a call. Without a number it calls
 * nobody, and speaks to the ports that follow each other from that port on.
 */
const [sipPort, did, count] = [Number(process.argv[2]), process.argv[3]!, Number(process.argv[4])];
const host = '127.0.0.1';
const [packetMs, packetSamples, headerBytes] = [20, 160, 12];
const invitesPerSecond = 100;
const [retryMs, unansweredMs] = [300, 3000];
/** Gaps by whole milliseconds, the last one for all longer ones. */
const gaps = new Uint32Array(1001);
const counts = { packets: 0, missing: 0 };

type Call = {
  rtp: Socket;
  tag: string;
  sequence: number;
  packet: Buffer;
  isSpeaking: boolean;
  retry: NodeJS.Timeout | undefined;
  lastAt: number;
  lastTime: number;
};
const calls: Call[] = [];
const sip = createSocket('udp4');
let speaking = 0;

const write = (method: string, at: number, [branch, remoteTag, body]: readonly [string, string, string]): void => {
  const call = calls[at]!;
  const lines = [
    `${method} sip:${did}@${host}:${sipPort} SIP/2.0`,
    `Via: SIP/2.0/UDP ${host}:${sip.address().port};branch=z9hG4bK${branch};rport`,
    `From: <sip:+4930${100_000 + at}@${host}>;tag=${call.tag}`,
    `To: <sip:${did}@${host}>${remoteTag === '' ? '' : `;tag=${remoteTag}`}`,
    ...[`Call-ID: ${at}.${call.tag}`, `CSeq: ${method === 'BYE' ? 2 : 1} ${method}`, 'Max-Forwards: 70'],
    `Contact: <sip:caller@${host}:${sip.address().port}>`,
    ...(body === '' ? [] : ['Content-Type: application/sdp']),
    ...[`Content-Length: ${body.length}`, '', body],
  ];
  sip.send(lines.join('\r\n'), sipPort, host);
};

const invite = (at: number): void => {
  const call = calls[at]!;
  call.tag = Math.random().toString(36).slice(2);
  const media = [`m=audio ${call.rtp.address().port} RTP/AVP 0 101`, 'a=rtpmap:101 telephone-event/8000', 'a=ptime:20'];
  const body = ['v=0', `o=- 1 1 IN IP4 ${host}`, 's=-', `c=IN IP4 ${host}`, 't=0 0', ...media, ''].join('\r\n');
  write('INVITE', at, [`i${call.tag}`, '', body]);
  // What nobody answers, as the process that does is still starting, is sent again as another call.
  clearTimeout(call.retry);
  call.retry = setTimeout(invite, unansweredMs, at);
};

const remoteTags = new Map<number, string>();
sip.on('message', (bytes) => {
  const text = bytes.toString();
  const [status, at] = [Number(text.slice(8, 11)), Number(/^call-id: *(\d+)\./im.exec(text)?.[1])];
  const call = calls[at];
  if (
    !text.startsWith('SIP/2.0 ') ||
    status < 200 ||
    !call ||
    !text.includes(`${at}.${call.tag}`) ||
    !/^cseq: *1 INVITE/im.test(text)
  )
    return;
  clearTimeout(call.retry);
  const remoteTag = /^to:.*;tag=([^;\s]+)/im.exec(text)?.[1] ?? '';
  write('ACK', at, [status < 300 ? `a${call.tag}` : `i${call.tag}`, remoteTag, '']);
  // Its number is still on its way to the process that answers.
  if (status >= 300) return void setTimeout(invite, retryMs, at);
  if (call.isSpeaking) return;
  remoteTags.set(at, remoteTag);
  begin(call, Number(/^m=audio (\d+)/m.exec(text)?.[1]));
});

const begin = (call: Call, port: number): void =>
  call.rtp.connect(port, host, () => {
    call.isSpeaking = true;
    speaking += 1;
    if (speaking === count) process.send?.({ type: 'in' });
  });

const open = async (at: number): Promise<void> => {
  const rtp = createSocket('udp4');
  const packet = Buffer.alloc(headerBytes + packetSamples, 0xff);
  packet.set([0x80, 0]);
  packet.writeUInt32BE(at, 8);
  const call: Call = { rtp, tag: '', sequence: 0, packet, isSpeaking: false, retry: undefined, lastAt: 0, lastTime: 0 };
  rtp.on('error', () => undefined).on('message', (bytes) => heard(call, bytes));
  rtp.bind(0, host);
  await once(rtp, 'listening');
  calls[at] = call;
  if (did === '') begin(call, sipPort + at);
  else invite(at);
};

const heard = (call: Call, bytes: Buffer): void => {
  const [now, time] = [performance.now(), bytes.readUInt32BE(4)];
  counts.packets += 1;
  if (call.lastAt > 0) {
    const gap = Math.round(now - call.lastAt);
    gaps[Math.min(gaps.length - 1, gap)]! += 1;
    counts.missing += Math.max(0, (((time - call.lastTime) | 0) - packetSamples) / packetSamples);
  }
  call.lastAt = now;
  call.lastTime = time;
};

const speak = (call: Call | undefined): void => {
  if (!call?.isSpeaking) return;
  call.sequence += 1;
  call.packet.writeUInt16BE(call.sequence & 0xffff, 2);
  call.packet.writeUInt32BE((call.sequence * packetSamples) >>> 0, 4);
  call.rtp.send(call.packet);
};

/** Each millisecond is the turn of a twentieth of the calls. */
let turn = Math.floor(performance.now());
setInterval(() => {
  for (const now = Math.floor(performance.now()); turn < now; turn++)
    for (let at = turn % packetMs; at < calls.length; at += packetMs) speak(calls[at]);
}, 1);

const percentile = (share: number): number => {
  const all = gaps.reduce((sum, one) => sum + one, 0);
  let seen = 0;
  return gaps.findIndex((one) => (seen += one) >= all * share);
};

process.on('message', (message: 'mark' | 'report' | 'hang up') => {
  if (message === 'mark') {
    gaps.fill(0);
    Object.assign(counts, { packets: 0, missing: 0 });
  }
  if (message === 'report')
    process.send?.({ type: 'report', ...counts, p99: percentile(0.99), longest: percentile(1) });
  if (message === 'hang up') for (const [at, remoteTag] of remoteTags) write('BYE', at, [`b${at}`, remoteTag, '']);
});
process.on('disconnect', () => process.exit());

sip.bind(0, host);
await once(sip, 'listening');
for (let at = 0; at < count; at++) {
  await open(at);
  await new Promise((resolve) => setTimeout(resolve, 1000 / invitesPerSecond));
}
