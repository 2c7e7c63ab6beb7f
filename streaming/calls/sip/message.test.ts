import { expect, it } from 'vitest';
import { mutated } from '../testing/mutations.ts';
import { parseAddress, parseUri, parseVia } from './address.ts';
import { headerOf, headersOf, parseMessage, splitList } from './message.ts';
import { readSound } from './sdp.ts';
import { createSplitter } from './transport.ts';

const written = (...lines: string[]): Buffer => Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
const usual = ['Via: SIP/2.0/UDP h:5060;branch=z9hG4bK1', 'To: <sip:a@b>', 'From: <sip:c@d>;tag=1', 'Call-ID: x'];
const request = (line: string, ...headers: string[]): Buffer => written(line, ...usual, ...headers);
const problemOf = (bytes: Buffer): number | undefined | string => {
  const parsed = parseMessage(bytes);
  if ('unreadable' in parsed) return 'unreadable';
  return 'request' in parsed ? parsed.problem?.status : 'response';
};

it('compact names, folded lines and several values in a line mean the same as the long form (RFC 4475 3.1.1.1)', () => {
  const parsed = parseMessage(
    written(
      ...[
        'INVITE sip:vivekg@chair-dnrc.example.com;unknownparam SIP/2.0',
        'TO :',
        ' sip:vivekg@chair.example.com ;   tag    = 1918181833n',
      ],
      ...[
        'from   : "J Rosenberg \\\\\\""       <sip:jdrosen@example.com>',
        '  ;',
        '  tag = 98asjd8',
        'MaX-fOrWaRdS: 0068',
      ],
      ...[
        'Call-ID: wsinv.ndaksdj@192.0.2.1',
        'cseq: 0009',
        '  INVITE',
        'Via  : SIP  /   2.0',
        ' /UDP',
        '    192.0.2.2;branch=390skdjuw',
      ],
      ...['s :', 'NewFangledHeader:   newfangled value', ' continued newfangled value', 'Content-Length: 0'],
      ...[
        'v:  SIP  / 2.0  / TCP     spindle.example.com   ;',
        '  branch  =   z9hG4bK9ikj8  ,',
        ' SIP  /    2.0   / UDP  192.168.255.111   ; branch=',
        ' z9hG4bK30239',
      ],
      'm:"Quoted string \\"\\"" <sip:jdrosen@example.com> ; newparam =      newvalue ;secondparam ; q = 0.33',
    ),
  );
  if (!('request' in parsed)) throw new Error('unreadable');
  expect(parsed.problem).toBeUndefined();
  expect(headersOf(parsed.request, 'via').map((via) => parseVia(via)?.host)).toEqual([
    '192.0.2.2',
    'spindle.example.com',
    '192.168.255.111',
  ]);
  expect(parseAddress(headerOf(parsed.request, 'to'))?.params.get('tag')).toBe('1918181833n');
  expect(parseAddress(headerOf(parsed.request, 'from'))).toMatchObject({
    uri: 'sip:jdrosen@example.com',
    name: 'J Rosenberg \\"',
  });
  expect(parseAddress(headerOf(parsed.request, 'contact'))?.params.get('q')).toBe('0.33');
});

