import type { Socket } from 'node:net';
import { isConvertedType } from '../content-type.ts';
import { addressOf, type SourceAuth } from '#streaming/ingest/source-auth.ts';
import { close } from '../reply.ts';
import { serveSource } from '../source-connection.ts';
import { createBroadcastReader } from './broadcast.ts';
import { handshake, type SourceTarget } from './handshake.ts';
import { answerMessage, types } from './messages.ts';
import type { Setup } from './setup.ts';

const user_agent = 'Shoutcast 2';

/** Shoutcast 2 (Ultravox 2.1): cipher, login, setup, standby, then audio and songs in messages. */
export const answerUltravox = (socket: Socket, firstBytes: Buffer, auth: SourceAuth): void => {
  handshake(socket, firstBytes, auth, (to, setup, rest) => {
    const { refusal } = auth.stations.converters;
    const refused =
      refusal !== undefined && isConvertedType(setup.contentType)
        ? { refused: 'busy', reason: refusal }
        : broadcast(socket, to, setup, rest, auth);
    if (!refused) return;
    auth.refused(socket, to.station, refused.reason, user_agent);
    const text = refused.refused === 'in_use' ? 'Stream In Use' : refused.reason;
    close(socket, answerMessage(types.standby, `NAK:${text}`));
  });
};

const broadcast = (
  socket: Socket,
  { station, who }: SourceTarget,
  setup: Setup,
  rest: Buffer,
  auth: SourceAuth,
): ReturnType<typeof serveSource> => {
  const answer = (type: number, text: string): void => void socket.write(answerMessage(type, text));
  const offer = {
    station: station.key,
    hello: { ip: addressOf(socket), user_agent, name: setup.name, ...who },
    contentType: setup.contentType,
    bitrate: setup.bitrate,
    unwrap: createBroadcastReader({
      answer,
      song: ({ title, url }) => auth.stations.retitle(station.key, title, url, who.presenter),
    }),
  };
  return serveSource(socket, offer, auth.stations, auth.log, () => {
    answer(types.standby, 'ACK:Data transfer mode');
    if (rest.length > 0) socket.unshift(rest);
  });
};
