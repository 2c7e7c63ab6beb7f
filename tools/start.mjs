/*
 * `npm start` and the other commands: installs what is missing, builds the pages, runs the part. Runs on Node 20 with
 * nothing installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  buildWeb,
  environment,
  findNode,
  installPackages,
  installPrograms,
  project,
  say,
  stopWith,
} from './prepare.mjs';

const [part = 'start', ...args] = process.argv.slice(2);
/** The supervisor exits with this code to be restarted (npm run upgrade). */
const restartCode = 75;

/** The program of each part, and what it needs. */
const parts = {
  start: { run: ['server/main.ts'], web: true, ffmpeg: true },
  portal: { run: ['server/as-service.ts', 'server/portal.ts'], web: true, ffmpeg: true },
  worker: { run: ['server/as-service.ts', 'server/portal.ts', '--worker'], ffmpeg: true },
  delivery: { run: ['server/as-service.ts', 'server/delivery.ts'] },
  streaming: { run: ['server/as-service.ts', 'streaming/main.ts'], ffmpeg: true },
  edge: { run: ['server/as-service.ts', 'streaming/edge-main.ts'] },
  calls: { run: ['server/as-service.ts', 'streaming/calls-main.ts'], ffmpeg: true },
  demo: { run: ['tools/demo/main.ts'], ffmpeg: true },
  bench: { run: ['bench/main.ts'], web: true, ffmpeg: true },
  fuzz: { run: ['tools/fuzz/main.ts'], ffmpeg: true },
  chaos: { run: ['tools/chaos/main.ts'], ffmpeg: true },
  soak: { run: ['tools/soak/main.ts'], web: true, ffmpeg: true },
  backup: { run: ['tools/backup/main.ts', 'backup'] },
  restore: { run: ['tools/backup/main.ts', 'restore'] },
  statements: { run: ['tools/statements/main.ts'] },
  upgrade: { web: true, ffmpeg: true },
};

const ffmpeg = {
  program: 'ffmpeg',
  package: 'ffmpeg',
  for: 'uploads cannot be processed, nor encoders in other formats accepted',
};

const selected = parts[part] ?? stopWith(`Unknown part: ${part}. The parts are ${Object.keys(parts).join(', ')}.`);
installPackages();
const node = findNode();
if (selected.ffmpeg) installPrograms([ffmpeg]);
checkSettings();
if (selected.web) buildWeb(node);
if (part === 'upgrade') await upgrade();
else process.exitCode = await runUntilDone();

/** Reports wrong settings before anything is built with them. */
function checkSettings() {
  const { status } = spawnSync(node, ['server/check-settings.ts'], {
    cwd: project,
    env: environment(),
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
}

async function runUntilDone() {
  for (;;) {
    const { code, signal } = await runOnce();
    if (signal !== null) return 1;
    if (code !== restartCode) return code;
  }
}

/** Runs the part; forwards signals to it. */
function runOnce() {
  const child = spawn(node, [...selected.run, ...args], { cwd: project, env: environment(), stdio: 'inherit' });
  const forward = (signal) => void child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'];
  for (const signal of signals) process.on(signal, forward);
  const watch = followParent(() => child.kill('SIGTERM'));
  return new Promise((resolvePromise) => {
    child.once('error', (error) => stopWith(`Could not run ${node}: ${error.message}`));
    child.once('exit', (code, signal) => {
      for (const name of signals) process.off(name, forward);
      clearInterval(watch);
      resolvePromise({ code, signal });
    });
  });
}

/**
 * A signal to npm (by systemd, Docker) ends npm and its shell without reaching us, so their end counts as the signal.
 */
function followParent(stop) {
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 300);
  return watch;
}

/** Restarts the running supervisor on what was just installed and built; the engine keeps streaming. */
async function upgrade() {
  const folder = resolve(process.env.DATA_DIR || './data');
  const before = readSupervisor(folder);
  if (before === undefined || !isSupervisor(before.pid)) {
    stopWith(`Nothing is running on ${folder}. Start it with npm start.`);
  }
  process.kill(before.pid, 'SIGUSR2');
  const until = Date.now() + 120_000;
  while (Date.now() < until) {
    await new Promise((resolvePromise) => setTimeout(resolvePromise, 200));
    const now = readSupervisor(folder);
    if (now?.ready && now.pid !== before.pid) return say('Upgraded. Streams were not interrupted.');
  }
  stopWith('The new version did not start within two minutes. The output of npm start says why.');
}

/** The supervisor's own record; undefined between the end of the old one and the start of the new one. */
function readSupervisor(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'run', 'supervisor.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

/** The record of a killed supervisor may have a process id that another program uses by now. */
function isSupervisor(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes('server/main.ts');
  } catch {
    return false;
  }
}
