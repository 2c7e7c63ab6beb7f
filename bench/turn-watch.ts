/*
 * Loaded into a measured process before its own code (`node --import`): while it is asked to, it measures the longest turn of
 * the event loop by the CPU time of its thread, so that other work on the machine doesn't count. Told 'watch turns', it begins,
 * and told 'report turns', it ends and answers.
 */
const everyMs = 2;
const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

let timer: NodeJS.Timeout | undefined;
let before = 0;
let longest = 0;

/** What was used since the last look was used in one turn, or in a few that took less than 2 ms together. */
const look = (): void => {
  const now = cpuMs();
  longest = Math.max(longest, now - before);
  before = now;
};

process.on('message', (message) => {
  if (message === 'watch turns') {
    [before, longest] = [cpuMs(), 0];
    timer ??= setInterval(look, everyMs);
  }
  if (message === 'report turns') {
    clearInterval(timer);
    timer = undefined;
    process.send?.({ type: 'turns', longest });
  }
});
process.channel?.unref();
