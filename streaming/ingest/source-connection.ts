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
  /** Removes the framing from the bytes received; throws, with the reason, if it is broken or marks the end. */
  unwrap(bytes: Buffer): Buffer[];
};

/** An encoder that sends nothing for this long is disconnected, ms. */
const idleMs = 30_000;

/**
 * Connects a socket to its station while the encoder sends; `accepted` is called before the first byte is read. Returns
 * the refusal, if any.
 */
export function serveSource(
  socket: Socket,
  offer: SourceOffer,
  stations: Stations,
  log: Log,
  accepted: () => void,
): Exclude<AttachResult, { input: unknown }> | undefined {
  const attached = stations.attach(
    offer.station,
    {
      resume: () => pipeline.relieve(),
      reformat: () => pipeline.reformat(),
      drop: (reason) => end(reason),
    },
    offer.hello,
  );
  if ('refused' in attached) return attached;
  const { input } = attached;
  let idle = setTimeout(checkIdle, idleMs);
  let isOver = false;
  const pipeline: EncoderPipeline = createEncoderPipeline(input, stations.converters, offer, {
    resume: () => void socket.resume(),
    refuse: (reason) => end(reason),
  });

  function end(reason: string): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(idle);
    pipeline.close();
    input.end(reason);
    socket.destroy();
    log.info({ station: offer.station, ip: offer.hello.ip, reason }, 'encoder disconnected');
  }

  function checkIdle(): void {
    if (socket.isPaused()) idle = setTimeout(checkIdle, idleMs);
    else end('The encoder sent nothing for 30 seconds.');
  }

  function receive(bytes: Buffer): void {
    idle.refresh();
    try {
      for (const part of offer.unwrap(bytes)) {
        if (!isOver && pipeline.push(part) === false) socket.pause();
      }
    } catch (error) {
      end(error instanceof Error ? error.message : 'The encoder sent broken framing.');
    }
  }

  accepted();
  socket.setTimeout(0);
  socket.setNoDelay(true);
  socket.on('data', receive);
  socket.once('end', () => end('The encoder closed the connection.'));
  socket.once('close', () => end('The connection was closed.'));
  socket.on('error', (error) => end(error.message));
  socket.resume();
  log.info({ station: offer.station, ip: offer.hello.ip }, 'encoder connected');
  return undefined;
}
