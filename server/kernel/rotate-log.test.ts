import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { endProcess, launch } from './processes.ts';
import { rotateLog } from './rotate-log.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skywave-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('rotates a full log while its program keeps writing, and keeps three files', async () => {
  const logFile = join(folder, 'part.log');
  const program = "let n = 0; setInterval(() => process.stdout.write('line ' + n++ + '\\n'), 1)";
  const running = await launch({ command: process.execPath, args: ['-e', program], cwd: folder, env: {}, logFile });
  onTestFinished(() => endProcess(running, 'SIGKILL', 0));
  for (let i = 0; i < 5; i++) {
    await expect.poll(() => statSync(logFile).size).toBeGreaterThan(200);
    const [first = ''] = readFileSync(logFile, 'utf8').split('\n');
    rotateLog(logFile, 200);
    expect(readFileSync(`${logFile}.1`, 'utf8').startsWith(`${first}\n`)).toBe(true);
    // It is emptied, and may have later lines by now.
    expect(readFileSync(logFile, 'utf8').startsWith(`${first}\n`)).toBe(false);
  }
  await expect.poll(() => statSync(logFile).size).toBeGreaterThan(20);
  await endProcess(running, 'SIGKILL', 0);
  expect(readdirSync(folder).toSorted()).toEqual(['part.log', 'part.log.1', 'part.log.2', 'part.log.3']);
  const numbers = ['.1', '']
    .flatMap((end) => readFileSync(`${logFile}${end}`, 'utf8').trimEnd().split('\n'))
    .map((line) => Number(/^line (\d+)$/.exec(line)?.[1]));
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
});

it('ignores a log that is not full, or does not exist', () => {
  rotateLog(join(folder, 'none.log'));
  expect(readdirSync(folder)).toEqual([]);
});
