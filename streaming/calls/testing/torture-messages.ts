import { did } from './calls-rig.ts';

/*
 * The torture messages of RFC 4475, by its names: what makes each of them tortuous as it is there, what doesn't (bodies, long
 * lists of routes) shortened.
 */

const description = [
  'v=0',
  'o=m 1 1 IN IP4 192.0.2.1',
  's=-',
  'c=IN IP4 192.0.2.1',
  't=0 0',
  'm=audio 49217 RTP/AVP 0',
  '',
];
const sdp = description.join('\r\n');
const long = (text: string, times: number): string => text.repeat(times);
const bytes = (lines: readonly string[], body = ''): Buffer => Buffer.from([...lines, '', body].join('\r\n'));

type Parts = Partial<Record<'via' | 'to' | 'from' | 'id' | 'cseq' | 'forwards', string>>;
let made = 0;
/** A request with usual headers, of which `parts` replace some; one that is '' is left out. */
const request = (line: string, more: readonly string[] = [], parts: Parts = {}, body = ''): Buffer => {
  const [method = ''] = line.split(' ');
  made++;
  const usual = {
    ...{ via: `Via: SIP/2.0/UDP host.example.com;branch=z9hG4bKt${made}`, to: 'To: sip:user@example.com' },
    ...{ from: 'From: <sip:caller@example.net>;tag=938', id: `Call-ID: torture.${made}` },
    ...{ cseq: `CSeq: 8 ${method}`, forwards: 'Max-Forwards: 70', ...parts },
  };
  const length = more.some((header) => /^(content-length|l)\s*:/i.test(header))
    ? []
    : [`l: ${Buffer.byteLength(body)}`];
  return bytes([line, ...Object.values(usual).filter((header) => header !== ''), ...more, ...length], body);
};
const invite = (more: readonly string[] = [], parts: Parts = {}): Buffer =>
  request('INVITE sip:user@example.com SIP/2.0', ['Content-Type: application/sdp', ...more], parts, sdp);
const options = (
  line = 'OPTIONS sip:user@example.org SIP/2.0',
  more: readonly string[] = [],
  parts: Parts = {},
): Buffer => request(line, ['Accept: application/sdp', ...more], parts);
const register = (more: readonly string[] = [], parts: Parts = {}): Buffer =>
  request('REGISTER sip:example.com SIP/2.0', more, parts);
const response = (line: string, more: readonly string[] = []): Buffer =>
  bytes([
    ...[
      line,
      'Via: SIP/2.0/UDP 192.0.2.105;branch=z9hG4bK1',
      'To: sip:u@example.com;tag=1',
      'From: sip:u@example.com;tag=2',
    ],
    ...['Call-ID: r.1', 'CSeq: 35 INVITE', 'Contact: <sip:user@host105.example.com>', ...more, 'Content-Length: 0'],
  ]);

/** A message, and the status of our answer to it; null where there is none. */
export type Torture = [name: string, message: Buffer, status: number | null];

