import type { AutomationState, StationDesired } from '#contract/engine.ts';
import type { Converters } from '#streaming/adapt/converters.ts';
import { createEncoderPipeline } from '#streaming/ingest/encoder-pipeline.ts';
import type { Feed, FeedEvents } from '#streaming/relay/feed.ts';
import type { EncoderInput } from '#streaming/station/air.ts';
import { titleOf } from '#streaming/station/titles.ts';
import type { Automations } from './automations.ts';
import { startLiquidsoap } from './liquidsoap.ts';
import { createSchedule } from './schedule.ts';

export type AutomationFeedOptions = {
  station: string;
  mediaDir: string;
  mix: { mix_ms: number; level: boolean };
  desired(): StationDesired;
  automations: Automations;
  converters: Converters;
  events: FeedEvents;
};

const shortestPauseMs = 1000;
const longestPauseMs = 60_000;
/** Sound for this long, and the next loss is a new one, ms. */
const provenMs = 30_000;
const missing = 'Liquidsoap is not installed on this server.';
const full = 'This server runs the automation software of as many stations as it can already.';

/** The automation software as a source of the station: started while it is wanted, and again whenever it ends. */
export function createAutomationFeed(options: AutomationFeedOptions): Feed {
  const { station, automations, events } = options;
  const schedule = createSchedule(station, options.mediaDir, () => options.desired().autodj);
  let isOpen = false;
  let pause = shortestPauseMs;
  let retry: NodeJS.Timeout | undefined;
  let hangUp: ((reason: string) => void) | undefined;

  function tell(state: AutomationState['state'], reason = ''): void {
    automations.tell(station, { state, reason, since: Date.now() });
  }

  async function begin(): Promise<void> {
    const { program } = automations;
    if (program === undefined) return wait('missing', missing);
    const leave = automations.enter();
    if (!leave) return wait('full', full);
    tell('starting');
    const desk = await automations.desk;
    if (isOpen) run(program, desk, leave);
    else leave();
  }

  function run(program: string, desk: Awaited<Automations['desk']>, leave: () => void): void {
    let input: EncoderInput | undefined;
    // The first track is told before its sound comes.
    let title = '';
    let isOver = false;
    const began = performance.now();
    const { token, leave: forget } = desk.admit({
      next: schedule.next,
      began(path) {
        const track = schedule.trackOf(path);
        title = track ? titleOf(track) : title;
        input?.title(title, '');
      },
    });
    const { mix } = options;
    const liquidsoap = startLiquidsoap({ program, desk: { url: desk.url, token }, ...mix });
    const pipeline = (): ReturnType<typeof createEncoderPipeline> => {
      input = events.connected(
        { resume: () => taking?.relieve(), reformat: () => end('The format of the station changed.'), drop: end },
        { ip: '', user_agent: 'Liquidsoap', name: '' },
      );
      input.title(title, '');
      tell('running');
      const hints = { contentType: 'audio/wav', bitrate: null };
      return createEncoderPipeline(input, options.converters, hints, {
        resume: () => liquidsoap.sound.resume(),
        refuse: end,
      });
    };
    let taking: ReturnType<typeof createEncoderPipeline> | undefined;

    function end(reason: string): void {
      if (isOver) return;
      isOver = true;
      hangUp = undefined;
      forget();
      liquidsoap.stop();
      input?.end(reason);
      taking?.close();
      void liquidsoap.ended.then(leave);
      if (performance.now() - began >= provenMs) pause = shortestPauseMs;
      if (isOpen) wait('failed', reason);
    }

    liquidsoap.sound.on('data', (bytes: Buffer) => {
      if (isOver) return;
      taking ??= pipeline();
      if (!taking.push(bytes)) liquidsoap.sound.pause();
    });
    void liquidsoap.ended.then((said) => {
      if (!isOver) automations.log({ station, said }, 'Liquidsoap ended by itself');
      end('Liquidsoap ended unexpectedly.');
    });
    hangUp = end;
  }

  function wait(state: AutomationState['state'], reason: string): void {
    tell(state, reason);
    events.failed(reason);
    clearTimeout(retry);
    retry = setTimeout(() => void begin(), pause);
    pause = Math.min(pause * 2, longestPauseMs);
  }

  return {
    open() {
      if (isOpen) return;
      isOpen = true;
      void begin();
    },
    close(reason) {
      isOpen = false;
      clearTimeout(retry);
      hangUp?.(reason);
      pause = shortestPauseMs;
      automations.tell(station, undefined);
    },
  };
}
