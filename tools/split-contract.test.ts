import { expect, it } from 'vitest';
import { exportedSchemas, splitModule } from './split-contract.ts';

/** What `./text.ts` exports in these tests: a function that builds a schema. */
const ofText = (named: string): Set<string> => new Set(named === './text.ts' ? ['text'] : []);
const split = (...lines: string[]) => splitModule(lines.join('\n'), './own.ts', ofText);

it('parts what builds schemas from the rest of a module', () => {
  const { plain, schemas, whole } = split(
    "import * as z from 'zod/mini';",
    "import { text } from './text.ts';",
    "import { limits } from './limits.ts';",
    'const most = limits.most;',
    'export const names = [most] as const;',
    'export const Name = text(most);',
    'export type Name = z.infer<typeof Name>;',
    'const Names = z.array(Name);',
    'export const isName = (written: string) => Names.safeParse(written).success;',
    'export const calls = { get: {} };',
  );
  expect(valuesIn(plain)).toEqual(['most', 'names', 'calls']);
  expect(valuesIn(schemas)).toEqual(['Name', 'Names', 'isName']);
  // The part with schemas reads what it needs of the other, and never the other way round.
  expect(plain).toContain('export { most };');
  expect(plain).toContain('export type Name');
  expect(schemas).toContain("import { most } from './own.ts?plain';");
  expect(whole.trim()).toBe(
    "export { names, calls } from './own.ts?plain';\nexport { Name, isName } from './own.ts?schemas';",
  );
});

it('takes a property, a parameter, a type or a constant of a function for no schema of the same name', () => {
  const { plain, schemas } = split(
    "import { text } from './text.ts';",
    'export const shown = { text: true, of: limits.text };',
    'export const long = (text: string) => text.length > 3;',
    'export const first = ({ text }: Shown): string => text[0];',
    'export const last = (of: string): string => { const text = of; return text; };',
    'export const typed = (of: typeof text): number => 1;',
    'export const short = { text };',
    'export const computed = { [text(1)]: true };',
    'export const within = (text: string) => inner((other: string) => text + other);',
    'export const after = (of: string, make = text) => make(of);',
  );
  expect(valuesIn(plain)).toEqual(['shown', 'long', 'first', 'last', 'typed', 'within']);
  expect(valuesIn(schemas)).toEqual(['short', 'computed', 'after']);
});

it('knows which of its exports, and of those of other modules, are schemas', () => {
  const lines = [
    "import { text, other } from './text.ts';",
    "export { text as Text, other as Other } from './text.ts';",
    "export * from './text.ts';",
    'const Hidden = text(1);',
    'export { Hidden as Shown };',
    'export const count = 1;',
  ];
  expect([...exportedSchemas(lines.join('\n'), ofText)].toSorted()).toEqual(['Shown', 'Text', 'text']);
});

/** The constants that the code declares. */
const valuesIn = (code: string): string[] => [...code.matchAll(/^(?:export )?const (\w+)/gm)].map(([, name]) => name!);
