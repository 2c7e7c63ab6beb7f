import { spawn } from 'node:child_process';

/*
 * A process of its own that reads which programs the bench runs. Its input ends with the bench, however that ends: then
 * it ends what still runs and removes the folder.
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

let tell: ((line: string) => void) | undefined;

/** Starts the watchdog of this run, which removes `folder` when the bench is gone. */
export function startWatchdog(folder: string): void {
  const child = spawn('sh', ['-c', script, 'sh', folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  child.stdin.on('error', () => undefined);
  child.unref();
  tell = (line) => void child.stdin.write(`${line}\n`);
}

/** Has a program ended with the bench, until the returned function is called. */
export function watch(pid: number): () => void {
  tell?.(`+${pid}`);
  return () => tell?.(`-${pid}`);
}
