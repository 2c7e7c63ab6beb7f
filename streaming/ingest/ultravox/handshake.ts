import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import type { StationDesired } from '#contract/engine.ts';
import { isTakenType } from '../content-type.ts';
import type { Door } from '../door.ts';
import { close } from '../reply.ts';
import { parseLogin, stationOf, version } from './login.ts';
import { answerMessage, createMessageReader, textOf, types, type Message } from './messages.ts';
import { configure, type Setup } from './setup.ts';

/** How long the next message may take, ms, and how many there may be. */
const patienceMs = 10_000;
const mostMessages = 64;

/** Brings an encoder from its first message to its standby: cipher, login, setup. Hands over what it told and what it sent already; answers and closes where it can't be taken. */
export function shakeHands(
  socket: Socket,
  firstBytes: Buffer,
  door: Door,
  standby: (station: StationDesired, setup: Setup, rest: Buffer) => void,
): void {
  const reader = createMessageReader();
  const setup: Setup = { contentType: '', bitrate: null, name: '' };
  const key = randomBytes(8).toString('hex');
  let stage: 'cipher' | 'login' | 'checking' | 'setup' | 'over' = 'cipher';
  let station: StationDesired | undefined;
  let messages = 0;
  let timer: NodeJS.Timeout | undefined;

  function awaitNext(): void {
    clearTimeout(timer);
    timer = setTimeout(() => socket.destroy(), patienceMs);
  }

  function leave(): void {
    stage = 'over';
    clearTimeout(timer);
    socket.off('data', take);
    socket.off('close', leave);
    socket.pause();
  }

  function say(type: number, text: string): void {
    socket.write(answerMessage(type, text));
  }

  function refuse(type: number, text: string): void {
    leave();
    close(socket, answerMessage(type, text));
  }

  function take(bytes: Buffer): void {
    reader.push(bytes);
    read();
  }

  function read(): void {
    try {
      while (stage !== 'checking' && stage !== 'over') {
        const message = reader.next();
        if (!message) return;
        awaitNext();
        if (++messages > mostMessages) return refuse(message.type, 'NAK:Sequence Error');
        answer(message);
      }
    } catch {
      leave();
      socket.destroy();
    }
  }

  function answer(message: Message): void {
    if (stage === 'cipher') return giveKey(message);
    if (stage === 'login') return logIn(message);
    if (!station) return;
    if (message.type === types.terminate) return refuse(message.type, 'ACK');
    if (message.type === types.standby) {
      leave();
      return standby(station, setup, reader.rest);
    }
    const text = configure(setup, message);
    if (isTakenType(setup.contentType)) return say(message.type, text);
    door.refused(socket, station, `Sound of type ${setup.contentType.slice(0, 100)} is not taken here.`, '');
    refuse(message.type, 'NAK:Deny');
  }

  function giveKey(message: Message): void {
    if (message.type !== types.cipher) return refuse(message.type, 'NAK:2.1:Sequence Error');
    if (textOf(message).trim() !== version) return refuse(message.type, 'NAK:Version Error');
    stage = 'login';
    say(message.type, `ACK:${key}`);
  }

  function logIn(message: Message): void {
    if (message.type !== types.login) return refuse(message.type, 'NAK:2.1:Sequence Error');
    const login = parseLogin(textOf(message), key);
    if (typeof login === 'string') return refuse(message.type, `NAK:2.1:${login}`);
    const meant = stationOf(login, door);
    if (!meant) return refuse(message.type, 'NAK:2.1:Deny');
    stage = 'checking';
    clearTimeout(timer);
    socket.pause();
    door.check(socket, meant.station, meant.password, '', (isRight) => {
      if (!isRight) return refuse(message.type, 'NAK:2.1:Deny');
      stage = 'setup';
      station = meant.station;
      awaitNext();
      say(message.type, 'ACK:2.1:Allow');
      socket.resume();
      read();
    });
  }

  socket.on('data', take);
  socket.on('close', leave);
  awaitNext();
  take(firstBytes);
  if (stage === 'cipher' || stage === 'login') socket.resume();
}
