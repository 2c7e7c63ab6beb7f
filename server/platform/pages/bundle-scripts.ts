import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join, posix } from 'node:path';

/**
 * One classic script from an entry and what it imports, by paths relative to each file: a page needs one request instead of one
 * after another, and a frame without an origin (`sandbox="allow-scripts"`) runs it. Modules may import and export names
 * only, without `as` and `default`; throws for others.
 */
export const bundleScripts = (folder: string, entry: string): string => {
  const modules = new Map<string, string>();
  const add = (name: string): void => {
    if (modules.has(name)) return;
    const source = stripTypeScriptTypes(readFileSync(join(folder, `${name}.ts`), 'utf8'));
    const exported: string[] = [];
    const imported: string[] = [];
    const body = source
      .replace(/^import\s*\{([^}]*)\}\s*from '(\.{1,2}\/[\w/-]+)\.ts';$/gm, (_all, names: string, path: string) => {
        const from = posix.join(posix.dirname(name), path);
        imported.push(from);
        return `const {${namesIn(names).join(', ')}} = modules['${from}'];`;
      })
      .replace(/^export (const|function|async function|class) (\w+)/gm, (_all, kind: string, one: string) => {
        exported.push(one);
        return `${kind} ${one}`;
      });
    const left = /^\s*(?:import|export)\b.*$/m.exec(body)?.[0];
    if (left !== undefined) throw new Error(`${name}.ts: "${left}" can't be bundled.`);
    for (const from of imported) add(from);
    modules.set(
      name,
      `modules['${name}'] = (() => {\n${withoutComments(body)}\nreturn { ${exported.join(', ')} };\n})();`,
    );
  };
  add(entry);
  return `(() => {\n'use strict';\nconst modules = {};\n${[...modules.values()].join('\n')}\n})();\n`;
};

const namesIn = (names: string): string[] =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** Comments on lines of their own, and the spaces that types leave. */
const withoutComments = (source: string): string =>
  source
    .replace(/^\s*\/\*[^]*?\*\/\s*$/gm, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{2,}/g, '\n');
