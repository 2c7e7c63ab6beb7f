import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, expect, it } from 'vitest';
import { bundleScripts } from './bundle-scripts.ts';

const folder = mkdtempSync(join(tmpdir(), 'scripts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const bundleOf = (files: Record<string, string>): string => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.ts`), text);
  return bundleScripts(folder, 'entry');
};

it('makes one classic script, in which modules keep their own names', () => {
  const script = bundleOf({
    entry: `import { twice, type Amount } from './twice.ts';\nimport { one } from './one.ts';\n/* Why. */\nconst own: Amount = one();\nreport(twice(own));\n`,
    twice: `import { one } from './one.ts';\nexport type Amount = number;\nconst own = 2;\nexport const twice = (amount: Amount): number => amount * own * one();\n`,
    one: `// Always.\nexport function one(): number {\n  return 3;\n}\n`,
  });
  const reported: unknown[] = [];
  runInNewContext(script, { report: (value: unknown) => reported.push(value) });
  expect(reported).toEqual([18]);
  expect(script).not.toMatch(/\bimport\b|\bexport\b|Why|Always/);
});

it('refuses what it can’t bundle', () => {
  expect(() => bundleOf({ entry: `import all from './one.ts';\n` })).toThrow(/"import all .*can't be bundled/);
  const other = { entry: `import { two } from './one.ts';\n`, one: `export const one = 1;\n` };
  expect(() => bundleOf(other)).toThrow(/entry.ts imports two, which is not exported/);
});
