/*
 * `npm test`: installs what the tests need, runs every check, then every test, then the product in a browser. The last
 * line reads `N passed, N failed`. `npm run check` stops after the checks; `npm test -- FILE …` runs only these test
 * files, `npm run test:changed [-- COMMIT]` those that import files changed since a commit (by default the last one).
 * Runs on Node 20 with nothing installed.
 */
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { cpus, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { kinds, readQuarantine, readReport } from './test-report.mjs';
import { buildWeb, environment, findNode, installPackages, installPrograms, project } from './prepare.mjs';

const [mode, ...rest] = process.argv.slice(2);
const print = (text) => process.stdout.write(`${text}\n`);
const sources = ['contract', 'shared', 'server', 'streaming', 'web', 'brands', 'e2e', 'bench', 'tools'];
/** dependency-cruiser also passes when it finds no modules at all. */
const minModules = 50;

/** `advice` says what to do where the program's own words don't. */
const checks = [
  {
    name: 'format',
    run: ['.bin/oxfmt', '--check', '.'],
    advice: '`node_modules/.bin/oxfmt` formats all files.',
  },
  // In one program, as reading all types takes most of either.
  { name: 'lint and types', run: ['.bin/oxlint', '--type-aware', '--type-check'] },
  {
    name: 'import rules',
    run: ['.bin/depcruise', '--config', '.dependency-cruiser.mjs', ...sources],
    holds: (output) => Number(/(\d+) modules/.exec(output)?.[1] ?? 0) >= minModules,
  },
  {
    name: 'dead code',
    run: ['.bin/knip', '--no-progress'],
    advice:
      'Use what is listed, or delete it. A screen is used once web/app/*-screens.ts declares it; an export that only its own ' +
      'file uses needs no `export`.',
  },
  { name: 'texts', run: ['.bin/node', 'tools/texts.ts'] },
  { name: 'words', run: ['.bin/node', 'tools/words.ts'] },
  { name: 'quarantine', run: ['.bin/node', 'tools/quarantine.ts'] },
  { name: 'map', run: ['.bin/node', 'tools/map.ts', '--check'] },
  { name: 'metrics', run: ['.bin/node', 'tools/metrics.ts', '--check'] },
  { name: 'brands', run: ['.bin/node', 'tools/brands-doc.ts', '--check'] },
  { name: 'words of brands', run: ['.bin/node', 'tools/brand-words.ts'] },
];

/** With `CORE_SECONDS=1`: one file after another, each with what it cost (`tools/core-seconds.ts`). */
const costs = process.env.CORE_SECONDS ? ['--reporter=./tools/core-seconds.ts', '--maxWorkers=1'] : [];

const programs = [
  { program: 'ffmpeg', package: 'ffmpeg', for: 'audio tests fail' },
  { program: 'chromium-headless-shell', package: 'chromium-headless-shell', for: 'the browser tests fail' },
];

/**
 * Real encoders and players for the interop tests (docs/interop.md); the case of a missing program is skipped by name.
 */
const gstreamer = ['base', 'good', 'bad', 'ugly'].map((part) => `gstreamer1.0-plugins-${part}`);
const foreign = [
  { program: 'icecast2', package: 'icecast2' },
  { program: 'liquidsoap', package: 'liquidsoap' },
  { program: 'ezstream', package: 'ezstream' },
  { program: 'gst-launch-1.0', package: `gstreamer1.0-tools ${gstreamer.join(' ')}` },
  { program: 'darkice', package: 'darkice pulseaudio' },
  { program: 'butt', package: 'butt pulseaudio xvfb' },
  { program: 'mpv', package: 'mpv' },
  { program: 'cvlc', package: 'vlc-bin vlc-plugin-base' },
  { program: 'mpg123', package: 'mpg123' },
  { program: 'mplayer', package: 'mplayer' },
  { program: 'streamripper', package: 'streamripper' },
].map((one) => ({ ...one, for: 'its test is skipped' }));

installPackages();
const node = findNode();
const temporary = temporaryFolder();
const ports = portsFolder();
const compileCache = compileCacheFolder();
const startedAt = Date.now();
const total = { passed: 0, failed: 0, skipped: 0, ...Object.fromEntries(kinds.map(({ name }) => [name, 0])) };
/** Failures, repeated at the end, as they are hard to find in a long output. */
const failures = [];
/** Failures in quarantine: reported at the end, and not counted. */
const quarantined = [];
/** The duration of each part, and how busy the processors were meanwhile. */
const parts = [];

if (mode === 'check') await runConcurrently(2, checks, runCheck);
else if (mode === 'changed') await suites(['--changed', ...rest], ['--changed', ...rest]);
else if (mode !== undefined) await runFiles([mode, ...rest]);
else {
  await part('checks', () => runConcurrently(2, checks, runCheck));
  await part('build of the pages', async () => buildWeb(node));
  await runCheck({ name: 'size of the pages', run: ['.bin/node', 'tools/bundle-size.ts'] });
  await suites([], []);
}
printOutcome();
process.exitCode = total.failed === 0 ? 0 : 1;

/** Prints the failures, the duration of each part, and the counts; other programs read the last line. */
function printOutcome() {
  for (const { name, details, why } of quarantined) print(`\nQUARANTINED ${name}: ${why}\n${details}`);
  for (const { name, details } of failures) print(`\nFAILED ${name}\n${details}`);
  print('');
  for (const { name, ms, busy } of parts)
    print(`${seconds(ms)} ${name} (processors ${(100 * busy).toFixed(0)} % busy)`);
  print(`${seconds(Date.now() - startedAt)} total`);
  for (const { name, says } of kinds) if (total[name] > 0) print(`${total[name]} of them ${says}`);
  if (total.skipped > 0) print(`${total.skipped} skipped, for the reasons above`);
  print(`${total.passed} passed, ${total.failed} failed`);
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(0).padStart(5)} s`;
}

async function part(name, work) {
  const [from, before] = [Date.now(), processorTimes()];
  await work();
  const after = processorTimes();
  parts.push({ name, ms: Date.now() - from, busy: (after.busy - before.busy) / (after.all - before.all) });
}

/** Of all processors and programs, since the machine started. */
function processorTimes() {
  const times = cpus().map((one) => one.times);
  const all = times.flatMap(Object.values).reduce((sum, ms) => sum + ms, 0);
  return { all, busy: all - times.reduce((sum, { idle }) => sum + idle, 0) };
}

/** Runs one check and prints the result; its output only if it failed. */
async function runCheck(check) {
  const from = Date.now();
  const { code, output } = await run(check.run);
  const hasPassed = code === 0 && (check.holds?.(output) ?? true);
  total[hasPassed ? 'passed' : 'failed']++;
  print(`${hasPassed ? 'ok    ' : 'FAILED'} ${check.name} (${((Date.now() - from) / 1000).toFixed(1)} s)`);
  if (hasPassed) return;
  const lines = [...output.trimEnd().split('\n'), ...(check.advice ? [check.advice] : [])];
  failures.push({ name: check.name, details: lines.slice(-20).join('\n') });
  print(lines.join('\n'));
}

/** Runs the named files, each with what it needs. */
async function runFiles(files) {
  const isBrowserTest = (file) => file.replace(/^\.\//, '').startsWith('e2e/');
  const [otherTests, browserTests] = [files.filter((file) => !isBrowserTest(file)), files.filter(isBrowserTest)];
  await suites(otherTests.length > 0 && otherTests, browserTests.length > 0 && browserTests);
}

/** Runs the tests, then the browser tests, each with its vitest arguments; `false` skips one. */
async function suites(otherTests, browserTests) {
  installPrograms(programs);
  installPrograms(foreign);
  if (otherTests) await part('tests', () => (otherTests.length > 0 ? suite('tests', otherTests) : allTests()));
  if (!browserTests) return;
  buildWeb(node);
  const name = 'the product in a browser';
  await part(name, () => suite(name, ['--config', 'e2e/vitest.config.ts', ...browserTests]));
}

/**
 * Runs the tests that mostly wait, for audio or another vendor's program, beside all others; those leave them the processor whenever
 * they need it.
 */
async function allTests() {
  const waiting = 'tests that wait';
  await Promise.all([
    suite('tests', ['--project', '!waiting'], { niceness: 10 }),
    part(`${waiting}, beside the others`, () => suite(waiting, ['--project', 'waiting'], { isShownAtEnd: true })),
  ]);
}

/** Runs a vitest configuration, showing its report, and adds up its counts. Nothing is retried. */
async function suite(name, args, { niceness = 0, isShownAtEnd = false } = {}) {
  if (!isShownAtEnd) print(`\n${name}`);
  const folder = mkdtempSync(join(tmpdir(), 'skywave-report-'));
  const file = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...costs];
  const stdio = isShownAtEnd ? 'pipe' : 'inherit';
  const { code, output } = await run(['.bin/vitest', 'run', ...args, ...reporters], stdio, niceness);
  if (isShownAtEnd) print(`\n${name}\n${output}`);
  const { counts, failed } = readReport(file, readQuarantine());
  rmSync(folder, { recursive: true, force: true });
  for (const [key, count] of Object.entries(counts)) total[key] += count;
  // An error outside any test is a failure that vitest does not count.
  if (code !== 0 && failed.length === 0) failed.push({ name, details: 'An error outside any test: see above.' });
  for (const one of failed) (one.why ? quarantined : failures).push(one);
  total.failed += failed.filter(({ why }) => !why).length;
}

/** Runs a tool from node_modules, or one of ours. */
function run([program, ...args], stdio = 'pipe', niceness = 0) {
  const env = {
    ...environment(),
    ...(temporary && { TMPDIR: temporary }),
    TEST_PORTS: ports,
    NODE_COMPILE_CACHE: compileCache,
    FORCE_COLOR: '0',
    CI: process.env.CI ?? '1',
  };
  const command = join(project, 'node_modules', program);
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: project, env, stdio: ['ignore', stdio, stdio] });
    if (niceness > 0 && child.pid) setPriority(child.pid, niceness);
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.once('error', (error) => resolve({ code: 1, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * A folder in memory for the databases and files of tests, where there is room for them: creating and removing thousands of files on a
 * disk takes the time of two processor cores. Otherwise the system's temporary folder is used.
 */
function temporaryFolder() {
  const memory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < 8 * 1024 ** 3) return undefined;
    // Some tests write programs and run them.
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === memory);
    if (!mount || mount.includes('noexec')) return undefined;
    // Short: the path of a socket below it has at most 107 bytes.
    const folder = mkdtempSync(join(memory, 'sky-'));
    // As /tmp: parts of the product run as another user.
    chmodSync(folder, 0o1777);
    removeAtEnd(folder);
    return folder;
  } catch {
    return undefined;
  }
}

/** Where the tests of this run note which ports they were given (`server/testing/free-port.ts`). */
function portsFolder() {
  const folder = mkdtempSync(join(temporary ?? tmpdir(), 'ports-'));
  chmodSync(folder, 0o1777);
  removeAtEnd(folder);
  return folder;
}

function removeAtEnd(folder) {
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
}

/**
 * One cache of compiled code for everything that the tests run: without it each product would compile itself again in its new data
 * folder. As /tmp, since parts of the product run as another user; Node keeps the code of each user in a folder of its own.
 */
function compileCacheFolder() {
  const folder = join(project, 'node_modules/.cache/node-tests');
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o1777);
  return folder;
}

async function runConcurrently(width, items, work) {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: width }, worker));
}
