/** What every program that a test starts needs: PATH, and the run's cache, without which each start compiles the program again. */
export const childEnvironment = () => ({
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
});
