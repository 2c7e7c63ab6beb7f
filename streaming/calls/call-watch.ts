import type { CallReason } from '#contract/engine/engine-calls.ts';
import { minuteMs } from '#contract/rules/time.ts';
import type { Call, SipCall } from './call.ts';
import type { CallsContext } from './calls.ts';
import {
  expiresAfterMs,
  longerSession,
  refreshHeaders,
  timerAfterRefresh,
  type SessionTimer,
} from './session-timer.ts';
import { hangUp } from './within-call.ts';

const everyMs = 1000;
const reportEvery = 5;
/** A station that is silent for so long is gone, ms. */
const stationSilentMs = 60_000;
/** After so long without the caller's sound, OPTIONS asks whether the call still exists, ms. */
const callerSilentMs = 120_000;
/** A cloud carrier has so long to connect a call that we accepted, ms. */
const connectMs = 60_000;
/** A refresh that was refused is sent again after this time, ms. */
const refusedMs = 10_000;

/** Every second: ends the calls that are over by their limits or their silence, and sends reports of a fifth of them. */
export const watchCalls = (context: CallsContext, ms = everyMs): { stop(): void } => {
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
};

const whyOver = (context: CallsContext, call: Call): CallReason | undefined => {
  const { media, answered } = call;
  const now = context.now();
  if (call.kind === 'cloud' && answered === null && now - call.started > connectMs) return 'unacknowledged';
  if (answered === null || !media) return undefined;
  if (now - answered > context.telephony.limits.call_minutes * minuteMs) return 'too-long';
  if (media.sound.silentMs() > stationSilentMs) return 'station-gone';
  // Its carrier is asked over the same connection.
  if (call.kind === 'cloud') return media.session.silentMs() > callerSilentMs ? 'no-sound' : undefined;
  return whySipIsOver(context, call, now);
};

const whySipIsOver = (context: CallsContext, call: SipCall, now: number): CallReason | undefined => {
  const { media, timer, refreshed } = call;
  if (timer && now - refreshed > expiresAfterMs(timer)) return 'session-expired';
  const isOurs = timer?.refresher === 'uas' && now - refreshed > (timer.seconds * 1000) / 2;
  if (isOurs && now >= call.mayRefreshAt) refresh(context, call, timer);
  if (media?.speaks && media.session.silentMs() > callerSilentMs && !media.isAsking) ask(context, call);
  return undefined;
};

/** Asks by OPTIONS whether the call still exists. */
const ask = (context: CallsContext, call: SipCall): void => {
  const { media } = call;
  if (!media) return;
  media.isAsking = true;
  void call.dialog.send('OPTIONS').then(({ status }) => {
    if (call.isOver) return;
    if (status === 408 || status === 481) return hangUp(context, call, 'no-sound');
    media.session.heard();
    media.isAsking = false;
  });
};

/** Renews the session where that is up to us: again after a refusal, until the session is over. */
const refresh = (context: CallsContext, call: SipCall, timer: SessionTimer): void => {
  call.mayRefreshAt = Infinity;
  void call.dialog.send('UPDATE', refreshHeaders(timer)).then((response) => {
    const { status } = response;
    call.mayRefreshAt = 0;
    if (call.isOver) return undefined;
    if (status === 408 || status === 481) return hangUp(context, call, 'session-expired');
    const longer = status === 422 ? longerSession(response, timer) : undefined;
    if (longer !== undefined) return refresh(context, call, { ...timer, seconds: longer });
    if (status >= 300) call.mayRefreshAt = context.now() + refusedMs;
    else {
      call.refreshed = context.now();
      call.timer = timerAfterRefresh(response);
    }
    return undefined;
  });
};
