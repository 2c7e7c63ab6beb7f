import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { StationDesired } from '#contract/engine/engine.ts';
import { StudioConnect, studioCloses, StudioTitle, type StudioClose } from '#contract/engine/studio-wire.ts';
import { passwordMark, readStudioToken, type StudioClaims } from '#shared/studio-token.ts';
import { cleanTitle } from '#streaming/base/form.ts';
import { addressOf, type SourceAuth, type SourceOwner } from '../source-auth.ts';
import { connectSource, type ConnectedSource, type SourceLine } from '../source-connection.ts';
import { createMessageLimit } from './message-limit.ts';

/** A page that opened a WebSocket; `origin`: its own, as its browser says. */
export type StudioPage = { socket: Socket; ws: WebSocket; mount: string; userAgent: string; origin: string };

export type StudioParts = { auth: SourceAuth; secret: string };

/** Time for the first message, ms. */
const patienceMs = 5000;
const longestText = 4096;
/** How often a page hears what is on the air, ms. */
const airMs = 1000;
/** Unread replies, beyond which a page is as good as gone, bytes. */
const mostUnread = 64 * 1024;
const unknown = 'The studio sent something unknown.';

/** Waits for the page's token and connects it; `introduced` is called once it is judged, or gone. */
export const admitStudio = (page: StudioPage, parts: StudioParts, introduced: () => void): void => {
  const { ws } = page;
  const timer = setTimeout(() => ws.terminate(), patienceMs);
  let isIntroduced = false;
  const judged = (): void => {
    if (isIntroduced) return;
    isIntroduced = true;
    clearTimeout(timer);
    introduced();
  };
  ws.on('error', () => ws.terminate());
  ws.once('close', judged);
  ws.once('message', (data: Buffer, isBinary: boolean) => {
    judged();
    const hello = isBinary ? undefined : StudioConnect.safeParse(parse(data)).data;
    if (!hello) return close(ws, 'malformed', unknown);
    // What arrives before the station has accepted the page waits in its socket.
    ws.pause();
    admit(page, parts, hello);
  });
};

/** Checks a token, with the pauses of wrong passwords, and what else applies to any encoder of this station. */
const admit = (page: StudioPage, { auth, secret }: StudioParts, hello: StudioConnect): void => {
  const { ws, socket } = page;
  const station = auth.find(page.mount);

  const refuse = (why: StudioClose, reason: string): void => {
    ws.resume();
    close(ws, why, reason);
  };
  if (!station) return refuse('refused', 'There is no such station.');
  const claims = readStudioToken(secret, hello.token);
  const isForHere = claims?.station === station.key && claims.origin === page.origin;
  const userAgent = `Studio${claims ? ` (${claims.name})` : ''} ${page.userAgent}`.slice(0, 300);
  const ownerOf = (): SourceOwner | undefined =>
    claims && isForHere ? { presenter: claims.presenter ?? undefined } : undefined;
  auth.identify(socket, station, ownerOf, userAgent, (who) => {
    if (!who || !claims) return refuse('token', 'This token is not valid here.');
    if (claims.expires <= Date.now()) return refuse('token', 'This token has expired.');
    if (claims.password !== markOf(station, claims, secret))
      return refuse('token', 'The password has changed since this token was issued.');
    const { refusal } = auth.stations.converters;
    if (refusal !== undefined) return refuse('busy', refusal);
    start(page, auth, { station, hello, who, userAgent });
  });
};

/** The mark of the password that this token stands for, as it is now; undefined without one, as its presenter was removed. */
const markOf = (station: StationDesired, { presenter }: StudioClaims, secret: string): string | undefined => {
  if (presenter === null) return passwordMark(secret, station.password);
  const hash = station.presenters?.list.find(({ id }) => id === presenter)?.password_hash;
  return hash === undefined ? undefined : passwordMark(secret, hash);
};

type Admitted = { station: StationDesired; hello: StudioConnect; who: SourceOwner; userAgent: string };

const start = ({ ws, socket }: StudioPage, auth: SourceAuth, { station, hello, who, userAgent }: Admitted): void => {
  const { stations } = auth;
  const line: SourceLine = {
    pause: () => ws.pause(),
    resume: () => ws.resume(),
    isPaused: () => ws.isPaused,
    close(reason, cause) {
      // A paused socket would never read the page's answer to the close.
      ws.resume();
      close(ws, cause === 'lost' ? 'malformed' : cause, reason);
    },
  };
  const offer = {
    station: station.key,
    hello: { ip: addressOf(socket), user_agent: userAgent, name: '', ...who },
    ...{ contentType: hello.media, bitrate: null, hasFixedFormat: true },
    unwrap: (bytes: Buffer) => [bytes],
  };
  const source = connectSource(line, offer, stations, auth.log);
  if ('refused' in source) {
    auth.refused(socket, station, source.reason, userAgent);
    ws.resume();
    const isPassing = source.refused === 'in_use' || source.refused === 'stopped' || source.refused === 'unknown';
    return close(ws, isPassing ? 'busy' : 'refused', source.reason);
  }
  if (hello.title !== '') source.title(cleanTitle(hello.title));
  const mayReceive = createMessageLimit();
  ws.on('message', (data: Buffer, isBinary: boolean) => {
    if (!mayReceive()) return source.end('The studio sends too many messages.');
    if (isBinary) return source.receive(data);
    const said = StudioTitle.safeParse(parse(data)).data;
    if (said) source.title(cleanTitle(said.title));
    else source.end(unknown);
  });
  const air = setInterval(() => reportAir(ws, station, stations, source), airMs);
  ws.once('close', () => {
    clearInterval(air);
    source.end('The studio closed the connection.');
  });
  ws.send(JSON.stringify({ type: 'connected' }));
  ws.resume();
};

/** Says what listeners hear; a page that doesn't read it any more is disconnected. */
const reportAir = (
  ws: WebSocket,
  { key }: StationDesired,
  stations: SourceAuth['stations'],
  source: ConnectedSource,
): void => {
  if (ws.bufferedAmount > mostUnread) return ws.terminate();
  const state = stations.state(key);
  const live = state?.source === 'live';
  ws.send(JSON.stringify({ type: 'air', live, title: state?.title ?? '', buffered_ms: Math.round(source.lead) }));
};

/** Closes with a reason that fits a close frame; a page that doesn't answer is disconnected after the library's 30 s. */
const close = (ws: WebSocket, why: StudioClose, reason: string): void => {
  if (ws.readyState === ws.OPEN) ws.close(studioCloses[why], fitting(reason));
};

/** A close frame has room for 123 bytes of UTF-8. */
const fitting = (reason: string): string => {
  const letters = [...reason];
  while (Buffer.byteLength(letters.join('')) > 120) letters.pop();
  return letters.join('');
};

/** Undefined for what is too long or no JSON. */
const parse = (data: Buffer): unknown => {
  if (data.length > longestText) return undefined;
  try {
    return JSON.parse(data.toString('utf8'));
  } catch {
    return undefined;
  }
};