/** Section 3.1.1: valid, however it looks. */
export const valid: Torture[] = [
  [
    'wsinv',
    bytes(
      [
        'INVITE sip:vivekg@chair-dnrc.example.com;unknownparam SIP/2.0',
        'TO :\r\n sip:vivekg@chair-dnrc.example.com ;   tag    = 1918181833n',
        'from   : "J Rosenberg \\\\\\""       <sip:jdrosen@example.com>\r\n  ;\r\n  tag = 98asjd8',
        ...['MaX-fOrWaRdS: 0068', 'Call-ID: wsinv.ndaksdj@192.0.2.1', `Content-Length   : ${sdp.length}`],
        ...['cseq: 0009\r\n  INVITE', 'Via  : SIP  /   2.0\r\n /UDP\r\n    192.0.2.2;branch=390skdjuw', 's :'],
        'NewFangledHeader:   newfangled value\r\n continued newfangled value',
        ...['UnknownHeaderWithUnusualValue: ;;,,;;,;', 'Content-Type: application/sdp'],
        'Route:\r\n <sip:services.example.com;lr;unknownwith=value;unknown-no-value>',
        'v:  SIP  / 2.0  / TCP     spindle.example.com   ;\r\n  branch  =   z9hG4bK9ikj8  ,\r\n SIP  /    2.0   / UDP  192.168.255.111   ; branch=\r\n z9hG4bK30239',
        'm:"Quoted string \\"\\"" <sip:jdrosen@example.com> ; newparam =\r\n      newvalue ;\r\n  secondparam ; q = 0.33',
      ],
      sdp,
    ),
    // It says that it belongs to a call.
    481,
  ],
  [
    'intmeth',
    request(
      "!interesting-Method0123456789_*+`.%indeed'~ sip:1_unusual.URI~(to-be!sure)&isn't+it$/crazy?,/;;*:&it+has=1,weird!*pas$wo~d_too.(doesn't-it)@example.com SIP/2.0",
      ["extensionHeader-!.%*+_`'~: \ufeff大停電"],
      {
        via: "Via: SIP/2.0/TCP host1.example.com;branch=z9hG4bK-.!%66*_+`'~",
        to: 'To: "BEL:\\\u0007 DEL:\\\u007f" <sip:1_unusual.URI~(to-be!sure)&isn\'t+it$/crazy?,/;;*@example.com>',
        from: "From: token1~` token2'+_ token3*%!.- <sip:mundane@example.com>;fromParam''~+*_!.-%=\"работающий\";tag=_token~1'+`*%!-.",
        id: 'Call-ID: intmeth.word%ZK-!.*_+\'@word`~)(><:\\/"][?}{',
      },
    ),
    405,
  ],
  // Its header with a quoted NUL: we don't read such headers, and without To there is no answer.
  ['intmeth, NUL', options(undefined, [], { to: 'To: "NUL:\\\u0000" <sip:user@example.com>' }), null],
  [
    'esc01',
    request(
      'INVITE sip:sips%3Auser%40example.com@example.net SIP/2.0',
      ['C: application/sdp', 'Contact:\r\n  <sip:cal%6Cer@host5.example.net;%6C%72;n%61me=v%61lue%25%34%31>'],
      { to: 'To: sip:%75se%72@example.com', from: 'From: <sip:I%20have%20spaces@example.net>;tag=938' },
      sdp,
    ),
    404,
  ],
  [
    'escnull',
    register(['Contact: <sip:%00@host5.example.com>', 'Contact: <sip:%00%00@host5.example.com>'], {
      ...{ to: 'To: sip:null-%00-null@example.com', from: 'From: sip:null-%00-null@example.com;tag=839923423' },
    }),
    405,
  ],
  [
    'esc02',
    request('RE%47IST%45R sip:registrar.example.com SIP/2.0', ['Contact: <sip:alias3@host3.example.com>']),
    405,
  ],
  ['lwsdisp', options(undefined, [], { from: 'From: caller<sip:caller@example.com>;tag=323' }), 200],
  [
    'longreq',
    request(
      'INVITE sip:user@example.com SIP/2.0',
      [
        ...Array.from({ length: 34 }, (_, at) => `v: SIP/2.0/UDP host${at}.example.com;branch=z9hG4bK${at}`),
        `Contact: <sip:${long('amazinglylongcallername', 5)}@host5.example.net>`,
        ...['Content-Type: application/sdp', `Unknown-${long('Long', 20)}-Name: ${long('unknown-value ', 20)}`],
      ],
      {
        to: `To: "I have a user name of ${long('extreme', 10)} proportion"<sip:user@example.com:6000;${long('unknownparam', 9)}=${long('verylong', 20)}value>`,
        from: `F: sip:${long('amazinglylongcallername', 5)}@example.net;tag=12${long('982', 50)}424;${long('unknownheaderparam', 9)}name=${long('value', 9)}`,
        id: `i: longreq.one${long('really', 20)}longcallid`,
      },
      sdp,
    ),
    404,
  ],
  [
    'dblreq',
    Buffer.concat([register(['Contact: <sip:j.user@host.example.com>']), invite([], { id: 'Call-ID: dblreq.2' })]),
    405,
  ],
  [
    'semiuri',
    options('OPTIONS sip:user;par=u%40example.net@example.com SIP/2.0', [], { to: 'To: sip:j_user@example.com' }),
    200,
  ],
  [
    'transports',
    options(undefined, [
      'Via: SIP/2.0/SCTP t2.example.com;branch=z9hG4bKklasjdhf',
      ...[
        'Via: SIP/2.0/TLS t3.example.com;branch=z9hG4bK2980unddj',
        'Via: SIP/2.0/UNKNOWN t4.example.com;branch=z9hG4bKasd0f3en',
      ],
      'Via: SIP/2.0/TCP t5.example.com;branch=z9hG4bK0a9idfnee',
    ]),
    200,
  ],
  [
    'mpart01',
    request(
      'MESSAGE sip:kumiko@example.org SIP/2.0',
      ['MIME-Version: 1.0', 'Content-Type: multipart/mixed;boundary=7a9cbec02ceef655'],
      {},
      '--7a9cbec02ceef655\r\nContent-Type: application/octet-stream\r\n\r\n\u0000\u0001\r\n--7a9cbec02ceef655--',
    ),
    405,
  ],
  ['unreason', response('SIP/2.0 200 = 2**3 * 5**2 но сто девяносто девять - простое'), null],
  ['noreason', response('SIP/2.0 100 '), null],
];

