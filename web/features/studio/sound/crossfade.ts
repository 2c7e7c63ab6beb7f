/** The gains of two decks for a crossfader from 0 (first) to 1 (second): in the middle both are as loud as they are. */
export const crossfadeGains = (position: number): [number, number] =>
  [1 - position, position].map((share) => Math.sin((Math.min(1, share * 2) * Math.PI) / 2)) as [number, number];

const stepMs = 50;

/** Moves the crossfader to one side in so many ms; returns how to stop it. */
export const moveCrossfader = (
  from: number,
  to: number,
  ms: number,
  move: (position: number) => void,
): (() => void) => {
  const began = performance.now();
  const timer = setInterval(() => {
    const share = Math.min(1, (performance.now() - began) / ms);
    move(from + (to - from) * share);
    if (share === 1) clearInterval(timer);
  }, stepMs);
  return () => clearInterval(timer);
};
