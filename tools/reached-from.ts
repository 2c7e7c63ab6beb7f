import { basename } from 'node:path';
import type { Plugin } from 'vite';

/** Files that only export the parts of a package again: what imports one needs just the parts that it names. */
const barrels = [/\/@mantine\/core\/esm\/index\.mjs$/, /\/@tabler\/icons-react\/dist\/esm\/tabler-icons-react\.mjs$/];
const partOfBarrel = /\/@mantine\/core\/esm\/components\/(\w+)\/\1\.mjs$|\/@tabler\/icons-react\/dist\/esm\/icons\//;
const namedIn = (code: string): string[] =>
  [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']@(?:mantine\/core|tabler\/icons-react)["']/g)].flatMap(
    ([, names = '']) => names.split(',').map((name) => name.trim().split(/\s+as\s+/)[0] ?? ''),
  );

/** Groups of modules by name, each with the end of the paths of the screens that need them. */
type Roots = Readonly<Record<string, readonly string[]>>;

/**
 * Collects what screens import statically, so that the parts which many screens share load as a few files instead of a
 * hundred. `has(group)` tells for a module whether one of the group's screens reaches it; known once all are parsed.
 */
export const reachedFrom = (roots: Roots): { plugin: Plugin; has: (group: string) => (id: string) => boolean } => {
  const groups = new Map<string, Set<string>>();
  return {
    has: (group) => (id) => groups.get(group)?.has(id) ?? false,
    plugin: {
      name: 'reached-from',
      apply: 'build',
      buildEnd() {
        const ids = [...this.getModuleIds()];
        const byName = new Map(ids.filter((id) => partOfBarrel.test(id)).map((id) => [basename(id, '.mjs'), id]));
        const importsOf = (id: string): string[] => {
          const { importedIds = [], code = '' } = this.getModuleInfo(id) ?? {};
          return importedIds.flatMap((imported) => {
            const isBarrel = barrels.some((barrel) => barrel.test(imported));
            return !isBarrel ? [imported] : namedIn(code ?? '').flatMap((name) => byName.get(name) ?? []);
          });
        };
        const reach = (id: string, into: Set<string>): void => {
          if (into.has(id)) return;
          into.add(id);
          for (const imported of importsOf(id)) reach(imported, into);
        };
        for (const [group, ends] of Object.entries(roots)) {
          const modules = new Set<string>();
          for (const end of ends) {
            const found = ids.filter((id) => id.endsWith(end));
            if (found.length === 0) this.error(`reached-from: no module ends with ${end}`);
            for (const id of found) for (const next of importsOf(id)) reach(next, modules);
          }
          groups.set(group, modules);
        }
      },
    },
  };
};
