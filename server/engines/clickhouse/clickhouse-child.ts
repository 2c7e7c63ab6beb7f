import { readFileSync } from 'node:fs';
import { openEngine } from './engine.ts';
import { httpInterface } from './http-interface.ts';

/* The process that holds the embedded ClickHouse engine: `clickhouse-child.ts <folder> <port> <password file>`. */

const [folder, port, passwordFile] = process.argv.slice(2);
if (folder === undefined || port === undefined || passwordFile === undefined) {
  throw new Error('Usage: clickhouse-child.ts <folder> <port> <password file>');
}

const engine = await openEngine(folder);
const server = httpInterface(engine, readFileSync(passwordFile, 'utf8').trim());
server.listen(Number(port), '127.0.0.1');
process.stdout.write(`ClickHouse ${engine.version} answers on port ${port}\n`);

const stop = (): void => {
  server.close(() => {
    // The engine's own exit handlers have nothing left to write, and threads they could wait for.
    void engine.close().finally(() => process.kill(process.pid, 'SIGKILL'));
  });
  server.closeIdleConnections();
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
