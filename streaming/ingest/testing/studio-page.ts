import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { StationDesired } from '#contract/engine/engine.ts';
import { StudioReply, studioPath, type StudioAir, type StudioMedia } from '#contract/engine/studio-wire.ts';
import { passwordMark, signStudioToken, type StudioClaims } from '#shared/studio-token.ts';
import { studioSecret } from './air-rig.ts';
import { tone } from './audio.ts';

export const pageOrigin = 'https://portal.test';

/** What ffmpeg sends in a page's place: packets of 20 ms, a page each. */
const encoded: Record<StudioMedia, string[]> = {
  'audio/ogg': ['-c:a', 'libopus', '-b:a', '128k', '-page_duration', '20000', '-flush_packets', '1', '-f', 'ogg'],
  'audio/webm': ['-c:a', 'libopus', '-b:a', '128k', '-live', '1', '-cluster_time_limit', '100', '-f', 'webm'],
};

/** A token as the portal issues it for this station's own encoder, with these changes. */
export const studioToken = (
  station: StationDesired,
  changes: Partial<StudioClaims> = {},
  secret = studioSecret,
): string =>
  signStudioToken(secret, {
    ...{ station: station.key, name: 'Anna Berg', presenter: null, origin: pageOrigin },
    password: passwordMark(studioSecret, station.password),
    expires: Date.now() + 600_000,
    ...changes,
  });

export type StudioPage = {
  readonly ws: WebSocket;
  /** The last report of what is on the air. */
  readonly air: StudioAir | undefined;
  /** Resolves once it is accepted. */
  connected: Promise<unknown>;
  /** Resolves with the code and reason of the end. */
  closed: Promise<{ code: number; reason: string }>;
  /** Sends a tone in real time; resolves at its first byte. */
  play(hertz: number, media?: StudioMedia): Promise<void>;
  send(message: object): void;
  stop(): void;
};

/** Opens a studio's connection and introduces it with this token. */
export const openStudio = (
  port: number,
  { mount }: Pick<StationDesired, 'mount'>,
  token: string,
  {
    origin = pageOrigin,
    media = 'audio/ogg',
    title = '',
  }: { origin?: string; media?: StudioMedia; title?: string } = {},
): StudioPage => {
  const ws = new WebSocket(`ws://127.0.0.1:${port}${studioPath}${mount}`, { origin });
  let air: StudioAir | undefined;
  let encoder: ChildProcess | undefined;
  ws.on('error', () => undefined);
  ws.once('open', () => ws.send(JSON.stringify({ type: 'connect', token, media, title })));
  const connected = new Promise((done) => {
    ws.on('message', (data: Buffer) => {
      const reply = StudioReply.parse(JSON.parse(data.toString()));
      if (reply.type === 'air') air = reply;
      else done(reply);
    });
  });
  const closed = new Promise<{ code: number; reason: string }>((done) => {
    ws.once('close', (code: number, reason: Buffer) => done({ code, reason: reason.toString() }));
  });
  void closed.then(() => encoder?.kill('SIGKILL'));
  return {
    ...{ ws, connected, closed },
    get air() {
      return air;
    },
    async play(hertz, kind = media) {
      const args = [
        '-hide_banner',
        '-loglevel',
        'error',
        '-re',
        ...tone(hertz, 60),
        '-ac',
        '2',
        ...encoded[kind],
        'pipe:1',
      ];
      encoder = spawn('ffmpeg', args, { stdio: ['ignore', 'pipe', 'ignore'] });
      encoder.stdout!.on('data', (bytes: Buffer) => ws.readyState === ws.OPEN && ws.send(bytes));
      await once(encoder.stdout!, 'data');
    },
    send: (message) => ws.send(JSON.stringify(message)),
    stop() {
      encoder?.kill('SIGKILL');
      ws.terminate();
    },
  };
};
