import type { AutomationState, StationDesired } from '#contract/engine/engine.ts';
import type { Converters } from '#streaming/adapt/converters.ts';
import { createEncoderPipeline } from '#streaming/ingest/encoder-pipeline.ts';
import type { Media } from '#streaming/media/media.ts';
import type { Feed, FeedEvents } from '#streaming/relay/feed.ts';
import type { EncoderInput } from '#streaming/base/encoder-link.ts';
import { titleOf } from '#streaming/base/titles.ts';
import type { Automations } from './automations.ts';
import { startLiquidsoap } from './liquidsoap.ts';
import { createSchedule } from './schedule.ts';

export type AutomationFeedOptions = {
  station: string;
  media: Media;
  mix: { mix_ms: number; level: boolean };
  desired(): StationDesired;
  automations: Automations;
  converters: Converters;
  events: FeedEvents;
};

const shortestPauseMs = 1000;
const longestPauseMs = 60_000;
/** After this much audio the next loss counts as a new one, ms. */
const provenMs = 30_000;
const notInstalled = 'Liquidsoap is not installed on this server.';
const atCapacity = 'This server already runs automation for as many stations as it can.';

/** Liquidsoap as a source of the station: started while automation is on, and restarted whenever it exits. */
export const createAutomationFeed = (options: AutomationFeedOptions): Feed => {
  const { station, automations, events } = options;
  const schedule = createSchedule(station, options.media, () => options.desired().autodj);
  let isOpen = false;
  let pause = shortestPauseMs;
  let retry: NodeJS.Timeout | undefined;
  let disconnect: ((reason: string) => void) | undefined;

  const setState = (state: AutomationState['state'], reason = ''): void => {
    automations.setState(station, { state, reason, since: Date.now() });
  };

  const begin = async (): Promise<void> => {
    const { program } = automations;
    if (program === undefined) return scheduleRetry('missing', notInstalled);
    const releaseSlot = automations.acquireSlot();
    if (!releaseSlot) return scheduleRetry('full', atCapacity);
    setState('starting');
    const trackServer = await automations.trackServer;
    if (isOpen) run(program, trackServer, releaseSlot);
    else releaseSlot();
  };

  const run = (program: string, trackServer: Awaited<Automations['trackServer']>, releaseSlot: () => void): void => {
    let input: EncoderInput | undefined;
    // The first title arrives before its audio.
    let title = '';
    let isOver = false;
    const began = performance.now();
    const { token, leave: unregister } = trackServer.register({
      next: schedule.next,
      started(path) {
        const track = schedule.trackOf(path);
        title = track ? titleOf(track) : title;
        input?.title(title, '');
      },
    });
    const { mix } = options;
    const liquidsoap = startLiquidsoap({ program, trackServer: { url: trackServer.url, token }, ...mix });
    const startPipeline = (): ReturnType<typeof createEncoderPipeline> => {
      input = events.connected(
        { resume: () => pipeline?.relieve(), reformat: () => end('The format of the station changed.'), drop: end },
        { ip: '', user_agent: 'Liquidsoap', name: '' },
      );
      input.title(title, '');
      setState('running');
      const hints = { contentType: 'audio/wav', bitrate: null };
      return createEncoderPipeline(input, options.converters, hints, {
        resume: () => liquidsoap.audio.resume(),
        refuse: end,
      });
    };
    let pipeline: ReturnType<typeof createEncoderPipeline> | undefined;

    const end = (reason: string): void => {
      if (isOver) return;
      isOver = true;
      disconnect = undefined;
      unregister();
      liquidsoap.stop();
      input?.end(reason);
      pipeline?.close();
      void liquidsoap.ended.then(releaseSlot);
      if (performance.now() - began >= provenMs) pause = shortestPauseMs;
      if (isOpen) scheduleRetry('failed', reason);
    };

    liquidsoap.audio.on('data', (bytes: Buffer) => {
      if (isOver) return;
      pipeline ??= startPipeline();
      if (!pipeline.push(bytes)) liquidsoap.audio.pause();
    });
    void liquidsoap.ended.then((said) => {
      if (!isOver) automations.log({ station, said }, 'Liquidsoap exited unexpectedly');
      end('Liquidsoap exited unexpectedly.');
    });
    disconnect = end;
  };

  const scheduleRetry = (state: AutomationState['state'], reason: string): void => {
    setState(state, reason);
    events.failed(reason);
    clearTimeout(retry);
    retry = setTimeout(() => void begin(), pause);
    pause = Math.min(pause * 2, longestPauseMs);
  };

  return {
    open() {
      if (isOpen) return;
      isOpen = true;
      void begin();
    },
    close(reason) {
      isOpen = false;
      clearTimeout(retry);
      disconnect?.(reason);
      pause = shortestPauseMs;
      automations.setState(station, undefined);
    },
  };
};
