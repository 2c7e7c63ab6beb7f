import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { derivedText } from './derived-text.ts';

/**
 * One classic script from an entry and what it imports by relative paths: a page needs one request instead of one after another,
 * and a frame without an origin (`sandbox="allow-scripts"`) runs it. Modules may import and export names only, without `as` and
 * `default`; throws for others.
 */
export const bundleScripts = (folder: string, entry: string): string => {
  const modules = new Map<string, Module>();
  const started = new Set<string>();
  const add = (path: string): Module => {
    const known = modules.get(path);
    if (known) return known;
    if (started.has(path)) throw new Error(`${path} imports itself.`);
    started.add(path);
    const source = withoutTypes(path);
    const exported: string[] = [];
    const body = source
      .replace(/^import\s*\{([^}]*)\}\s*from '(\.[\w./-]+\.ts)';$/gm, (_all, names: string, from: string) => {
        const own = namesIn(names);
        return own.length === 0 ? '' : importOf(own, add(join(dirname(path), from)), path);
      })
      .replace(/^export (const|function|async function|class) (\w+)/gm, (_all, kind: string, one: string) => {
        exported.push(one);
        return `${kind} ${one}`;
      });
    const left = /^\s*(?:import|export)\b.*$/m.exec(body)?.[0];
    if (left !== undefined) throw new Error(`${path}: "${left}" can't be bundled.`);
    const id = `m${String(modules.size)}`;
    const text = `const ${id} = (() => {\n${withoutComments(body)}\nreturn [${exported.join(', ')}];\n})();`;
    const made = { id, text, exported };
    modules.set(path, made);
    return made;
  };
  add(join(folder, `${entry}.ts`));
  return `(() => {\n'use strict';\n${[...modules.values()].map(({ text }) => text).join('\n')}\n})();\n`;
};

type Module = { id: string; text: string; exported: readonly string[] };

/** Exports are found by their places: a minifier shortens the names of variables, but not those of properties. */
const importOf = (names: readonly string[], { id, exported }: Module, importer: string): string => {
  const missing = names.find((name) => !exported.includes(name));
  if (missing !== undefined) throw new Error(`${importer} imports ${missing}, which is not exported.`);
  return `const {${names.map((name) => `${String(exported.indexOf(name))}: ${name}`).join(', ')}} = ${id};`;
};

/** The JavaScript of a file of types that can be stripped. */
export const withoutTypes = (path: string): string =>
  derivedText('strip types', readFileSync(path, 'utf8'), (source) => stripTypeScriptTypes(source));

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
