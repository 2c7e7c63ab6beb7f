import type { Converters } from '#streaming/adapt/converters.ts';
import { createDechunker } from '#streaming/ingest/dechunk.ts';
import { createEncoderPipeline, type EncoderPipeline } from '#streaming/ingest/encoder-pipeline.ts';
import { cleanTitle } from '#streaming/base/form.ts';
import type { EncoderInput } from '#streaming/station/air.ts';
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
/** Sound for this long, and the next loss is a new one, ms. */
const provenMs = 10_000;
/** A connection over which nothing comes for this long is given up, ms. */
const idleMs = 15_000;

/** Somebody's stream: fetched for as long as it is wanted, again after each loss, ever more rarely while it fails. */
export function createUrlFeed(options: UrlFeedOptions): Feed {
  let attempt: AbortController | undefined;
  let retry: NodeJS.Timeout | undefined;
  let pause = shortestPauseMs;
  let hangUp: ((reason: string) => void) | undefined;

  async function dial(): Promise<void> {
    const mine = new AbortController();
    attempt = mine;
    const { mayDial, mayTry, url, events } = options;
    try {
      const answer = await findStream(url, { mayDial, mayTry, signal: mine.signal });
      if (mine.signal.aborted) return void answer.socket.destroy();
      const began = performance.now();
      hangUp = listen(answer, options, () => {
        hangUp = undefined;
        if (performance.now() - began >= provenMs) pause = shortestPauseMs;
        if (!mine.signal.aborted) tryLater();
      });
    } catch (error) {
      if (mine.signal.aborted) return;
      tryLater();
      events.failed(error instanceof Error ? error.message : 'It could not be fetched.');
    }
  }

  function tryLater(): void {
    const longest = Math.min(pause, options.longestPauseMs());
    pause = Math.min(pause * 2, options.longestPauseMs());
    clearTimeout(retry);
    retry = setTimeout(() => void dial(), longest * (0.75 + Math.random() / 2));
  }

  return {
    open() {
      if (!attempt) void dial();
    },
    close(reason) {
      attempt?.abort();
      attempt = undefined;
      clearTimeout(retry);
      pause = shortestPauseMs;
      hangUp?.(reason);
    },
  };
}

/** Takes what a server sends to the station, until one of them ends it; `over` is called then. Gives how to end it. */
function listen(answer: Answer, options: UrlFeedOptions, over: () => void): (reason: string) => void {
  const { socket, headers } = answer;
  let isOver = false;
  let isHeld = false;
  const idle = setTimeout(giveUp, idleMs);
  const input = joining(
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

  function take(bytes: Buffer): void {
    idle.refresh();
    try {
      for (const part of dechunk(bytes).flatMap(split)) {
        if (!isOver && !pipeline.push(part)) isHeld = true;
      }
      if (isHeld) socket.pause();
    } catch {
      end('It sent broken framing.');
    }
  }

  function giveUp(): void {
    if (isHeld) idle.refresh();
    else end('It sent nothing for 15 seconds.');
  }

  function end(reason: string): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(idle);
    socket.destroy();
    over();
    input.end(reason);
    pipeline.close();
  }

  socket.setTimeout(0);
  socket.on('data', take);
  socket.once('end', () => end('It ended the stream.'));
  socket.once('close', () => end('The connection was lost.'));
  take(answer.rest);
  if (socket.destroyed) end('The connection was lost.');
  else if (!isHeld) socket.resume();
  return end;
}

/** The first frames of a stream that is joined midway are kept for those after them. */
function joining(port: EncoderInput): EncoderInput {
  let left = joiningFrames;
  return {
    get format() {
      return port.format;
    },
    get lead() {
      return port.lead;
    },
    push(frame) {
      if (left <= 0) return port.push(frame);
      left--;
      port.skip(frame);
    },
    begin: () => port.begin(),
    skip: (frame) => port.skip(frame),
    describe: (described) => port.describe(described),
    title: (title, url) => port.title(title, url),
    end: (reason) => port.end(reason),
  };
}

/** Heads are read byte by byte; what they carry is mostly UTF-8. */
function utf8(text: string): string {
  const decoded = Buffer.from(text, 'latin1').toString('utf8');
  return decoded.includes('\ufffd') ? text : decoded;
}
