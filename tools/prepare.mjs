/*
 * What must be on the machine before anything of ours can run. This file runs on Node 20 with nothing installed:
 * no dependencies, no TypeScript.
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

/** What is said goes to stderr: stdout belongs to whatever is run. */
export const say = (text) => process.stderr.write(`${text}\n`);

/** Ends with a sentence instead of a stack: what is wrong is the machine, not the code. */
export const stopWith = (text) => {
  say(text);
  process.exit(1);
};

/** Installs the npm packages where they are missing or others than package-lock.json says. */
export const installPackages = () => {
  if (isInstalled()) return;
  say('Installing the npm packages…');
  // No package needs its install script: binaries come as packages of their own.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, error } = spawnSync('npm', args, { cwd: project, stdio: ['ignore', 2, 2] });
  if (error || status !== 0) stopWith(`npm ci failed${error ? `: ${error.message}` : ''}; see above.`);
};

const isInstalled = () => {
  const wanted = readPackages(join(project, 'package-lock.json'));
  const found = readPackages(join(modules, '.package-lock.json'));
  // An optional package may be another platform's.
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' ||
      (found[path] === undefined ? Boolean(entry.optional ?? entry.devOptional) : same(found[path], entry)),
  );
};

const same = (one, other) => one.version === other.version && one.integrity === other.integrity;

const readPackages = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
};

/** The Node that our TypeScript runs on: the one that npm installed, else this one where it is new enough. */
export const findNode = () => {
  const own = join(modules, '.bin', 'node');
  const candidates = [own, process.execPath];
  const fits = candidates.find((node) => existsSync(node) && majorOf(node) >= 24);
  return (
    fits ??
    stopWith(`Node 24 is needed; npm has none for ${process.platform}-${process.arch}, and this is ${process.version}.`)
  );
};

const majorOf = (node) =>
  Number(/^v(\d+)/.exec(spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1] ?? 0);

/** The environment of everything we run: our Node and our tools come first on PATH. */
export const environment = () => ({
  NODE_COMPILE_CACHE: join(modules, '.cache', 'node'),
  ...process.env,
  PATH: `${join(modules, '.bin')}${delimiter}${process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin'}`,
});

/**
 * Installs programs by Debian's package manager, as root or by a sudo that asks for no password. Those it cannot
 * install are named with what will not work, and given back. `package` may be several.
 *
 * @param {{ program: string, package: string, for: string }[]} wanted
 */
export const installPrograms = (wanted) => {
  const missing = wanted.filter(({ program }) => !onPath(program));
  if (missing.length === 0) return [];
  const names = [...new Set(missing.flatMap((entry) => entry.package.split(' ')))];
  say(`Installing ${names.join(', ')}…`);
  const done = aptGet(['update', '-qq']) && aptGet(['install', '-y', '-qq', '--no-install-recommends', ...names]);
  const still = missing.filter(({ program }) => !onPath(program));
  for (const entry of still) {
    const hint = done ? '' : ` Install it: apt-get install ${entry.package}`;
    say(`${entry.program} (package ${entry.package}) is missing: ${entry.for}.${hint}`);
  }
  return still;
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
  'tools/precompress.ts',
  'package-lock.json',
];

/** Builds the pages where their sources, the brand or the packages are others than those of the last build. */
export const buildWeb = (node) => {
  const built = join(project, 'dist', 'web');
  const stamp = join(built, '.built-from');
  const wanted = hashOf(webSources, process.env.BRAND ?? '');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('Building the pages…');
  const fresh = `${built}-${process.pid}`;
  const args = [
    join(modules, 'vite', 'bin', 'vite.js'),
    'build',
    '--logLevel',
    'warn',
    '--outDir',
    fresh,
    '--emptyOutDir',
  ];
  const { status } = spawnSync(node, args, { cwd: project, env: environment(), stdio: ['ignore', 2, 2] });
  if (status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    stopWith('The pages could not be built; see above.');
  }
  writeFileSync(join(fresh, '.built-from'), wanted);
  // A portal that runs goes on serving the old ones until they are replaced as a whole.
  const old = `${fresh}-old`;
  if (existsSync(built)) renameSync(built, old);
  renameSync(fresh, built);
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
