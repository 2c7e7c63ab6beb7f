import type { CallReason } from '#contract/engine-calls.ts';
import { minuteMs } from '#contract/time.ts';
import type { Call } from './call.ts';
import type { CallsContext } from './calls.ts';
import { expiresAfterMs } from './session-timer.ts';
import { hangUp } from './within-call.ts';

const everyMs = 1000;
const reportEvery = 5;
/** A station that is silent for so long is gone, ms. */
const stationSilentMs = 60_000;
/** After so long without the caller's sound, OPTIONS asks whether the call still exists, ms. */
const callerSilentMs = 120_000;

/** Every second: ends the calls that are over by their limits or their silence, and sends reports of a fifth of them. */
export function watchCalls(context: CallsContext, ms = everyMs): { stop(): void } {
  let turn = 0;
  const timer = setInterval(() => {
    turn++;
    context.journal.alive(context.now());
    let place = 0;
    for (const call of context.open.values()) {
      place++;
      try {
        const reason = whyOver(context, call);
        if (reason !== undefined) hangUp(context, call, reason);
        else if ((turn + place) % reportEvery === 0 && call.answered !== null) call.media?.session.report();
      } catch (error) {
        context.failed(error);
      }
    }
  }, ms);
  return { stop: () => clearInterval(timer) };
}

function whyOver(context: CallsContext, call: Call): CallReason | undefined {
  const { media, answered, timer, refreshed } = call;
  if (answered === null || !media) return undefined;
  const now = context.now();
  if (now - answered > context.telephony.limits.call_minutes * minuteMs) return 'too-long';
  if (media.sound.silentMs > stationSilentMs) return 'station-gone';
  if (timer?.refresher === 'uac' && now - refreshed > expiresAfterMs(timer)) return 'session-expired';
  if (timer?.refresher === 'uas' && now - refreshed > (timer.seconds * 1000) / 2) refresh(context, call, timer.seconds);
  if (media.speaks && media.session.silentMs > callerSilentMs && !media.isAsking) ask(context, call);
  return undefined;
}

/** Asks by OPTIONS whether the call still exists. */
function ask(context: CallsContext, call: Call): void {
  const { media } = call;
  if (!media) return;
  media.isAsking = true;
  void call.dialog.send('OPTIONS').then((status) => {
    if (call.isOver) return;
    if (status === 408 || status === 481) return hangUp(context, call, 'no-sound');
    media.session.heard();
    media.isAsking = false;
  });
}

/** Renews the session where that is up to us. */
function refresh(context: CallsContext, call: Call, seconds: number): void {
  call.refreshed = context.now();
  const headers = [
    ['Session-Expires', `${seconds};refresher=uac`],
    ['Supported', 'timer'],
  ] as const;
  void call.dialog.send('UPDATE', headers).then((status) => {
    if (!call.isOver && (status === 408 || status === 481)) hangUp(context, call, 'session-expired');
  });
}
