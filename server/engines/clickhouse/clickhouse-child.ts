import { readFileSync } from 'node:fs';
import { openEngine } from './engine.ts';
import { httpInterface } from './http-interface.ts';

/* The process of the embedded ClickHouse engine: `clickhouse-child.ts <folder> <port> <password file>`. */

const [folder, port, passwordFile] = process.argv.slice(2);
if (folder === undefined || port === undefined || passwordFile === undefined) {
  throw new Error('Usage: clickhouse-child.ts <folder> <port> <password file>');
}

const engine = await openEngine(folder);
const server = httpInterface(engine, readFileSync(passwordFile, 'utf8').trim());
server.listen(Number(port), '127.0.0.1');
process.stdout.write(`ClickHouse ${engine.version} listening on port ${port}\n`);

const stop = (): void => {
  server.close(() => {
    // SIGKILL skips the engine's exit handlers: nothing is left to write, and they could wait for threads.
    void engine.close().finally(() => process.kill(process.pid, 'SIGKILL'));
  });
  server.closeIdleConnections();
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
