import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errors, type ErrorCode } from '#contract/texts/errors.ts';

/*
 * Checks that every text of contract/texts/errors can be shown: its code is used in the source of the server, the pages or
 * the streaming engine. Exits with 1 if one is not.
 *
 *   node tools/texts.ts
 */

/** Texts of spec §8 for features that are not built yet. */
const notBuilt: readonly ErrorCode[] = [];

/**
 * The codes used in none of the sources, neither literally nor by a template such as `plan.${reason}` whose variable
 * part appears in quotes.
 */
export const unusedCodes = (codes: readonly string[], sources: readonly string[]): string[] => {
  const text = sources.join('\n');
  const templates = [...text.matchAll(/`([a-z]+\.)\$\{[^}]*\}(\w*)`/g)].map(([, head = '', tail = '']) => [head, tail]);
  const isBuiltByTemplate = (code: string): boolean =>
    templates.some(([head = '', tail = '']) => {
      const part = code.slice(head.length, code.length - tail.length);
      return code === `${head}${part}${tail}` && new RegExp(`\\b${part}\\b['":]|['"]${part}['"]`).test(text);
    });
  return codes.filter((code) => !text.includes(`'${code}'`) && !isBuiltByTemplate(code));
};

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const files = globSync('{server,web,streaming,contract,player}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$|\/testing\/|^contract\/texts\/errors/.test(file),
  );
  const unused = unusedCodes(
    Object.keys(errors),
    files.map((file) => readFileSync(join(root, file), 'utf8')),
  );
  const problems = [
    ...unused.filter((code) => !notBuilt.includes(code as ErrorCode)).map((code) => `${code} is used nowhere`),
    ...notBuilt.filter((code) => !unused.includes(code)).map((code) => `${code} is used: remove it from the list`),
  ];
  for (const line of problems) console.error(line);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
