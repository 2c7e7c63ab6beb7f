import type { Socket } from 'node:net';
import type { AttachResult, EncoderHello, Log, StationKey, Stations } from '#streaming/station/air.ts';
import { createEncoderPipeline, type EncoderPipeline } from './encoder-pipeline.ts';

export type SourceOffer = {
  station: StationKey;
  hello: EncoderHello;
  contentType: string;
  /** bit/s, as the encoder says. */
  bitrate: number | null;
  /** Takes the framing off what arrives; throws, with the reason, where it is broken or says that this was all. */
  unwrap(bytes: Buffer): Buffer[];
};

/** An encoder that sends nothing for this long is let go, ms. */
const idleMs = 30_000;

/** Couples a socket with its station for as long as the encoder is on; `accepted` is called before the first byte is read. Gives what refused it, if anything did. */
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
  let idle = setTimeout(giveUp, idleMs);
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
    log.info({ station: offer.station, ip: offer.hello.ip, reason }, 'encoder left');
  }

  function giveUp(): void {
    if (socket.isPaused()) idle = setTimeout(giveUp, idleMs);
    else end('The encoder sent nothing for 30 seconds.');
  }

  function take(bytes: Buffer): void {
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
  socket.on('data', take);
  socket.once('end', () => end('The encoder closed the connection.'));
  socket.once('close', () => end('The connection was closed.'));
  socket.on('error', (error) => end(error.message));
  socket.resume();
  log.info({ station: offer.station, ip: offer.hello.ip }, 'encoder connected');
  return undefined;
}
