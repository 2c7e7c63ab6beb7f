import type { Socket } from 'node:net';
import type { StationDesired } from '#contract/engine/engine.ts';
import { cleanTitle, parseForm } from '#streaming/base/form.ts';
import { product } from '#streaming/base/product.ts';
import { isConvertedType, isAcceptedType } from './content-type.ts';
import { basicCredentials, mountPassword } from './credentials.ts';
import { createDechunker } from './dechunk.ts';
import { addressOf, type SourceAuth, type SourceOwner } from './source-auth.ts';
import { reply } from './reply.ts';
import type { RequestHead } from './request-head.ts';
import { serveSource } from './source-connection.ts';

const noMount = 'Mountpoint not found.';
const wrongPassword = 'Wrong user or password. The user is "source", or your name as a presenter.';
const done =
  '<?xml version="1.0"?>\n<iceresponse><message>Metadata update successful</message><return>1</return></iceresponse>\n';

/** Answers an encoder that speaks Icecast's HTTP: its audio, its titles, and its initial probes. */
export const answerHttp = (socket: Socket, head: RequestHead, rest: Buffer, auth: SourceAuth): void => {
  const isAdmin = head.path === '/admin.cgi' || head.path.startsWith('/admin/');
  if (head.method === 'OPTIONS') return reply(socket, 200, '');
  if (head.path === '/admin/!POKE') return reply(socket, 200, '');
  if (isAdmin && (head.method === 'GET' || head.method === 'POST')) {
    return answerAdmin(socket, head, auth);
  }
  if (head.method === 'PUT' || head.method === 'SOURCE') return authenticate(socket, head, rest, auth);
  reply(socket, 405, 'Encoders must use PUT or SOURCE.');
};

const authenticate = (socket: Socket, head: RequestHead, rest: Buffer, auth: SourceAuth): void => {
  const station = auth.find(decodePath(head.path));
  if (!station) return reply(socket, 404, noMount);
  const credentials = basicCredentials(head.headers.get('authorization'));
  if (!credentials) return reply(socket, 401, wrongPassword);
  auth.check(socket, station, credentials, agentOf(head), (who) => {
    if (!who) return reply(socket, 401, wrongPassword);
    startSource(socket, head, rest, { station, who }, auth);
  });
};

const startSource = (
  socket: Socket,
  head: RequestHead,
  rest: Buffer,
  { station, who }: { station: StationDesired; who: SourceOwner },
  auth: SourceAuth,
): void => {
  const contentType = head.headers.get('content-type') ?? '';
  const refuse = (status: number, reason: string): void => {
    auth.refused(socket, station, reason, agentOf(head));
    reply(socket, status, reason);
  };
  if (!isAcceptedType(contentType)) {
    return refuse(415, `Audio of type ${contentType.slice(0, 100)} is not supported.`);
  }
  const { refusal } = auth.stations.converters;
  if (refusal !== undefined && isConvertedType(contentType)) return refuse(503, refusal);
  const isChunked = /chunked/i.test(head.headers.get('transfer-encoding') ?? '');
  const kilobits = Number(head.headers.get('ice-bitrate') ?? audioInfo(head).get('bitrate'));
  const hello = {
    ip: addressOf(socket),
    user_agent: agentOf(head),
    name: cleanTitle(utf8(head.headers.get('ice-name') ?? '')),
    ...who,
  };
  const refused = serveSource(
    socket,
    {
      station: station.key,
      hello,
      contentType,
      bitrate: kilobits > 0 ? kilobits * 1000 : null,
      unwrap: isChunked ? createDechunker() : (bytes) => [bytes],
    },
    auth.stations,
    auth.log,
    () => {
      sendOk(socket, head);
      if (rest.length > 0) socket.unshift(rest);
    },
  );
  if (refused) refuse(refused.refused === 'stopped' ? 503 : 403, refused.reason);
};

/** Encoders wait for this reply before they send; it has no end, as the request has none. */
const sendOk = (socket: Socket, head: RequestHead): void => {
  if (/100-continue/i.test(head.headers.get('expect') ?? '')) {
    socket.write('HTTP/1.1 100 Continue\r\n\r\n');
  }
  socket.write(`HTTP/1.0 200 OK\r\nServer: ${product()}\r\nConnection: Close\r\n\r\n`);
};

const answerAdmin = (socket: Socket, head: RequestHead, auth: SourceAuth): void => {
  const form = parseForm(head.query);
  const isKnown = head.path === '/admin/metadata' || head.path === '/admin.cgi';
  if (!isKnown) return reply(socket, 404, 'Not found.');
  if ((form.get('mode') ?? 'updinfo') !== 'updinfo') return reply(socket, 400, 'Unknown mode.');
  const basic = basicCredentials(head.headers.get('authorization'));
  const shoutcast = mountPassword(form.get('pass') ?? '');
  const station = auth.find(form.get('mount') ?? shoutcast?.mount ?? '');
  if (!station) return reply(socket, 404, noMount);
  const given = basic ?? (shoutcast && { user: 'source', password: shoutcast.password });
  if (given === undefined) return reply(socket, 401, wrongPassword);
  auth.check(socket, station, given, agentOf(head), (who) => {
    if (!who) return reply(socket, 401, wrongPassword);
    const title = cleanTitle(form.get('song') ?? artistAndTitle(form));
    const isUpdated = auth.stations.retitle(station.key, title, form.get('url') ?? '', who.presenter);
    if (!isUpdated) return reply(socket, 400, 'Source does not exist');
    reply(socket, 200, head.path === '/admin.cgi' ? 'OK' : done);
  });
};

const artistAndTitle = (form: Map<string, string>): string =>
  [form.get('artist'), form.get('title')].filter((part) => part).join(' - ');

const audioInfo = (head: RequestHead): Map<string, string> => {
  const info = (head.headers.get('ice-audio-info') ?? '').replaceAll(';', '&');
  const form = parseForm(info);
  return new Map([...form].map(([name, value]) => [name.replace(/^ice-/, ''), value]));
};

const agentOf = (head: RequestHead): string => utf8(head.headers.get('user-agent') ?? '').slice(0, 300);

/** Heads are decoded as Latin-1; their content is mostly UTF-8. */
const utf8 = (text: string): string => {
  const decoded = Buffer.from(text, 'latin1').toString('utf8');
  return decoded.includes('\ufffd') ? text : decoded;
};

const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};
