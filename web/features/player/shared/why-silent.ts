/** Why a stream doesn't play, in the words of the streaming server; `isFinal` where asking again is of no use. */
export type WhySilent = { reason: string; isFinal: boolean };

const longestWords = 200;

/** Asks the streaming server; undefined where it would send sound. */
export const askWhySilent = async (url: string, signal: AbortSignal): Promise<WhySilent | undefined> => {
  const leave = new AbortController();
  try {
    const reply = await fetch(url, { signal: AbortSignal.any([signal, leave.signal, AbortSignal.timeout(8000)]) });
    if (reply.ok) return undefined;
    const words = (await reply.text()).trim().slice(0, longestWords);
    return {
      reason: words || 'The station cannot be heard now.',
      isFinal: reply.status === 403 || reply.status === 404,
    };
  } catch {
    return { reason: 'The streaming server cannot be reached.', isFinal: false };
  } finally {
    leave.abort();
  }
};
