import type { Socket } from 'node:net';
import type { SourceEvent, StationDesired } from '#contract/engine/engine.ts';
import { clientNetwork } from '#contract/rules/network.ts';
import type { Log } from '#streaming/base/log.ts';
import type { Stations } from './stations.ts';
import type { Attempts } from './attempts.ts';
import { identify, type SourceLogin } from './credentials.ts';

/** Whose encoder it is: the ID of a presenter; undefined with the station's own password. */
export type SourceOwner = { presenter: string | undefined };

/** Authentication of encoders, shared by every protocol. */
export type SourceAuth = {
  stations: Stations;
  log: Log;
  /** The station of a mount, by its name with or without the extension that players use. */
  find(mount: string): StationDesired | undefined;
  /** Checks credentials, but not before the address may try again; answers whose they are, undefined if they are wrong. */
  check(
    socket: Socket,
    station: StationDesired,
    login: SourceLogin,
    userAgent: string,
    answer: (who: SourceOwner | undefined) => void,
  ): void;
  /** The same for what else identifies an encoder: `who` finds whose it is. */
  identify(
    socket: Socket,
    station: StationDesired,
    who: () => SourceOwner | undefined,
    userAgent: string,
    answer: (who: SourceOwner | undefined) => void,
  ): void;
  refused(socket: Socket, station: StationDesired, reason: string, userAgent: string): void;
};

export const createSourceAuth = (
  options: { stations: Stations; log: Log; record(event: SourceEvent): void },
  attempts: Attempts,
): SourceAuth => {
  const refused = (socket: Socket, station: StationDesired, reason: string, user_agent: string): void => {
    const { key, account } = station;
    const ip = addressOf(socket);
    const at = Date.now();
    const event = 'refused';
    options.record({ type: 'source', station: key, account, at, event, reason, ip, user_agent });
    options.log.warn({ station: key, ip, reason }, 'encoder refused');
  };

  const identifyOwner: SourceAuth['identify'] = (socket, station, ownerOf, userAgent, answer) => {
    const address = clientNetwork(addressOf(socket));
    const attempt = (): void => {
      if (socket.destroyed) return;
      const wait = attempts.delay(address);
      if (wait > 0) return void setTimeout(attempt, wait);
      const who = ownerOf();
      if (who) attempts.passed(address);
      else {
        attempts.failed(address);
        refused(socket, station, 'wrong password', userAgent);
      }
      answer(who);
    };
    attempt();
  };

  return {
    stations: options.stations,
    log: options.log,
    refused,
    find(mount) {
      const name = mount.replace(/^\//, '');
      const bare = name.replace(/\.(mp3|aac|ogg|opus|flac|wav)$/i, '');
      return options.stations.findByMount(name) ?? options.stations.findByMount(bare);
    },
    identify: identifyOwner,
    check(socket, station, login, userAgent, answer) {
      const ownerOf = (): SourceOwner | undefined => {
        const who = identify(station, login);
        return who && { presenter: who === 'station' ? undefined : who.id };
      };
      identifyOwner(socket, station, ownerOf, userAgent, answer);
    },
  };
};

/** The address of an encoder, with IPv4-mapped addresses as IPv4. */
export const addressOf = (socket: Socket): string => (socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
