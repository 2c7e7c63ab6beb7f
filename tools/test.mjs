/*
 * `npm test`: installs what its tests need, runs every check, then every test, then the product in a browser. The
 * last line reads `N passed, N failed`. `npm run check` stops after the checks; `npm test -- FILE …` runs these test
 * files alone, `npm run test:changed [-- COMMIT]` those that import what differs from a commit (from the last one, where
 * none is named). Runs on Node 20 with nothing installed.
 */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kinds, readQuarantine, readReport } from './test-report.mjs';
import { buildWeb, environment, findNode, installPackages, installPrograms, project } from './prepare.mjs';

const [mode, ...rest] = process.argv.slice(2);
const print = (text) => process.stdout.write(`${text}\n`);
const sources = ['contract', 'server', 'streaming', 'web', 'brands', 'e2e', 'bench', 'tools'];
/** dependency-cruiser is content when it finds nothing at all. */
const fewestModules = 50;

const checks = [
  { name: 'format', run: ['.bin/oxfmt', '--check', '.'] },
  { name: 'lint', run: ['.bin/oxlint', '--type-aware'] },
  { name: 'types', run: ['.bin/node', 'node_modules/typescript-7/bin/tsc', '-p', '.'] },
  {
    name: 'import rules',
    run: ['.bin/depcruise', '--config', '.dependency-cruiser.mjs', ...sources],
    holds: (output) => Number(/(\d+) modules/.exec(output)?.[1] ?? 0) >= fewestModules,
  },
  { name: 'dead code', run: ['.bin/knip', '--no-progress'] },
  { name: 'texts', run: ['.bin/node', 'tools/texts.ts'] },
  { name: 'words', run: ['.bin/node', 'tools/words.ts'] },
  { name: 'quarantine', run: ['.bin/node', 'tools/quarantine.ts'] },
  { name: 'map', run: ['.bin/node', 'tools/map.ts', '--check'] },
  { name: 'metrics', run: ['.bin/node', 'tools/metrics.ts', '--check'] },
];

const programs = [
  { program: 'ffmpeg', package: 'ffmpeg', for: 'tests of sound fail' },
  { program: 'chromium-headless-shell', package: 'chromium-headless-shell', for: 'the browser tests fail' },
];

/** What real encoders and players are tried with (docs/interop.md); a case whose program can't be had is skipped by name. */
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
].map((one) => ({ ...one, for: 'its case is skipped' }));

installPackages();
const node = findNode();
const temporary = temporaryFolder();
const begun = Date.now();
const total = { passed: 0, failed: 0, skipped: 0, ...Object.fromEntries(kinds.map(({ name }) => [name, 0])) };
/** What failed, named once more at the end: in many minutes of output nobody finds it. */
const failures = [];
/** What failed and is in quarantine: named at the end, and not counted. */
const quarantined = [];
/** Seconds of each part. */
const parts = [];

if (mode === 'check') await inTurns(2, checks, verdict);
else if (mode === 'changed') await suites(['--changed', ...rest], ['--changed', ...rest]);
else if (mode !== undefined) await named([mode, ...rest]);
else {
  await part('checks', () => inTurns(2, checks, verdict));
  await part('build of the pages', async () => buildWeb(node));
  await verdict({ name: 'size of the pages', run: ['.bin/node', 'tools/bundle-size.ts'] });
  await suites([], []);
}
sayOutcome();
process.exitCode = total.failed === 0 ? 0 : 1;

/** What failed, what each part took, and the counts; the last line is the one that others read. */
function sayOutcome() {
  for (const { name, said, why } of quarantined) print(`\nIN QUARANTINE ${name}: ${why}\n${said}`);
  for (const { name, said } of failures) print(`\nFAILED ${name}\n${said}`);
  print('');
  for (const { name, ms } of parts) print(`${seconds(ms)} ${name}`);
  print(`${seconds(Date.now() - begun)} in all`);
  for (const { name, says } of kinds) if (total[name] > 0) print(`${total[name]} of them ${says}`);
  if (total.skipped > 0) print(`${total.skipped} skipped: each says above why`);
  print(`${total.passed} passed, ${total.failed} failed`);
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(0).padStart(5)} s`;
}

async function part(name, work) {
  const from = Date.now();
  await work();
  parts.push({ name, ms: Date.now() - from });
}

/** Runs one check and says how it went; its output only where it failed. */
async function verdict(check) {
  const from = Date.now();
  const { code, output } = await run(check.run);
  const isGood = code === 0 && (check.holds?.(output) ?? true);
  total[isGood ? 'passed' : 'failed']++;
  if (!isGood) failures.push({ name: check.name, said: output.trimEnd().split('\n').slice(-20).join('\n') });
  print(`${isGood ? 'ok    ' : 'FAILED'} ${check.name} (${((Date.now() - from) / 1000).toFixed(1)} s)`);
  if (!isGood) print(output.trimEnd());
}

/** Runs the files that are named, each with what it needs. */
async function named(files) {
  const isOfBrowser = (file) => file.replace(/^\.\//, '').startsWith('e2e/');
  const [others, ofBrowser] = [files.filter((file) => !isOfBrowser(file)), files.filter(isOfBrowser)];
  await suites(others.length > 0 && others, ofBrowser.length > 0 && ofBrowser);
}

/** The tests, then the product in a browser, each with what vitest is told of them; left out where that is false. */
async function suites(others, ofBrowser) {
  installPrograms(programs);
  installPrograms(foreign);
  if (others) await part('tests', () => suite('tests', others));
  if (!ofBrowser) return;
  buildWeb(node);
  const name = 'the product in a browser';
  await part(name, () => suite(name, ['--config', 'e2e/vitest.config.ts', ...ofBrowser]));
}

/** Runs a vitest configuration, showing its report, and adds up what it counted. What fails has failed: nothing is asked twice. */
async function suite(name, args) {
  print(`\n${name}`);
  const folder = mkdtempSync(join(tmpdir(), 'skywave-report-'));
  const file = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code } = await run(['.bin/vitest', 'run', ...args, ...reporters], 'inherit');
  const { counts, failed } = readReport(file, readQuarantine());
  rmSync(folder, { recursive: true, force: true });
  for (const [key, count] of Object.entries(counts)) total[key] += count;
  // An error outside of any test is a failure that no test counts.
  if (code !== 0 && failed.length === 0) failed.push({ name, said: 'An error outside of any test: see above.' });
  for (const one of failed) (one.why ? quarantined : failures).push(one);
  total.failed += failed.filter(({ why }) => !why).length;
}

/** Runs one of the tools below node_modules, or of ours. */
function run([program, ...args], stdio = 'pipe') {
  const env = {
    ...environment(),
    ...(temporary && { TMPDIR: temporary }),
    FORCE_COLOR: '0',
    CI: process.env.CI ?? '1',
  };
  const command = join(project, 'node_modules', program);
  return new Promise((settle) => {
    const child = spawn(command, args, { cwd: project, env, stdio: ['ignore', stdio, stdio] });
    let output = '';
    child.stdout?.on('data', (piece) => (output += piece));
    child.stderr?.on('data', (piece) => (output += piece));
    child.once('error', (error) => settle({ code: 1, output: error.message }));
    child.once('close', (code) => settle({ code: code ?? 1, output }));
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
    // Short: the path of a socket below it has at most 107 bytes.
    const folder = mkdtempSync(join(memory, 'sky-'));
    // As /tmp: parts of the product run as another user.
    chmodSync(folder, 0o1777);
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
    return folder;
  } catch {
    return undefined;
  }
}

async function inTurns(width, items, work) {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: width }, worker));
}
