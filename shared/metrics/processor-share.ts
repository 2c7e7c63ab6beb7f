/** A shorter time says little: who asks again within it gets the same answer. */
const leastMs = 1000;

/** The share of a processor core that the process used since it was last asked; 1 is a whole core. */
export const createProcessorShare = (): (() => number) => {
  let [at, used, share] = [performance.now(), process.cpuUsage(), 0];
  return () => {
    const now = performance.now();
    if (now - at < leastMs) return share;
    const { user, system } = process.cpuUsage(used);
    share = (user + system) / 1000 / (now - at);
    [at, used] = [now, process.cpuUsage()];
    return share;
  };
};
