import { startSupervisor } from './supervisor/supervisor.ts';

/*
 * The supervisor's process: SIGINT and SIGTERM stop everything in order, SIGUSR2 (`npm run upgrade`) stops everything
 * but the engine and exits with 75, upon which tools/start.mjs starts the new version.
 */
const upgradeCode = 75;
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const fail = (error: unknown): never => {
  process.stderr.write(`Skywave stops: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
};

let requested: { code: number } | undefined;
const early = Promise.withResolvers<void>();
let supervisor: Awaited<ReturnType<typeof startSupervisor>> | undefined;
const stop = async (code: number): Promise<void> => {
  // A terminal's Ctrl-C reaches us from the terminal, from npm and from the start script.
  if (requested !== undefined) return;
  requested = { code };
  early.resolve();
  say(code === upgradeCode ? 'Restarting all but the streaming engine…' : 'Stopping…');
  if (supervisor === undefined) return;
  await supervisor.stop({ keepStreaming: code === upgradeCode });
  process.exit(code);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0).catch(fail));
process.on('SIGUSR2', () => void stop(upgradeCode).catch(fail));
// The reader of our output may be gone, which must not stop the supervisor and leave its processes unattended.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

try {
  supervisor = await startSupervisor(process.env, say, early.promise);
} catch (error) {
  fail(error);
}
// A stop was requested while everything was still starting.
if (requested !== undefined && supervisor !== undefined) {
  await supervisor.stop({ keepStreaming: requested.code === upgradeCode });
  process.exit(requested.code);
}
