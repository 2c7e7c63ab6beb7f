import { afterEach, beforeEach, expect, it } from 'vitest';
import { newSrtpKey } from './sound/srtp.ts';
import { did, startCallsRig, type CallsRig } from './testing/calls-rig.ts';

let rig: CallsRig;
beforeEach(async () => {
  rig = await startCallsRig();
});
afterEach(() => rig.close());

const offerWith = (key: string): string =>
  [
    ...['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 'c=IN IP4 127.0.0.1', 't=0 0', 'm=audio 5998 RTP/SAVP 0'],
    ...[`a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${key}`, ''],
  ].join('\r\n');

it('our key stays while the caller’s does, and changes with it', async () => {
  const sent: string[] = [];
  const peer = {
    ...{ protocol: 'tls' as const, address: '127.0.0.1', port: 5999 },
    send: (bytes: Buffer) => void sent.push(bytes.toString()),
  };
  let tag = '';
  const send = (method: string, number: number, body = ''): void =>
    rig.calls.received(
      Buffer.from(
        [
          ...[`${method} sip:${did}@h SIP/2.0`, `Via: SIP/2.0/TLS 127.0.0.1:5999;branch=z9hG4bK${method}${number}`],
          ...['From: <sip:+4930@h>;tag=a', `To: <sip:${did}@h>${tag}`, 'Call-ID: c', `CSeq: ${number} ${method}`],
          ...['Contact: <sip:c@127.0.0.1:5999>', 'Content-Type: application/sdp'],
          ...[`Content-Length: ${body.length}`, '', body],
        ].join('\r\n'),
      ),
      peer,
    );
  const keyOf = (text = ''): string => /inline:(\S+)/.exec(text)?.[1] ?? '';
  const [one, other] = [newSrtpKey(), newSrtpKey()];
  send('INVITE', 1, offerWith(one));
  await expect.poll(() => sent.at(-1)).toContain('200 OK');
  tag = `;tag=${/^To: .*;tag=(\w+)/m.exec(sent.at(-1)!)![1]}`;
  const first = keyOf(sent.at(-1));
  expect(first).toHaveLength(40);
  send('ACK', 1);
  send('UPDATE', 2, offerWith(one));
  expect(keyOf(sent.at(-1))).toBe(first);
  send('UPDATE', 3, offerWith(other));
  expect(sent.at(-1)).toContain('CSeq: 3 UPDATE');
  expect(keyOf(sent.at(-1))).toHaveLength(40);
  expect(keyOf(sent.at(-1))).not.toBe(first);
  expect(rig.errors).toEqual([]);
});