it.each([
  ['a number of CSeq that is too large', request('INVITE sip:a@b SIP/2.0', 'CSeq: 4294967296 INVITE'), 400],
  ['a method that differs from that of CSeq', request('OPTIONS sip:a@b SIP/2.0', 'CSeq: 8 INVITE'), 400],
  ['a negative length', request('INVITE sip:a@b SIP/2.0', 'CSeq: 1 INVITE', 'Content-Length: -999'), 400],
  ['a length beyond the message', request('INVITE sip:a@b SIP/2.0', 'CSeq: 1 INVITE', 'Content-Length: 9999'), 400],
  ['two lengths', request('INVITE sip:a@b SIP/2.0', 'CSeq: 1 INVITE', 'Content-Length: 0', 'Content-Length: 5'), 400],
  ['an address in brackets', request('INVITE <sip:a@b> SIP/2.0', 'CSeq: 1 INVITE'), 400],
  ['blanks in the address', request('INVITE sip:a@b; lr SIP/2.0', 'CSeq: 1 INVITE'), 400],
  ['several blanks', request('INVITE  sip:a@b SIP/2.0', 'CSeq: 1 INVITE'), 400],
  ['another version', request('INVITE sip:a@b SIP/7.0', 'CSeq: 1 INVITE'), 505],
  ['an unknown scheme', request('INVITE nobodyKnows:a SIP/2.0', 'CSeq: 1 INVITE'), 416],
  ['several From', request('INVITE sip:a@b SIP/2.0', 'CSeq: 1 INVITE', 'From: <sip:e@f>'), 400],
  ['a header without a name', request('INVITE sip:a@b SIP/2.0', 'CSeq: 1 INVITE', ': x'), 400],
  ['a line end within a header', request('INVITE sip:a@b SIP/2.0', 'CSeq: 1 INVITE', 'X: a\nEvil: b'), 400],
  ['a missing CSeq', request('INVITE sip:a@b SIP/2.0'), 'unreadable'],
  ['a request line without an address', request('INVITE SIP/2.0', 'CSeq: 1 INVITE'), 'unreadable'],
  ['more than 64 kB', Buffer.alloc(70_000, 0x41), 'unreadable'],
  [
    'more than 200 headers',
    request('INVITE sip:a@b SIP/2.0', 'CSeq: 1 INVITE', ...Array.from({ length: 300 }, () => 'A: b')),
    'unreadable',
  ],
  [
    'an unknown method',
    request(
      "!interesting-Method0123456789_*+`.%indeed'~ sip:a@b SIP/2.0",
      "CSeq: 1 !interesting-Method0123456789_*+`.%indeed'~",
    ),
    undefined,
  ],
])('%s is %s', (_what, bytes, status) => {
  expect(problemOf(bytes)).toBe(status);
});

it('addresses with unmatched quotes or brackets are none', () => {
  const odd = ['"Mr. J. User <sip:j@u>', '<sip:a@b', '"a" sip:b@c', '<sip:a@b> x', '"a\\"'];
  expect(odd.filter((text) => parseAddress(text) !== undefined)).toEqual([]);
  expect(parseUri('sip:user;par=u%40example.net@example.com:70000')).toBeUndefined();
  expect(splitList('"a, b" <sip:a@b?x=1,2>, <sip:c@d>')).toHaveLength(2);
});

it('messages in a stream are split by their length, wherever the pieces end', () => {
  const one = Buffer.from('OPTIONS sip:a SIP/2.0\r\nl: 4\r\n\r\nbody');
  const stream = Buffer.concat([one, Buffer.from('\r\n\r\n'), one, one]);
  for (let size = 1; size < stream.length; size++) {
    const found: string[] = [];
    const split = createSplitter((message) => found.push(message.toString()));
    for (let at = 0; at < stream.length; at += size) expect(split(stream.subarray(at, at + size))).toBe(true);
    expect(found).toEqual([one, one, one].map(String));
  }
  expect(createSplitter(() => {})(Buffer.alloc(70_000, 0x41))).toBe(false);
});

it('no mutation of a message or of a description makes the parsers throw', () => {
  const whole = request('INVITE sip:+1@b;x="y" SIP/2.0', 'CSeq: 1 INVITE', 'Contact: "A, B" <sip:a@b>;q=1');
  const description = Buffer.from(
    'v=0\r\nc=IN IP4 1.2.3.4\r\nm=audio 4000 RTP/AVP 0 101\r\na=rtpmap:101 telephone-event/8000\r\n',
  );
  for (const bytes of mutated(whole, 3000, 1)) {
    const parsed = parseMessage(bytes);
    if (!('request' in parsed)) continue;
    for (const values of parsed.request.headers.values())
      expect(() => values.map((value) => [parseVia(value), parseAddress(value)])).not.toThrow();
    parseUri(parsed.request.uri);
  }
  for (const bytes of mutated(description, 3000, 2)) readSound(bytes.toString());
});
