import type { Socket } from 'node:net';
import type { AttachResult, EncoderHello } from '#streaming/base/encoder-link.ts';
import type { Log } from '#streaming/base/log.ts';
import type { StationKey } from '#streaming/base/station-state.ts';
import type { Stations } from './stations.ts';
import { createEncoderPipeline, type EncoderPipeline } from './encoder-pipeline.ts';

export type SourceOffer = {
  station: StationKey;
  hello: EncoderHello;
  contentType: string;
  /** bit/s, as declared by the encoder. */
  bitrate: number | null;
  /** It has no setting for its format, so that advice about it would be of no use. */
  hasFixedFormat?: boolean;
  /** Removes the framing from the bytes received; throws, with the reason, if it is broken or marks the end. */
  unwrap(bytes: Buffer): Buffer[];
};

/** An encoder that sends nothing for this long is disconnected, ms. */
const idleMs = 30_000;

/** What an encoder's bytes arrive by. */
export type SourceLine = {
  pause(): void;
  resume(): void;
  isPaused(): boolean;
  /** `cause`: `dropped` by the station, `broken` for what can't be used, `lost` otherwise. */
  close(reason: string, cause: 'dropped' | 'broken' | 'lost'): void;
};

/** A connected encoder. */
export type ConnectedSource = {
  receive(bytes: Buffer): void;
  end(reason: string): void;
  title(title: string): void;
  /** ms of audio received and not yet on the air. */
  readonly lead: number;
};

type Refusal = Exclude<AttachResult, { input: unknown }>;

/**
 * Connects a socket to its station while the encoder sends; `accepted` is called before the first byte is read. Returns
 * the refusal, if any.
 */
export const serveSource = (
  socket: Socket,
  offer: SourceOffer,
  stations: Stations,
  log: Log,
  accepted: () => void,
): Refusal | undefined => {
  const connected = connectSource(
    {
      pause: () => void socket.pause(),
      resume: () => void socket.resume(),
      isPaused: () => socket.isPaused(),
      close: () => void socket.destroy(),
    },
    offer,
    stations,
    log,
  );
  if ('refused' in connected) return connected;
  accepted();
  socket.setTimeout(0);
  socket.setNoDelay(true);
  socket.on('data', connected.receive);
  socket.once('end', () => connected.end('The encoder closed the connection.'));
  socket.once('close', () => connected.end('The connection was closed.'));
  socket.on('error', (error) => connected.end(error.message));
  socket.resume();
  return undefined;
};

/** Connects what arrives by a line to its station; returns the refusal, if any. */
export const connectSource = (
  line: SourceLine,
  offer: SourceOffer,
  stations: Stations,
  log: Log,
): Refusal | ConnectedSource => {
  const end = (reason: string, cause: Parameters<SourceLine['close']>[1] = 'lost'): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(idle);
    pipeline.close();
    input.end(reason);
    line.close(reason, cause);
    log.info({ station: offer.station, ip: offer.hello.ip, reason }, 'encoder disconnected');
  };
  const attached = stations.attach(
    offer.station,
    {
      resume: () => pipeline.relieve(),
      reformat: () => pipeline.reformat(),
      drop: (reason) => end(reason, 'dropped'),
    },
    offer.hello,
  );
  if ('refused' in attached) return attached;
  const { input } = attached;

  const checkIdle = (): void => {
    if (line.isPaused()) idle = setTimeout(checkIdle, idleMs);
    else end('The encoder sent nothing for 30 seconds.');
  };
  let idle = setTimeout(checkIdle, idleMs);
  let isOver = false;
  const pipeline: EncoderPipeline = createEncoderPipeline(input, stations.converters, offer, {
    resume: () => line.resume(),
    refuse: (reason) => end(reason, 'broken'),
  });

  log.info({ station: offer.station, ip: offer.hello.ip }, 'encoder connected');
  return {
    receive(bytes) {
      idle.refresh();
      try {
        for (const part of offer.unwrap(bytes)) {
          if (!isOver && pipeline.push(part) === false) line.pause();
        }
      } catch (error) {
        end(error instanceof Error ? error.message : 'The encoder sent broken framing.');
      }
    },
    end: (reason) => end(reason),
    title: (title) => input.title(title, ''),
    get lead() {
      return input.lead;
    },
  };
};
