/*
 * Installs what the machine needs before our code can run. This file runs on Node 20 with nothing installed: no
 * dependencies, no TypeScript.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const project = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(project, 'node_modules');

/** Prints to stderr: stdout belongs to the program that is run. */
export const say = (text) => process.stderr.write(`${text}\n`);

/** Exits with a message instead of a stack trace: the problem is the machine, not the code. */
export const stopWith = (text) => {
  say(text);
  process.exit(1);
};

/** Installs the npm packages if they are missing or differ from package-lock.json. */
export const installPackages = () => {
  if (isInstalled()) return;
  say('Installing the npm packages…');
  // No package needs its install script: binaries are separate packages.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, error } = spawnSync('npm', args, { cwd: project, stdio: ['ignore', 2, 2] });
  if (error || status !== 0) stopWith(`npm ci failed${error ? `: ${error.message}` : ''}. See above.`);
};

const isInstalled = () => {
  const expected = readPackages(join(project, 'package-lock.json'));
  const installed = readPackages(join(modules, '.package-lock.json'));
  // An optional package may be for another platform.
  return Object.entries(expected).every(
    ([path, entry]) =>
      path === '' ||
      (installed[path] === undefined ? Boolean(entry.optional ?? entry.devOptional) : isSame(installed[path], entry)),
  );
};

const isSame = (one, other) => one.version === other.version && one.integrity === other.integrity;

const readPackages = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
};

/** The Node that runs our TypeScript: the one that npm installed, or else this one if it is new enough. */
export const findNode = () => {
  const own = join(modules, '.bin', 'node');
  const candidates = [own, process.execPath];
  const fits = candidates.find((node) => existsSync(node) && majorOf(node) >= 24);
  return (
    fits ??
    stopWith(
      `Node 24 is required. npm has none for ${process.platform}-${process.arch}, and this is ${process.version}.`,
    )
  );
};

const majorOf = (node) =>
  Number(/^v(\d+)/.exec(spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1] ?? 0);

/** The environment of all programs we run: our Node and tools come first in PATH. */
export const environment = () => ({
  NODE_COMPILE_CACHE: join(modules, '.cache', 'node'),
  ...process.env,
  PATH: `${join(modules, '.bin')}${delimiter}${process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin'}`,
});

/**
 * Installs programs with apt-get, as root or with passwordless sudo. Names those it cannot install, with what will not
 * work without them, and returns them. `package` may name several packages.
 *
 * @param {{ program: string, package: string, for: string }[]} programs
 */
export const installPrograms = (programs) => {
  const missing = programs.filter(({ program }) => !onPath(program));
  if (missing.length === 0) return [];
  const names = [...new Set(missing.flatMap((entry) => entry.package.split(' ')))];
  say(`Installing ${names.join(', ')}…`);
  const isInstalledByApt =
    aptGet(['update', '-qq']) && aptGet(['install', '-y', '-qq', '--no-install-recommends', ...names]);
  const stillMissing = missing.filter(({ program }) => !onPath(program));
  for (const entry of stillMissing) {
    const hint = isInstalledByApt ? '' : ` Install it: apt-get install ${entry.package}`;
    say(`${entry.program} (package ${entry.package}) is missing: ${entry.for}.${hint}`);
  }
  return stillMissing;
};

const aptGet = (args) => {
  if (!onPath('apt-get')) return false;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && (!onPath('sudo') || spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status !== 0)) return false;
  const command = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-o', 'DPkg::Lock::Timeout=300', ...args];
  const [first, ...rest] = isRoot ? command : ['sudo', '-n', ...command];
  return spawnSync(first, rest, { stdio: ['ignore', 'ignore', 2] }).status === 0;
};

/** Whether a program of this name can be run. */
export const onPath = (program) =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/bin', '/sbin', '/bin'].some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return folder !== '';
    } catch {
      return false;
    }
  });

const webSources = [
  'web',
  'brands',
  'contract',
  'player',
  'vite.config.ts',
  'tools/brand-icons.ts',
  'tools/precompress.ts',
  'tools/reached-from.ts',
  'tools/slim-contract.ts',
  'tools/slim-screens.ts',
  'tools/slim-scroll-area.ts',
  'tools/split-contract.ts',
  'package-lock.json',
];

/** Builds the brand's pages, if their sources or the packages have changed since the last build. */
export const buildWeb = (node) => {
  const brand = process.env.BRAND || 'skywave';
  const output = join(project, 'dist', `web-${brand}`);
  const stamp = join(output, '.built-from');
  const expected = hashOf(webSources, `${brand} ${process.env.PRECOMPRESS ?? ''}`);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === expected) return;
  say('Building the pages…');
  const newBuild = `${output}-${process.pid}`;
  const args = [
    join(modules, 'vite', 'bin', 'vite.js'),
    'build',
    '--logLevel',
    'warn',
    '--outDir',
    newBuild,
    '--emptyOutDir',
  ];
  const { status } = spawnSync(node, args, {
    cwd: project,
    env: { ...environment(), BRAND: brand },
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) {
    rmSync(newBuild, { recursive: true, force: true });
    stopWith('Building the pages failed. See above.');
  }
  writeFileSync(join(newBuild, '.built-from'), expected);
  // A running portal serves the old pages until all are replaced at once.
  const old = `${newBuild}-old`;
  if (existsSync(output)) renameSync(output, old);
  renameSync(newBuild, output);
  rmSync(old, { recursive: true, force: true });
};

const hashOf = (paths, salt) => {
  const hash = createHash('sha256').update(salt);
  for (const file of paths.flatMap((path) => filesBelow(join(project, path)))) {
    hash.update(`\0${relative(project, file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
};

const filesBelow = (path) => {
  if (!existsSync(path)) return [];
  try {
    return readdirSync(path, { withFileTypes: true })
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .flatMap((entry) => filesBelow(join(path, entry.name)));
  } catch {
    return [path];
  }
};
