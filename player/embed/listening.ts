/** The longest time that one report holds, ms. */
const mostMs = 5 * 60_000;

/** Measures how long an audio is really heard, and hands it on when it stops, and every five minutes. */
export const createListening = (audio: HTMLAudioElement, heard: (ms: number) => void): { flush(): void } => {
  let since = 0;
  const flush = (): void => {
    if (since === 0) return;
    heard(Date.now() - since);
    since = 0;
  };
  audio.addEventListener('playing', () => (since ||= Date.now()));
  for (const event of ['pause', 'waiting', 'ended', 'error', 'emptied']) audio.addEventListener(event, flush);
  audio.addEventListener('timeupdate', () => {
    if (since === 0 || Date.now() - since < mostMs) return;
    flush();
    since = Date.now();
  });
  return { flush };
};
