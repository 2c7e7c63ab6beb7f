import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errors, type ErrorCode } from '#contract/errors.ts';

/*
 * Checks that every text of contract/errors can be shown: its code stands in the source of the server, the pages or
 * the streaming engine. Ends with 1 where one cannot.
 *
 *   node tools/texts.ts
 */

/** Texts of spec §8 for what is not built yet. */
const notBuilt: readonly ErrorCode[] = ['campaign.deleteFailed', 'prompt.uploadFailed'];

/**
 * The codes that stand in none of the sources, as they are or made from a template such as `plan.${reason}`: of such a
 * template the variable part stands in quotes.
 */
export const unshown = (codes: readonly string[], sources: readonly string[]): string[] => {
  const text = sources.join('\n');
  const templates = [...text.matchAll(/`([a-z]+\.)\$\{[^}]*\}(\w*)`/g)].map(([, head = '', tail = '']) => [head, tail]);
  const isMade = (code: string): boolean =>
    templates.some(([head = '', tail = '']) => {
      const part = code.slice(head.length, code.length - tail.length);
      return code === `${head}${part}${tail}` && new RegExp(`\\b${part}\\b['":]|['"]${part}['"]`).test(text);
    });
  return codes.filter((code) => !text.includes(`'${code}'`) && !isMade(code));
};

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const files = globSync('{server,web,streaming,contract,player}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$|\/testing\/|^contract\/errors/.test(file),
  );
  const found = unshown(
    Object.keys(errors),
    files.map((file) => readFileSync(join(root, file), 'utf8')),
  );
  const wrong = [
    ...found.filter((code) => !notBuilt.includes(code as ErrorCode)).map((code) => `${code} is shown by no code`),
    ...notBuilt.filter((code) => !found.includes(code)).map((code) => `${code} is built: take it off the list`),
  ];
  for (const line of wrong) console.error(line);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
