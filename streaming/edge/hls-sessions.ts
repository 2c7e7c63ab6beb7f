import type { NewSession, Session, Sessions } from '#streaming/edge/sessions.ts';

export type Audience = {
  /**
   * The session of a client that makes a request, opened if it has none; undefined if `admits` refuses a new one.
   * `player`: the random token of the playlist that is requested; undefined for what isn't named after a player.
   */
  touch(arrival: NewSession, player: string | undefined, admits: () => boolean): Session | undefined;
  /** The session of a client that makes a request for what isn't named after a player; undefined if it has none. */
  here(arrival: NewSession): Session | undefined;
  /** Whether a player with this IP address and user agent is listening. */
  isHere(arrival: NewSession): boolean;
  /** Whether it is the only one. */
  isAlone(arrival: NewSession): boolean;
  sessions(station: string): Session[];
  listeners(station: string): number;
  /** Ends the sessions of a station, or those that match. */
  disconnect(station: string, isOut?: (session: Session) => boolean): void;
  /** Gives up all players, as another process answers their next requests. */
  release(): HandedPlayer[];
  /** Continues with players of another process. */
  adopt(players: readonly HandedPlayer[]): void;
  stop(): void;
};

/** A player between two processes; `isLatest`: of its IP address and user agent, it requested its playlist last. */
export type HandedPlayer = { key: string; session: Session; lastRequest: number; isLatest: boolean };

type Client = { session: Session; lastRequest: number };
type Clients = {
  /** By IP address, user agent and token. */
  all: Map<string, Client>;
  /** By IP address and user agent, the one that requested its playlist last: players then request segments. */
  latest: Map<string, Client>;
  /** How many there are with an IP address and user agent. */
  players: Map<string, number>;
};
type Options = {
  sessions: Sessions;
  opened(session: Session): void;
  /** A player of another process is here. */
  continued(session: Session): void;
  left(session: Session): void;
  now?(): number;
};

/** A client without a request for this long has left, ms: a player polls at least every 6 s. */
const goneMs = 20_000;
const sweepMs = 2000;
/**
 * Players counted per IP address; further ones count as one, so that forged names fill neither memory nor statistics.
 */
const maxPlayers = 100;

/**
 * Listeners of HLS: one session per player and station while it polls; it ends at its last request. Who shares another
 * player's token from elsewhere is another listener. A player that exceeds a limit counts as the one of the same IP
 * address and user agent if there is one: it may be the same, loaded again.
 */
export const createAudience = ({ sessions, opened, continued, left, now = Date.now }: Options): Audience => {
  const stations = new Map<string, Clients>();

  const remove = ({ all, latest, players }: Clients, key: string, client: Client): void => {
    const { session } = client;
    const agent = agentOf(session);
    all.delete(key);
    if (latest.get(agent) === client) latest.delete(agent);
    if (key !== session.ip) players.set(agent, (players.get(agent) ?? 0) - 1);
    if (players.get(agent) === 0) players.delete(agent);
  };
  const end = (clients: Clients, key: string, client: Client): void => {
    remove(clients, key, client);
    sessions.close(client.session, client.lastRequest);
    left(client.session);
  };

  const sweep = (): void => {
    for (const clients of stations.values()) {
      for (const [key, client] of clients.all) if (now() - client.lastRequest > goneMs) end(clients, key, client);
    }
  };

  const disconnect = (station: string, matches: (session: Session) => boolean = () => true): void => {
    const clients = stations.get(station);
    if (!clients) return;
    for (const [key, client] of clients.all) if (matches(client.session)) end(clients, key, client);
    if (clients.all.size === 0) stations.delete(station);
  };

  const clientsOf = (station: string): Clients =>
    stations.get(station) ?? { all: new Map(), latest: new Map(), players: new Map() };
  const add = (clients: Clients, key: string, client: Client): void => {
    const { station, ip } = client.session;
    const agent = agentOf(client.session);
    clients.all.set(key, client);
    if (key !== ip) clients.players.set(agent, (clients.players.get(agent) ?? 0) + 1);
    stations.set(station, clients);
  };
  const open = (clients: Clients, key: string, arrival: NewSession): Client => {
    const client = { session: sessions.open(arrival), lastRequest: now() };
    add(clients, key, client);
    opened(client.session);
    return client;
  };
  const release = (clients: Clients): HandedPlayer[] =>
    [...clients.all].map(([key, client]) => {
      const isLatest = clients.latest.get(agentOf(client.session)) === client;
      remove(clients, key, client);
      const session = sessions.release(client.session);
      left(client.session);
      return { key, session, lastRequest: client.lastRequest, isLatest };
    });

  const timer = setInterval(sweep, sweepMs);
  return {
    touch(arrival, player, admits) {
      const clients = clientsOf(arrival.station);
      const agent = agentOf(arrival);
      const latest = clients.latest.get(agent);
      const key = keyOf(clients, arrival, player ?? '');
      const existing = player === undefined && latest ? latest : clients.all.get(key);
      const client = existing ?? (admits() ? open(clients, key, arrival) : latest);
      if (!client) return undefined;
      client.lastRequest = now();
      if (key !== arrival.ip) clients.latest.set(agent, client);
      return client.session;
    },
    here(arrival) {
      const client = stations.get(arrival.station)?.latest.get(agentOf(arrival));
      if (client) client.lastRequest = now();
      return client?.session;
    },
    isHere: (arrival) => stations.get(arrival.station)?.latest.has(agentOf(arrival)) === true,
    isAlone: (arrival) => stations.get(arrival.station)?.players.get(agentOf(arrival)) === 1,
    sessions: (station) => Array.from(stations.get(station)?.all.values() ?? [], ({ session }) => session),
    listeners: (station) => stations.get(station)?.all.size ?? 0,
    disconnect,
    release: () => [...stations.values()].flatMap(release),
    adopt(handed) {
      for (const { key, session, lastRequest, isLatest } of handed) {
        const clients = clientsOf(session.station);
        const client = { session, lastRequest };
        sessions.adopt(session);
        add(clients, key, client);
        if (isLatest) clients.latest.set(agentOf(session), client);
        continued(session);
      }
      sessions.save(handed.map(({ session }) => session));
    },
    stop() {
      clearInterval(timer);
      for (const station of [...stations.keys()]) disconnect(station);
    },
  };
};

/** Requests of one IP address and user agent. */
export const agentOf = ({ ip, user_agent }: Pick<NewSession, 'ip' | 'user_agent'>): string => `${ip} ${user_agent}`;

const keyOf = ({ all }: Clients, arrival: NewSession, player: string): string => {
  const key = `${agentOf(arrival)} ${player}`;
  if (all.has(key)) return key;
  let players = 0;
  for (const { session } of all.values()) if (session.ip === arrival.ip) players += 1;
  return players < maxPlayers ? key : arrival.ip;
};
