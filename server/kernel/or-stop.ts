/** What an attempt gives; where it throws, its message is the process's last word, without a stack, and it ends with 1. */
export const orStop = async <T>(attempt: () => T | Promise<T>): Promise<T> => {
  try {
    return await attempt();
  } catch (error) {
    process.stderr.write(`Skywave stops: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
};
