import type { Socket } from 'node:net';
import { cleanTitle } from '#streaming/base/form.ts';
import { isAcceptedType } from './content-type.ts';
import { mountPassword } from './credentials.ts';
import { addressOf, type SourceAuth, type SourceOwner } from './source-auth.ts';
import { readHead } from './head-reader.ts';
import { close } from './reply.ts';
import { longestHead, parseHeaders } from './request-head.ts';
import { serveSource } from './source-connection.ts';

const longestPassword = 512;
const invalid = 'invalid password\r\n';

/**
 * Shoutcast v1: a line with `mount:password` (a presenter's `mount:name:password`), the OK, headers, audio. The headers may
 * arrive together with the password.
 */
export const answerShoutcast = (socket: Socket, firstBytes: Buffer, auth: SourceAuth): void => {
  readHead(socket, firstBytes, longestPassword, lineEnd, (line, rest) => {
    const given = mountPassword(line.toString('utf8').trim());
    const station = given && auth.find(given.mount);
    if (!station) return close(socket, invalid);
    auth.check(socket, station, { user: 'source', password: given.password }, '', (who) => {
      if (!who) return close(socket, invalid);
      socket.write('OK2\r\nicy-caps:11\r\n\r\n');
      readHead(socket, rest, longestHead, blankLine, (head, audio) => {
        const headers = parseHeaders(head.toString('utf8').split(/\r?\n/));
        startSource(socket, headers, audio, { key: station.key, who }, auth);
      });
    });
  });
};

const startSource = (
  socket: Socket,
  headers: Map<string, string>,
  audio: Buffer,
  { key, who }: { key: NonNullable<ReturnType<SourceAuth['find']>>['key']; who: SourceOwner },
  auth: SourceAuth,
): void => {
  const contentType = headers.get('content-type') ?? 'audio/mpeg';
  const user_agent = (headers.get('user-agent') ?? 'Shoutcast').slice(0, 300);
  const kilobits = Number.parseInt(headers.get('icy-br') ?? '', 10);
  const name = cleanTitle(headers.get('icy-name') ?? '');
  const offer = {
    station: key,
    hello: { ip: addressOf(socket), user_agent, name, ...who },
    contentType,
    bitrate: kilobits > 0 ? kilobits * 1000 : null,
    unwrap: (bytes: Buffer) => [bytes],
  };
  const refused = isAcceptedType(contentType)
    ? serveSource(socket, offer, auth.stations, auth.log, () => {
        if (audio.length > 0) socket.unshift(audio);
      })
    : { reason: 'This audio type is not supported.' };
  if (!refused) return;
  const station = auth.stations.desired(key);
  if (station) auth.refused(socket, station, refused.reason, user_agent);
  close(socket, `${refused.reason}\r\n`);
};

const lineEnd = (bytes: Buffer): number => bytes.indexOf(10) + 1 || -1;

/** The headers end at the first empty line; without headers, that is the first line. */
const blankLine = (bytes: Buffer): number => {
  if (bytes[0] === 10) return 1;
  if (bytes[0] === 13 && bytes[1] === 10) return 2;
  const strict = bytes.indexOf('\r\n\r\n');
  const bare = bytes.indexOf('\n\n');
  if (strict >= 0 && (bare < 0 || strict < bare)) return strict + 4;
  return bare < 0 ? -1 : bare + 2;
};
