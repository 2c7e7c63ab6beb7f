/** Returns the result of an attempt; if it throws, prints its message without a stack and exits with 1. */
export const orExit = async <T>(attempt: () => T | Promise<T>): Promise<T> => {
  try {
    return await attempt();
  } catch (error) {
    process.stderr.write(`Skywave stops: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
};
