/**
 * One player of ours plays at a time in the tabs of a website: the one that starts stops the others. `stop` is called when another
 * one starts.
 */
export const onePlays = (stop: () => void): { stop(): void } => {
  try {
    const channel = new BroadcastChannel('radio.playing');
    channel.addEventListener('message', stop);
    return { stop: () => channel.postMessage('') };
  } catch {
    // A browser that keeps it from frames of other sites.
    return { stop: () => {} };
  }
};
