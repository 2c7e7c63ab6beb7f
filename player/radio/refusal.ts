/** Why a stream does not play, as the streaming server says. */
export type Refusal = {
  reason: string;
  /** Asking again is useless. */
  isFinal: boolean;
  /** When the server asks to be asked again; undefined if it doesn't say. */
  retryAfterMs: number | undefined;
};

const maxReasonLength = 200;
/** A station that is started again should not be missed for long. */
const longestWaitS = 20;

/** Asks the streaming server why a stream does not play; undefined if it does. */
export const fetchRefusal = async (url: string, signal: AbortSignal): Promise<Refusal | undefined> => {
  const done = new AbortController();
  try {
    const reply = await fetch(url, { signal: AbortSignal.any([signal, done.signal, AbortSignal.timeout(8000)]) });
    if (reply.ok) return undefined;
    const text = (await reply.text()).trim().slice(0, maxReasonLength);
    const retryAfterS = Number(reply.headers.get('retry-after') ?? NaN);
    return {
      reason: text || 'The station is not available right now.',
      isFinal: reply.status === 403 || reply.status === 404,
      retryAfterMs: retryAfterS >= 0 ? Math.min(retryAfterS, longestWaitS) * 1000 : undefined,
    };
  } catch {
    return { reason: 'The streaming server cannot be reached.', isFinal: false, retryAfterMs: undefined };
  } finally {
    done.abort();
  }
};
