import { barredText, createAdmission } from '#streaming/edge/admission.ts';
import type { Countries } from '#streaming/edge/countries.ts';
import { noRoom } from '#streaming/edge/replies.ts';
import type { Sessions } from '#streaming/edge/sessions.ts';
import type { Trust } from '#streaming/listen/client-address.ts';
import type { Guest } from '#streaming/listen/front-door.ts';
import { watchPulls } from './pulls.ts';
import { createRelayed } from './relayed.ts';
import { readReport } from './report.ts';
import { secretStations, type AllStations } from './secret-stations.ts';

export type Icecast = {
  /** Answers a report; the socket is its own from here on. */
  handle(guest: Guest): void;
  /** The sessions that listeners are to be opened in, so that relays among them are noticed. */
  sessions: Sessions;
  /** The listeners of relays, without the relays themselves. */
  listeners(station: string): number;
  stop(): void;
};

type Options = {
  sessions: Sessions;
  stations: AllStations;
  /** How many listen to the station, wherever. */
  audience(station: string): number;
  changed(station: string): void;
  countries: Countries;
  trust: Trust;
};

/**
 * `POST /icecast/{secret}` on the stream port: a stock Icecast that relays a station asks, by its authentication by URL,
 * whether a listener may come, and tells who has left. Answered from memory, as it asks for one after the other.
 */
export function createIcecast({ sessions, stations, audience, changed, countries, trust }: Options): Icecast {
  const admission = createAdmission(countries);
  const stationOf = secretStations(stations);
  const pulls = watchPulls(sessions, (station, address) => relayed.knows(station, address));
  const relayed = createRelayed({
    sessions,
    isPulling: pulls.isPulling,
    found: pulls.hide,
    changed,
    barred(station, ip) {
      if (!station.running) return station.reason || 'This station is stopped.';
      const { admitted, because } = admission.decide(station.limits, ip);
      if (!admitted) return barredText[because];
      const { listeners: most } = station.limits;
      return most !== null && audience(station.key) >= most ? noRoom : '';
    },
  });

  const answer = async (guest: Guest): Promise<string> => {
    const report = await readReport(guest, trust);
    const station = report && stationOf(report.secret);
    if (!station) return reply('404 Not Found', '');
    await admission.awaited(station.limits);
    const refused = relayed.take(report, station);
    return reply('200 OK', refused === '' ? 'icecast-auth-user: 1' : `icecast-auth-message: ${refused}`);
  };
  return {
    handle(guest) {
      void answer(guest).then((text) => guest.socket.end(text));
      guest.socket.setTimeout(10_000, () => guest.socket.destroy());
    },
    sessions: pulls.sessions,
    listeners: (station) => relayed.listeners(station) - pulls.hidden(station),
    stop: relayed.stop,
  };
}

const reply = (status: string, header: string): string =>
  `HTTP/1.1 ${status}\r\n${header === '' ? '' : `${header.replace(/[\r\n]+/g, ' ')}\r\n`}Content-Length: 0\r\nConnection: close\r\n\r\n`;
