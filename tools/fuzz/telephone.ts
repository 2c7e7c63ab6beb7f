import type { CallEvent } from '#contract/engine/engine-calls.ts';
import { parseMessage, headerOf } from '#streaming/calls/sip/message.ts';
import type { Peer } from '#streaming/calls/sip/peer.ts';
import { offerOf, type Caller, type Reply } from '#streaming/calls/testing/caller.ts';
import { did, startCallsRig, type CallsRig } from '#streaming/calls/testing/calls-rig.ts';
import { mark, mutated } from '#streaming/calls/testing/mutations.ts';

export type TelephoneOutcome = { messages: number; answers: number; opened: number; findings: string[] };

/** Messages that a process gets, which remembers 20,000 for 32 s; requests that are mutated. */
const mostInRound = 10_000;
const templateCount = 16;
/** So many messages are read before the process does anything else. */
const chunk = 50;
const patienceMs = 60_000;
const limits = { number_minutes: 1e9, per_caller: 1e9, call_minutes: 240, per_second: 1e9 };
const rtp = [
  ...['8000000100000000000000017f7f7f7f7f7f7f7f', '80650000000000000000000005800320', '9000000200000001000000020001'],
  '8f00ffff00000001000000020000000100000001000000010000000100000001',
].map((hex) => Buffer.from(hex, 'hex'));

/**
 * Sends mutated SIP messages, descriptions and RTP packets to the process that answers calls, while one call is heard: nothing may
 * fail, no call may be left over, and that call must hear everything and be recorded once. The same for the same seed. Each process
 * gets fewer messages than it remembers, as it drops what comes beyond.
 */
export const fuzzTelephone = async ({
  messages,
  seed,
}: {
  messages: number;
  seed: number;
}): Promise<TelephoneOutcome> => {
  const outcome: TelephoneOutcome = { messages: 0, answers: 0, opened: 0, findings: [] };
  const templates = Math.min(templateCount + rtp.length, messages);
  const each = Math.ceil(messages / Math.max(1, templates));
  for (let at = 0; at < templates; at++)
    for (let from = 0; from < each; from += mostInRound)
      await fuzzOne(outcome, at, Math.min(mostInRound, each - from), seed + at + (from / mostInRound) * 1000);
  return outcome;
};

/** The mutations of one message, by its number. */
const fuzzOne = async (outcome: TelephoneOutcome, at: number, count: number, seed: number): Promise<void> => {
  const rig = await startCallsRig();
  try {
    rig.setTelephony({ limits });
    const caller = await rig.caller({ from: '+4930111' });
    await caller.invite();
    const victim = await rig.caller({ from: '+4930222' });
    const answer = await victim.invite();
    const template = [...requests(), ...requestsWithin(answer, victim.rtpPort)][at];
    const kept = headerOf(answer, 'call-id');
    if (template) await sendMutations(rig, outcome, mutated(template, count, seed), kept);
    else await sendPackets(caller, outcome, mutated(rtp[at - templateCount]!, count, seed));
    // Whether it is still there depends on the mutations.
    void victim.bye();
    outcome.findings.push(...(await leftOver(rig, caller)));
  } catch (error) {
    outcome.findings.push(String(error));
  } finally {
    await rig.close();
  }
};

/** Requests that begin something, and a response; descriptions have their right length. */
const requests = (): Buffer[] => {
  const offer = offerOf(5998, [0, 8, 101]);
  const key = `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${'A'.repeat(40)}`;
  const secure = offerOf(5998, [0], [key]).replace('RTP/AVP', 'RTP/SAVP');
  const timer = ['Supported: timer', 'Session-Expires: 1800;refresher=uac', 'Allow: INVITE, BYE, UPDATE'];
  const login = 'Authorization: Digest username="a", realm="calls", nonce="b.c.d", response="0", qop=auth, nc=00000001';
  return [
    ...[messageOf('INVITE', offer), messageOf('INVITE', offer, timer), messageOf('INVITE', secure)],
    ...[messageOf('INVITE', ''), messageOf('INVITE', offer, [login]), messageOf('CANCEL', '')],
    ...[messageOf('OPTIONS', ''), messageOf('REGISTER', ''), messageOf('ACK', ''), messageOf('BYE', '')],
    Buffer.from(
      messageOf('OPTIONS', '')
        .toString()
        .replace(/^.*\r\n/, 'SIP/2.0 200 OK\r\n'),
    ),
  ];
};

