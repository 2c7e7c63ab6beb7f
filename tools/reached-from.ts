import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** Files that only export the parts of a package again: what imports one needs just the parts that it names. */
const barrel =
  /\/@mantine\/(?:core|hooks|notifications)\/esm\/index\.mjs$|\/@tabler\/icons-react\/dist\/esm\/tabler-icons-react\.mjs$/;
const fromBarrel =
  /import\s*\{([^}]*)\}\s*from\s*["']@(?:mantine\/(?:core|hooks|notifications)|tabler\/icons-react)["']/g;
const part = /(?:import|export)\s*\{([^}]*)\}\s*from\s*["'](\.[^"']*)["']/g;

/** The names in `{ one, other as third }`: as they are called outside (0) or inside (1) the braces. */
const namesIn = (list: string, side: 0 | 1): string[] =>
  list.split(',').map(
    (name) =>
      name
        .trim()
        .split(/\s+as\s+/)
        .at(side === 0 ? 0 : -1) ?? '',
  );

/** The module of each part of a barrel, by its name. */
const partsOf = (id: string, code: string): [name: string, id: string][] =>
  [...code.matchAll(part)].flatMap(([, list = '', source = '']) =>
    namesIn(list, 1).map((name): [string, string] => [name, join(dirname(id), source)]),
  );

/** Groups of modules by name, each with the end of the paths of the screens that need them. */
type Roots = Readonly<Record<string, readonly string[]>>;

/**
 * Collects what screens import statically, so that the parts which many screens share load as a few files instead of a
 * hundred. `has(group)` tells for a module whether one of the group's screens reaches it; known once all are parsed. What
 * `isApart` is in no group, nor is what only such modules reach.
 */
export const reachedFrom = (roots: Roots, isApart: (id: string) => boolean) => {
  const groups = new Map<string, Set<string>>();
  const plugin: Plugin = {
    name: 'reached-from',
    apply: 'build',
    buildEnd() {
      const ids = [...this.getModuleIds()].filter((id) => !isApart(id));
      const codeOf = (id: string): string => this.getModuleInfo(id)?.code ?? '';
      const parts = new Map(ids.filter((id) => barrel.test(id)).flatMap((id) => partsOf(id, codeOf(id))));
      const importsOf = (id: string): string[] => {
        const imported = this.getModuleInfo(id)?.importedIds ?? [];
        const ofBarrels = imported.some((one) => barrel.test(one))
          ? [...codeOf(id).matchAll(fromBarrel)].flatMap(([, list = '']) => namesIn(list, 0))
          : [];
        return [
          ...imported.filter((one) => !barrel.test(one) && !isApart(one)),
          ...ofBarrels.flatMap((name) => parts.get(name) ?? []),
        ];
      };
      const edges = new Map(ids.map((id) => [id, importsOf(id)]));
      for (const [group, ends] of Object.entries(roots)) {
        const starts = ends.flatMap((end) => {
          const found = ids.filter((id) => id.endsWith(end));
          if (found.length === 0) this.error(`reached-from: no module ends with ${end}`);
          return found;
        });
        groups.set(
          group,
          reach(
            starts.flatMap((id) => edges.get(id) ?? []),
            edges,
          ),
        );
      }
    },
  };
  return {
    plugin,
    has: (group: string) => (id: string) => groups.get(group)?.has(id) ?? false,
  };
};

type Edges = ReadonlyMap<string, readonly string[]>;

const reach = (starts: readonly string[], edges: Edges): Set<string> => {
  const reached = new Set<string>();
  const open = [...starts];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    open.push(...(edges.get(id) ?? []));
  }
  return reached;
};
