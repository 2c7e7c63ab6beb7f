/** Why a stream does not play, as the streaming server says; `isFinal` if a retry is useless. */
export type SilenceReason = { reason: string; isFinal: boolean };

const maxReasonLength = 200;

/** Asks the streaming server why a stream does not play; undefined if it does. */
export const fetchSilenceReason = async (url: string, signal: AbortSignal): Promise<SilenceReason | undefined> => {
  const done = new AbortController();
  try {
    const reply = await fetch(url, { signal: AbortSignal.any([signal, done.signal, AbortSignal.timeout(8000)]) });
    if (reply.ok) return undefined;
    const text = (await reply.text()).trim().slice(0, maxReasonLength);
    return {
      reason: text || 'The station is not available right now.',
      isFinal: reply.status === 403 || reply.status === 404,
    };
  } catch {
    return { reason: 'The streaming server cannot be reached.', isFinal: false };
  } finally {
    done.abort();
  }
};
