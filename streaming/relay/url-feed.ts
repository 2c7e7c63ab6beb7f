import type { Converters } from '#streaming/adapt/converters.ts';
import { createDechunker } from '#streaming/ingest/dechunk.ts';
import { createEncoderPipeline, type EncoderPipeline } from '#streaming/ingest/encoder-pipeline.ts';
import { cleanTitle } from '#streaming/base/form.ts';
import type { EncoderInput } from '#streaming/base/encoder-link.ts';
import type { DialBudget } from './dial-budget.ts';
import { joiningFrames, type Feed, type FeedEvents } from './feed.ts';
import { findStream, isChunked } from './find-stream.ts';
import { createIcyReader } from './icy-reader.ts';
import type { Answer } from './request-stream.ts';

export type UrlFeedOptions = {
  url: string;
  mayDial(address: string): boolean;
  mayTry: DialBudget;
  converters: Converters;
  /** The longest pause between two attempts, ms. */
  longestPauseMs(): number;
  events: FeedEvents;
};

const shortestPauseMs = 500;
/** After this much audio the next loss counts as a new one, ms. */
const provenMs = 10_000;
/** A connection without data for this long is closed, ms. */
const idleMs = 15_000;

/** A foreign stream: fetched while needed, again after each loss, at growing intervals while it fails. */
export const createUrlFeed = (options: UrlFeedOptions): Feed => {
  let attempt: AbortController | undefined;
  let retry: NodeJS.Timeout | undefined;
  let pause = shortestPauseMs;
  let disconnect: ((reason: string) => void) | undefined;

  const connect = async (): Promise<void> => {
    const controller = new AbortController();
    attempt = controller;
    const { mayDial, mayTry, url, events } = options;
    try {
      const answer = await findStream(url, { mayDial, mayTry, signal: controller.signal });
      if (controller.signal.aborted) return void answer.socket.destroy();
      const began = performance.now();
      disconnect = receiveStream(answer, options, () => {
        disconnect = undefined;
        if (performance.now() - began >= provenMs) pause = shortestPauseMs;
        if (!controller.signal.aborted) tryLater();
      });
    } catch (error) {
      if (controller.signal.aborted) return;
      tryLater();
      events.failed(error instanceof Error ? error.message : 'The stream could not be fetched.');
    }
  };

  const tryLater = (): void => {
    const longest = Math.min(pause, options.longestPauseMs());
    pause = Math.min(pause * 2, options.longestPauseMs());
    clearTimeout(retry);
    retry = setTimeout(() => void connect(), longest * (0.75 + Math.random() / 2));
  };

  return {
    open() {
      if (!attempt) void connect();
    },
    close(reason) {
      attempt?.abort();
      attempt = undefined;
      clearTimeout(retry);
      pause = shortestPauseMs;
      disconnect?.(reason);
    },
  };
};

/** Passes a server's stream to the station until either side ends it, and then calls `over`. Returns how to end it. */
const receiveStream = (answer: Answer, options: UrlFeedOptions, over: () => void): ((reason: string) => void) => {
  const { socket, headers } = answer;
  let isOver = false;
  let isHeld = false;

  const checkIdle = (): void => {
    if (isHeld) idle.refresh();
    else end('The server sent nothing for 15 seconds.');
  };

  const end = (reason: string): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(idle);
    socket.destroy();
    over();
    input.end(reason);
    pipeline.close();
  };
  const idle = setTimeout(checkIdle, idleMs);
  const input = withoutFirstFrames(
    options.events.connected(
      { resume: () => pipeline.relieve(), reformat: () => end('The format of the station changed.'), drop: end },
      { ip: socket.remoteAddress ?? '', user_agent: '', name: cleanTitle(utf8(headers.get('icy-name') ?? '')) },
    ),
  );
  const kilobits = Number.parseInt(headers.get('icy-br') ?? '', 10);
  const hints = { contentType: headers.get('content-type') ?? '', bitrate: kilobits > 0 ? kilobits * 1000 : null };
  const pipeline: EncoderPipeline = createEncoderPipeline(input, options.converters, hints, {
    resume() {
      isHeld = false;
      socket.resume();
    },
    refuse: end,
  });
  const dechunk = isChunked(headers) ? createDechunker() : (bytes: Buffer) => [bytes];
  const interval = Number(headers.get('icy-metaint'));
  const split = interval > 0 ? createIcyReader(interval, input.title) : (bytes: Buffer) => [bytes];

  const receive = (bytes: Buffer): void => {
    idle.refresh();
    try {
      for (const part of dechunk(bytes).flatMap(split)) {
        if (!isOver && !pipeline.push(part)) isHeld = true;
      }
      if (isHeld) socket.pause();
    } catch {
      end('The server sent broken framing.');
    }
  };

  socket.setTimeout(0);
  socket.on('data', receive);
  socket.once('end', () => end('The server ended the stream.'));
  socket.once('close', () => end('The connection was lost.'));
  receive(answer.rest);
  if (socket.destroyed) end('The connection was lost.');
  else if (!isHeld) socket.resume();
  return end;
};

/** Skips the first frames of a stream joined midway; they only serve those after them. */
const withoutFirstFrames = (port: EncoderInput): EncoderInput => {
  let remaining = joiningFrames;
  return {
    get format() {
      return port.format;
    },
    get lead() {
      return port.lead;
    },
    push(frame) {
      if (remaining <= 0) return port.push(frame);
      remaining--;
      port.skip(frame);
    },
    begin: () => port.begin(),
    skip: (frame) => port.skip(frame),
    describe: (described) => port.describe(described),
    title: (title, url) => port.title(title, url),
    advertise: (ms) => port.advertise(ms),
    end: (reason) => port.end(reason),
  };
};

/** Heads are decoded as Latin-1; their content is mostly UTF-8. */
const utf8 = (text: string): string => {
  const decoded = Buffer.from(text, 'latin1').toString('utf8');
  return decoded.includes('\ufffd') ? text : decoded;
};
