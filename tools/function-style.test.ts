import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/*
 * One style of functions: constants with an arrow. A declaration remains where an arrow cannot be: for a generator, and for a
 * function that never returns or asserts, which TypeScript believes only of a declaration.
 */

const project = join(import.meta.dirname, '..');
const declaration = /^\s*(?:export )?(?:async )?function (\w+)[\s\S]*?\{$/gm;
const isDeclared = /\):\s*(?:never|asserts\b[^{]*)\s*\{$/;

test('functions are constants', () => {
  const files = globSync('{bench,contract,e2e,player,server,shared,streaming,tools,web}/**/*.{ts,tsx}', {
    cwd: project,
  });
  expect(files.length).toBeGreaterThan(3000);
  const declared = files.flatMap((file) =>
    [...readFileSync(join(project, file), 'utf8').matchAll(declaration)]
      .filter(([head]) => !isDeclared.test(head))
      .map(([, name]) => `${file}: write const ${name} = (…) => …`),
  );
  expect(declared).toEqual([]);
});

/** An object that is made for each station becomes a dictionary if it has a getter (ADR 119). */
const getter = /^\s+get (\w+)\(\)/gm;
/** Not used for each frame: the station itself, and what an encoder's connection writes into. */
const mayHaveGetters = ['streaming/station/station.ts', 'streaming/station/input.ts'];

test('the parts of a station have methods instead of getters', () => {
  const files = globSync('streaming/{autodj,station}/*.ts', { cwd: project }).filter(
    (file) => !mayHaveGetters.includes(file),
  );
  expect(files.length).toBeGreaterThan(50);
  const found = files.flatMap((file) =>
    [...readFileSync(join(project, file), 'utf8').matchAll(getter)].map(
      ([, name]) => `${file}: write ${name}: () => …`,
    ),
  );
  expect(found).toEqual([]);
});
