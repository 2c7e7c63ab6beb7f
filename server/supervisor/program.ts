import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess, findRunning, launch, type ProcessId, type Running } from '#server/kernel/processes.ts';
import { readNote, writeNote } from './notes.ts';
import type { Part } from './keep-running.ts';

/** One of our programs, as a process that the supervisor watches. */
export type Program = {
  name: string;
  /** The TypeScript file, relative to the project's folder. */
  file: string;
  args?: string[];
  env: Record<string, string>;
  dataDir: string;
  /** Replies 200 when the program is ready; null for a program without a port of ours, which is ready once it runs. */
  health: string | null;
  /** A process left by an earlier supervisor: adopted if it was started with the same `settings`, else ended. */
  leftover: { adopt: true; settings: string } | { adopt: false };
  stopMs: number;
};

type Note = ProcessId & { settings?: string };

const project = join(import.meta.dirname, '../..');
/** Migrations of a large installation, or a busy machine, take time; a process that exits is noticed at once. */
const startMs = 300_000;
const leftStopMs = 15_000;

/** Starts a program, or adopts the one that a killed supervisor left; returns when it is ready. */
export const startProgram = async (program: Program): Promise<Part> => {
  const { name, dataDir } = program;
  const leftover = await findLeftover(program);
  if (leftover !== undefined) return asPart(leftover, program);

  const logFile = logFileOf(program);
  const run = await launch({
    command: process.execPath,
    args: ['--enable-source-maps', join(project, program.file), ...(program.args ?? [])],
    cwd: project,
    // The compile cache makes the next start faster, as hundreds of files needn't be stripped and compiled again.
    env: { NODE_COMPILE_CACHE: join(dataDir, 'cache', 'node'), ...program.env },
    logFile,
  });
  const settings = program.leftover.adopt ? program.leftover.settings : undefined;
  writeNote(dataDir, name, { pid: run.pid, birth: run.birth, settings } satisfies Note);
  try {
    await waitUntilServing(run, program);
  } catch (error) {
    await endProcess(run, 'SIGKILL', 0);
    throw error;
  }
  return asPart(run, program);
};

/** Whether a killed supervisor's program of this name still runs. */
export const isLeftRunning = (dataDir: string, name: string): boolean => findRecorded(dataDir, name) !== undefined;

/** Ends the program of this name if it runs or is starting. */
export const endLeftover = async (dataDir: string, name: string): Promise<void> => {
  const run = findRecorded(dataDir, name);
  if (run !== undefined) await endProcess(run, 'SIGTERM', leftStopMs);
};

const findRecorded = (dataDir: string, name: string): Running | undefined => {
  const { pid, birth } = readNote<Note>(dataDir, name) ?? {};
  return pid !== undefined && birth !== undefined ? findRunning({ pid, birth }) : undefined;
};

const asPart = (run: Running, { stopMs }: Program): Part => ({
  ...run,
  stop: () => endProcess(run, 'SIGTERM', stopMs),
});

const findLeftover = async (program: Program): Promise<Running | undefined> => {
  const { dataDir, name, leftover } = program;
  const run = findRecorded(dataDir, name);
  if (run === undefined) return undefined;
  const settings = readNote<Note>(dataDir, name)?.settings;
  if (leftover.adopt && leftover.settings === settings && (await answers(program.health))) return run;
  await endProcess(run, 'SIGTERM', program.stopMs);
  return undefined;
};

const waitUntilServing = async (run: Running, program: Program): Promise<void> => {
  const until = Date.now() + startMs;
  let ended: string | undefined;
  void run.ended.then((reason) => (ended = reason));
  while (!(await answers(program.health))) {
    if (ended !== undefined) throw new Error(`it ${ended}.\n${lastWords(logFileOf(program))}`);
    if (Date.now() > until) throw new Error(`not ready after ${startMs / 1000} s; see ${logFileOf(program)}.`);
    await new Promise((settle) => setTimeout(settle, 50));
  }
};

/** Requests our own port on the loopback, whatever name its certificate has. */
const answers = (url: string | null): Promise<boolean> =>
  new Promise((settle) => {
    if (url === null) return settle(true);
    const ask = url.startsWith('https:') ? httpsRequest : httpRequest;
    const request = ask(url, { rejectUnauthorized: false, timeout: 5000 }, (reply) => {
      reply.resume();
      settle(reply.statusCode === 200);
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => settle(false));
    request.end();
  });

const logFileOf = ({ dataDir, name }: Program): string => join(dataDir, 'log', `${name}.log`);

const lastWords = (logFile: string): string => {
  const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n');
  return [...lines.slice(-8), `(${logFile})`].map((line) => `    ${line.slice(0, 400)}`).join('\n');
};
