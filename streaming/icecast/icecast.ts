import { refusalTexts, createAdmission } from '#streaming/edge/admission.ts';
import type { Countries } from '#streaming/edge/countries.ts';
import { limitReached } from '#streaming/edge/replies.ts';
import type { Sessions } from '#streaming/edge/sessions.ts';
import type { Trust } from '#streaming/listen/client-address.ts';
import type { Connection } from '#streaming/listen/connection-router.ts';
import { watchPulls } from './pulls.ts';
import { createRelayListeners } from './relay-listeners.ts';
import { readReport } from './report.ts';
import { secretStations, type AllStations } from './secret-stations.ts';

export type Icecast = {
  /** Answers a report and takes over the socket. */
  handle(guest: Connection): void;
  /** The sessions to open listeners in, so that relays among them are detected. */
  sessions: Sessions;
  /** The listeners of relays, without the relays themselves. */
  listeners(station: string): number;
  stop(): void;
};

type Options = {
  sessions: Sessions;
  stations: AllStations;
  /** The station's total number of listeners. */
  audience(station: string): number;
  changed(station: string): void;
  countries: Countries;
  trust: Trust;
};

/**
 * `POST /icecast/{secret}` on the stream port: a stock Icecast that relays a station uses its URL authentication to ask
 * whether a listener may connect, and to report who disconnected. Answered from memory, as Icecast sends its requests
 * one after the other.
 */
export const createIcecast = ({ sessions, stations, audience, changed, countries, trust }: Options): Icecast => {
  const admission = createAdmission(countries);
  const stationOf = secretStations(stations);
  const pulls = watchPulls(sessions, (station, address) => relayed.knows(station, address));
  const relayed = createRelayListeners({
    sessions,
    isPulling: pulls.isPulling,
    found: pulls.hide,
    changed,
    barred(station, ip) {
      if (!station.running) return station.reason || 'This station is stopped.';
      const { admitted, because } = admission.decide(station.limits, ip);
      if (!admitted) return refusalTexts[because];
      const { listeners: maxListeners } = station.limits;
      return maxListeners !== null && audience(station.key) >= maxListeners ? limitReached : '';
    },
  });

  const answer = async (connection: Connection): Promise<string> => {
    const report = await readReport(connection, trust);
    const station = report && stationOf(report.secret);
    if (!station) return reply('404 Not Found', '');
    await admission.whenReady(station.limits);
    const refused = relayed.handle(report, station);
    return reply('200 OK', refused === '' ? 'icecast-auth-user: 1' : `icecast-auth-message: ${refused}`);
  };
  return {
    handle(connection) {
      void answer(connection).then((text) => connection.socket.end(text));
      connection.socket.setTimeout(10_000, () => connection.socket.destroy());
    },
    sessions: pulls.sessions,
    listeners: (station) => relayed.listeners(station) - pulls.hidden(station),
    stop: relayed.stop,
  };
};

const reply = (status: string, header: string): string =>
  `HTTP/1.1 ${status}\r\n${header === '' ? '' : `${header.replace(/[\r\n]+/g, ' ')}\r\n`}Content-Length: 0\r\nConnection: close\r\n\r\n`;