/** Section 3.1.2: not valid. */
export const invalid: Torture[] = [
  // Read as if the separators weren't there.
  ['badinv01', invite(['Contact: "Joe" <sip:joe@example.org>;;;;'], { via: 'Via: SIP/2.0/UDP 192.0.2.15;;,;,,' }), 404],
  ['clerr', invite(['Content-Length: 9999']), 400],
  ['ncl', invite(['Content-Length: -999']), 400],
  [
    'scalar02',
    register(['Expires: 10000000000'], { cseq: 'CSeq: 36893488147419103232 REGISTER', forwards: 'Max-Forwards: 300' }),
    400,
  ],
  [
    'scalarlg',
    response('SIP/2.0 503 Service Unavailable', [
      'Retry-After: 949302838503028349304023988',
      'Warning: 1812 overture "In Progress"',
    ]),
    null,
  ],
  ['quotbal', invite([], { to: 'To: "Mr. J. User <sip:j.user@example.com>' }), 400],
  ['ltgtruri', request('INVITE <sip:user@example.com> SIP/2.0', [], {}, sdp), 400],
  ['lwsruri', request('INVITE sip:user@example.com; lr SIP/2.0', [], {}, sdp), 400],
  ['lwsstart', request('INVITE  sip:user@example.com  SIP/2.0', [], {}, sdp), 400],
  ['trws', options('OPTIONS sip:remote-target@example.com SIP/2.0  '), null],
  // We route nothing, so headers in an address have no effect.
  ['escruri', request('INVITE sip:user@example.com?Route=%3Csip:example.com%3E SIP/2.0', [], {}, sdp), 404],
  ['baddate', invite(['Date: Fri, 01 Jan 2010 16:00:00 EST']), 404],
  ['regbadct', register(['Contact: sip:user@example.com?Route=%3Csip:sip.example.com%3E']), 405],
  ['badaspec', options(undefined, [], { to: 'To: "Watson, Thomas" < sip:t.watson@example.org >' }), 200],
  ['baddn', options(undefined, [], { from: 'From: Bell, Alexander <sip:a.g.bell@example.com>;tag=43' }), 200],
  ['badvers', options('OPTIONS sip:t.watson@example.org SIP/7.0'), 505],
  ['mismatch01', options(undefined, [], { cseq: 'CSeq: 8 INVITE' }), 400],
  ['mismatch02', request('NEWMETHOD sip:user@example.com SIP/2.0', [], { cseq: 'CSeq: 8 INVITE' }), 400],
  ['bigcode', response('SIP/2.0 4294967301 better not break the receiver'), null],
];

/** Sections 3.2 to 3.4: what elements do with readable messages. */
export const semantics: Torture[] = [
  ['badbranch', options(undefined, [], { via: 'Via: SIP/2.0/UDP 192.0.2.1;branch=z9hG4bK' }), 200],
  ['insuf', request('INVITE sip:user@example.com SIP/2.0', [], { to: '', from: '', id: '' }, sdp), null],
  ['unkscm', options('OPTIONS nobodyKnowsThisScheme:totallyopaquecontent SIP/2.0'), 416],
  ['novelsc', options('OPTIONS soap.beep://192.0.2.103:3002 SIP/2.0'), 416],
  ['unksm2', register([], { to: 'To: isbn:2983792873', from: 'From: <http://www.example.com>;tag=3234233' }), 405],
  [
    'bext01',
    options(undefined, [
      'Require: nothingSupportsThis, nothingSupportsThisEither',
      'Proxy-Require: noProxiesSupportThis',
    ]),
    420,
  ],
  [
    'invut',
    request(`INVITE sip:${did}@example.com SIP/2.0`, ['Content-Type: application/unknownformat'], {}, '<audio/>'),
    415,
  ],
  ['regaut01', register(['Authorization: NoOneKnowsThisScheme opaque-data=here']), 405],
  [
    'multi01',
    invite([
      'CSeq: 59 INVITE',
      'Call-ID: multi01.98asdh',
      'Max-Forwards: 5',
      'From: sip:other.caller@example.net;tag=2',
    ]),
    400,
  ],
  ['mcl01', options(undefined, ['Content-Length: 13', 'Content-Length: 5']), 400],
  ['bcast', response('SIP/2.0 200 OK', ['Via: SIP/2.0/UDP 255.255.255.255;branch=z9hG4bK1saber23']), null],
  ['zeromf', options(undefined, [], { forwards: 'Max-Forwards: 0' }), 200],
  ['cparam01', register(['Contact: sip:+19725552222@gw1.example.net;unknownparam']), 405],
  ['cparam02', register(['Contact: <sip:+19725552222@gw1.example.net;unknownparam>']), 405],
  ['regescrt', register(['Contact: <sip:user@example.com?Route=%3Csip:sip.example.com%3E>']), 405],
  // We answer without a description that it accepts, as the number isn't ours.
  ['sdp01', invite(['Accept: text/nobodyKnowsThis']), 404],
  [
    'inv2543',
    request(
      'INVITE sip:UserB@example.com SIP/2.0',
      [],
      {
        ...{
          via: 'Via: SIP/2.0/UDP iftgw.example.com',
          from: 'From: <sip:+13035551111@ift.client.example.net;user=phone>',
        },
        forwards: '',
      },
      sdp,
    ),
    404,
  ],
];
