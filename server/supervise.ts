import { startSupervisor } from './supervisor/supervisor.ts';

/*
 * The supervisor's process: SIGINT and SIGTERM stop everything in order, SIGUSR2 (`npm run upgrade`) everything but
 * the engine; it then ends with 75, at which tools/start.mjs starts the new version.
 */
const upgradeCode = 75;
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const fail = (error: unknown): never => {
  process.stderr.write(`Skywave stops: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
};

let asked: { code: number } | undefined;
const early = Promise.withResolvers<void>();
let supervisor: Awaited<ReturnType<typeof startSupervisor>> | undefined;
const stop = async (code: number): Promise<void> => {
  // A terminal's Ctrl-C reaches us from it, from npm and from the start script.
  if (asked !== undefined) return;
  asked = { code };
  early.resolve();
  say(code === upgradeCode ? 'Restarting all but the streaming engine…' : 'Stopping…');
  if (supervisor === undefined) return;
  await supervisor.stop({ keepStreaming: code === upgradeCode });
  process.exit(code);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0).catch(fail));
process.on('SIGUSR2', () => void stop(upgradeCode).catch(fail));
// Who reads what we say may be gone: that is no reason to leave what runs without anybody to look after it.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

try {
  supervisor = await startSupervisor(process.env, say, early.promise);
} catch (error) {
  fail(error);
}
// Asked to stop while everything was still starting.
if (asked !== undefined && supervisor !== undefined) {
  await supervisor.stop({ keepStreaming: asked.code === upgradeCode });
  process.exit(asked.code);
}
