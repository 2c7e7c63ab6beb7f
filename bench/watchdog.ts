import { spawn } from 'node:child_process';

/*
 * A separate process that reads which programs the bench runs. Its input closes when the bench ends, however it ends:
 * then the watchdog ends the programs that still run and removes the folder.
 */
const script = `
while read -r line; do
  case "$line" in
    +*) pids="$pids \${line#+} " ;;
    -*) pids=$(printf %s "$pids" | sed "s/ \${line#-} / /g") ;;
  esac
done
if [ -n "$pids" ]; then
  kill -QUIT $pids
  sleep 2
  kill -KILL $pids
fi
rm -rf "$1"`;

let send: ((line: string) => void) | undefined;

/** Starts the watchdog of this run, which removes `folder` once the bench has ended. */
export const startWatchdog = (folder: string): void => {
  const child = spawn('sh', ['-c', script, 'sh', folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  child.stdin.on('error', () => undefined);
  child.unref();
  send = (line) => void child.stdin.write(`${line}\n`);
};

/** Has the watchdog end a program with the bench, until the returned function is called. */
export const watch = (pid: number): (() => void) => {
  send?.(`+${pid}`);
  return () => send?.(`-${pid}`);
};
