/** Four times what a page sends, and what it may have saved up while its connection was slow. */
const aSecond = 200;
const atOnce = 1000;

/** Whether another message may arrive: 200 a second, and 1,000 at once. `now`: ms of a steady clock. */
export const createMessageLimit = (now: () => number = () => performance.now()): (() => boolean) => {
  let left = atOnce;
  let last = now();
  return () => {
    const at = now();
    left = Math.min(atOnce, left + ((at - last) * aSecond) / 1000) - 1;
    last = at;
    return left >= 0;
  };
};
