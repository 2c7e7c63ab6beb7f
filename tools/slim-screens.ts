import { parseSync, Visitor } from 'rolldown/utils';
import type { Plugin } from 'vite';

/** The declarations of screens as the pages need them: without the endpoints they call, which only tests and `docs/MAP.md` read. */
export const slimScreens = (): Plugin => ({
  name: 'slim-screens',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    /\/web\/app\/[^?/]*-screens\.ts$/.test(id) ? { code: withoutCalls(code), map: null } : undefined,
});

/** A module without the property `calls` of its objects. */
export const withoutCalls = (code: string): string => {
  const { program } = parseSync('screens.ts', code);
  const found: { start: number; end: number }[] = [];
  new Visitor({
    Property: ({ key, start, end }) => {
      if (key.type === 'Identifier' && key.name === 'calls') found.push({ start, end });
    },
  }).visit(program);
  let result = code;
  for (const { start, end } of found.toReversed())
    result = result.slice(0, start) + result.slice(end).replace(/^\s*,/, '');
  return result;
};
