import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import type { StationDesired } from '#contract/engine/engine.ts';
import { isAcceptedType } from '../content-type.ts';
import type { SourceAuth, SourceOwner } from '#streaming/ingest/source-auth.ts';
import { close } from '../reply.ts';
import { parseLogin, stationOf, version } from './login.ts';
import { answerMessage, createMessageReader, textOf, types, type Message } from './messages.ts';
import { configure, type Setup } from './setup.ts';

/** Time limit for the next message, ms, and the maximum number of messages. */
const patienceMs = 10_000;
const maxMessages = 64;

/** The station that an encoder logged in to, and whose encoder it is. */
export type SourceTarget = { station: StationDesired; who: SourceOwner };

/**
 * Takes an encoder from its first message to standby: cipher, login, setup. Hands over its setup and the bytes already
 * sent; refuses and closes otherwise.
 */
export const handshake = (
  socket: Socket,
  firstBytes: Buffer,
  auth: SourceAuth,
  standby: (to: SourceTarget, setup: Setup, rest: Buffer) => void,
): void => {
  const reader = createMessageReader();
  const setup: Setup = { contentType: '', bitrate: null, name: '' };
  const key = randomBytes(8).toString('hex');
  let stage: 'cipher' | 'login' | 'checking' | 'setup' | 'over' = 'cipher';
  let to: SourceTarget | undefined;
  let messages = 0;
  let timer: NodeJS.Timeout | undefined;

  const awaitNext = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => socket.destroy(), patienceMs);
  };

  const stop = (): void => {
    stage = 'over';
    clearTimeout(timer);
    socket.off('data', receive);
    socket.off('close', stop);
    socket.pause();
  };

  const send = (type: number, text: string): void => {
    socket.write(answerMessage(type, text));
  };

  const refuse = (type: number, text: string): void => {
    stop();
    close(socket, answerMessage(type, text));
  };

  const receive = (bytes: Buffer): void => {
    reader.push(bytes);
    read();
  };

  const read = (): void => {
    try {
      while (stage !== 'checking' && stage !== 'over') {
        const message = reader.next();
        if (!message) return;
        awaitNext();
        if (++messages > maxMessages) return refuse(message.type, 'NAK:Sequence Error');
        answer(message);
      }
    } catch {
      stop();
      socket.destroy();
    }
  };

  const answer = (message: Message): void => {
    if (stage === 'cipher') return sendKey(message);
    if (stage === 'login') return logIn(message);
    if (!to) return;
    if (message.type === types.terminate) return refuse(message.type, 'ACK');
    if (message.type === types.standby) {
      stop();
      return standby(to, setup, reader.rest);
    }
    const text = configure(setup, message);
    if (isAcceptedType(setup.contentType)) return send(message.type, text);
    auth.refused(socket, to.station, `Audio of type ${setup.contentType.slice(0, 100)} is not supported.`, '');
    refuse(message.type, 'NAK:Deny');
  };

  const sendKey = (message: Message): void => {
    if (message.type !== types.cipher) return refuse(message.type, 'NAK:2.1:Sequence Error');
    if (textOf(message).trim() !== version) return refuse(message.type, 'NAK:Version Error');
    stage = 'login';
    send(message.type, `ACK:${key}`);
  };

  const logIn = (message: Message): void => {
    if (message.type !== types.login) return refuse(message.type, 'NAK:2.1:Sequence Error');
    const login = parseLogin(textOf(message), key);
    if (typeof login === 'string') return refuse(message.type, `NAK:2.1:${login}`);
    const target = stationOf(login, auth);
    if (!target) return refuse(message.type, 'NAK:2.1:Deny');
    stage = 'checking';
    clearTimeout(timer);
    socket.pause();
    auth.check(socket, target.station, target.login, '', (who) => {
      if (!who) return refuse(message.type, 'NAK:2.1:Deny');
      stage = 'setup';
      to = { station: target.station, who };
      awaitNext();
      send(message.type, 'ACK:2.1:Allow');
      socket.resume();
      read();
    });
  };

  socket.on('data', receive);
  socket.on('close', stop);
  awaitNext();
  receive(firstBytes);
  if (stage === 'cipher' || stage === 'login') socket.resume();
};