/** The same within a call that was answered. */
const requestsWithin = (answer: Reply, port: number): Buffer[] => {
  const parties = ['From', 'To', 'Call-ID'].map((name) => `${name}: ${headerOf(answer, name.toLowerCase())}`);
  return [
    messageOf('UPDATE', offerOf(port, [8, 0]), [], parties),
    messageOf('INVITE', offerOf(port, [0], ['a=sendonly']), [], parties),
    ...[messageOf('ACK', '', [], parties), messageOf('OPTIONS', '', [], parties), messageOf('CANCEL', '', [], parties)],
  ];
};

const strangers = [`From: "Fuzz" <sip:+${mark}@h>;tag=${mark}`, `To: <sip:${did}@h>`, `Call-ID: ${mark}@h`];
let byes = 0;

const messageOf = (method: string, body: string, headers: readonly string[] = [], parties = strangers): Buffer => {
  const lines = [
    ...[`${method} sip:${did}@127.0.0.1 SIP/2.0`, `Via: SIP/2.0/UDP 127.0.0.1:5997;branch=z9hG4bK${mark};rport`],
    ...['Max-Forwards: 70', ...parties, `CSeq: ${mark} ${method}`, 'Contact: <sip:c@127.0.0.1:5997>'],
    ...['Record-Route: <sip:127.0.0.1;lr>', ...headers],
    ...(body === '' ? [] : ['Content-Type: application/sdp']),
    ...[`Content-Length: ${body.length}`, '', body],
  ];
  return Buffer.from(lines.join('\r\n'));
};

/** Calls that are answered hang up, so that the next ones are answered too, all but the one that is kept. */
const sendMutations = async (
  rig: CallsRig,
  outcome: TelephoneOutcome,
  messages: Iterable<Buffer>,
  kept: string,
): Promise<void> => {
  const peer: Peer = {
    ...{ protocol: 'udp', address: '127.0.0.1', port: 5997 },
    send(bytes) {
      outcome.answers += 1;
      const bye = byeTo(bytes, kept);
      if (!bye) return;
      outcome.opened += 1;
      setImmediate(() => rig.calls.received(bye, { ...peer, send: () => undefined }));
    },
  };
  for (const bytes of messages) {
    rig.calls.received(bytes, peer);
    if (++outcome.messages % chunk > 0) continue;
    await new Promise((resolve) => setImmediate(resolve));
  }
};

/** The BYE that ends a call which was just answered. */
const byeTo = (answer: Buffer, kept: string): Buffer | undefined => {
  const parsed = parseMessage(answer);
  if (!('response' in parsed) || parsed.response.status !== 200) return undefined;
  const { response } = parsed;
  const [number, method] = headerOf(response, 'cseq').split(/\s+/);
  if (method !== 'INVITE' || headerOf(response, 'call-id') === kept) return undefined;
  byes += 1;
  const copied = ['From', 'To', 'Call-ID'].map((name) => `${name}: ${headerOf(response, name.toLowerCase())}`);
  const via = `Via: SIP/2.0/UDP 127.0.0.1:5997;branch=z9hG4bKbye${byes}`;
  return Buffer.from(['BYE sip:x@h SIP/2.0', via, ...copied, `CSeq: ${Number(number) + 1} BYE`, '', ''].join('\r\n'));
};

const sendPackets = async (caller: Caller, outcome: TelephoneOutcome, packets: Iterable<Buffer>): Promise<void> => {
  for (const packet of packets) {
    if (packet.length > 0) caller.speak(packet);
    if (++outcome.messages % chunk > 0) continue;
    await new Promise((resolve) => setImmediate(resolve));
  }
};

/** What is wrong after all of them: errors, calls that stay, a call that hears nothing or isn't recorded once. */
const leftOver = async (rig: CallsRig, caller: Caller): Promise<string[]> => {
  const heard = caller.packets.length;
  await until(() => caller.packets.length > heard + 20, 'the open call hears something');
  const isOwn = (event: CallEvent): boolean => event.caller === '+4930111';
  if (rig.events.some(isOwn)) return [`the call was ended: ${JSON.stringify(rig.events.find(isOwn))}`];
  const { status } = await caller.bye();
  await until(() => rig.calls.state().calling === 0, 'every call has ended');
  const own = rig.events.filter(isOwn);
  const ids = new Set(rig.events.map(({ call }) => call));
  return [
    ...(status === 200 ? [] : [`BYE was answered ${status}`]),
    ...(own.length === 1 ? [] : [`the call was recorded ${own.length} times`]),
    ...(ids.size === rig.events.length ? [] : ['a call was recorded twice']),
    ...rig.errors.map((error) => (error instanceof Error ? (error.stack ?? error.message) : String(error))),
  ];
};

const until = async (isReached: () => boolean, what: string): Promise<void> => {
  for (const end = Date.now() + patienceMs; !isReached(); await new Promise((resolve) => setTimeout(resolve, 50)))
    if (Date.now() > end) throw new Error(`timed out waiting until ${what}`);
};
