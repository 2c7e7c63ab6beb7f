import { headerOf, isListed, type SipRequest, type SipResponse } from './sip/message.ts';

/** When a call ends unless it is refreshed, and by whom (RFC 4028): the caller (`uac`) or us. */
export type SessionTimer = { seconds: number; refresher: 'uac' | 'uas' };

/** The shortest session that we accept: the standard's minimum. */
export const shortestSeconds = 90;
const mayRefresh = (request: SipRequest): boolean => isListed(request, 'allow', 'UPDATE');

/**
 * The session timer that a request wants; `short` if it is below the minimum. We refresh only by UPDATE; where the
 * other side can't receive that, there is no timer.
 */
export const readSessionTimer = (request: SipRequest): SessionTimer | 'short' | undefined => {
  const found = /^(\d{1,6})\s*(?:;(.*))?$/.exec(headerOf(request, 'session-expires'));
  if (!found) return undefined;
  const seconds = Number(found[1]);
  if (seconds < shortestSeconds) return 'short';
  if (!isListed(request, 'supported', 'timer')) return undefined;
  const refresher = /refresher\s*=\s*(uac|uas)/i.exec(found[2] ?? '')?.[1]?.toLowerCase() === 'uas' ? 'uas' : 'uac';
  return refresher === 'uas' && !mayRefresh(request) ? undefined : { seconds, refresher };
};

/** The headers of a response that agrees to a timer. */
export const timerHeaders = (timer: SessionTimer | undefined): (readonly [string, string])[] =>
  timer === undefined
    ? []
    : [
        ['Require', 'timer'],
        ['Session-Expires', `${timer.seconds};refresher=${timer.refresher}`],
      ];

/** The headers of a refresh of ours. */
export const refreshHeaders = ({ seconds }: SessionTimer): (readonly [string, string])[] => [
  ['Session-Expires', `${seconds};refresher=uac`],
  ['Supported', 'timer'],
];

/** The timer after a refresh of ours was accepted, in which the sides have changed; undefined where there is none any more. */
export const timerAfterRefresh = (response: SipResponse): SessionTimer | undefined => {
  const found = /^(\d{1,6})\s*(?:;(.*))?$/.exec(headerOf(response, 'session-expires'));
  if (!found || Number(found[1]) === 0) return undefined;
  return { seconds: Number(found[1]), refresher: /refresher\s*=\s*uas/i.test(found[2] ?? '') ? 'uac' : 'uas' };
};

/** The shortest session that the other side accepts, s, by its 422; undefined where it names none that is longer. */
export const longerSession = (response: SipResponse, { seconds }: SessionTimer): number | undefined => {
  const least = Number(/^(\d{1,6})\b/.exec(headerOf(response, 'min-se'))?.[1]);
  return least > seconds ? least : undefined;
};

/** How long after a refresh a call ends, ms: a while before the session expires, so that a BYE still counts. */
export const expiresAfterMs = ({ seconds }: SessionTimer): number => (seconds - Math.min(32, seconds / 3)) * 1000;
