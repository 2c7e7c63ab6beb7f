import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nextStates } from '#streaming/autodj/next-track.ts';
import { onAirStates } from '#streaming/autodj/on-air.ts';
import { stationStates } from '#streaming/station/airtime.ts';
import { encoderStates } from '#streaming/station/encoders.ts';
import { outputStates } from '#streaming/station/output-state.ts';

/* Compares the diagrams of streaming/README.md with the tables of transitions that the code uses. */

type Table = Record<string, Record<string, string>>;

const tables: Record<string, Table> = {
  stationStates,
  outputStates,
  encoderStates,
  onAirStates,
  nextStates,
};

/** The transitions of a table, as the diagrams write them. */
const edgesOf = (table: Table): string[] =>
  Object.entries(table).flatMap(([from, events]) =>
    Object.entries(events).map(([event, to]) => `${from} --> ${to}: ${event}`),
  );

const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
const drawn = [...readme.matchAll(/```mermaid\n%% (\w+)\nstateDiagram-v2\n([^`]*)```/g)].map(([, name, lines]) => ({
  name: name!,
  lines: lines!.trim().split(/\n\s*/),
}));

it.each(Object.entries(tables))('%s is drawn as it is', (name, table) => {
  const lines = drawn.find((one) => one.name === name)?.lines ?? [];
  expect(lines.filter((line) => !line.startsWith('[*]')).toSorted()).toEqual(edgesOf(table).toSorted());
});

it.each(Object.entries(tables))('every state of %s can be reached', (name, table) => {
  const lines = drawn.find((one) => one.name === name)?.lines ?? [];
  const reached = new Set(lines.flatMap((line) => /^\[\*\] --> (\w+)$/.exec(line)?.[1] ?? []));
  for (const state of reached) for (const to of Object.values(table[state] ?? {})) reached.add(to);
  expect([...reached].toSorted()).toEqual(Object.keys(table).toSorted());
});

it('every table of transitions in the engine is drawn, and nothing else', () => {
  const sources = globSync('**/*.ts', { cwd: import.meta.dirname }).filter((file) => !file.endsWith('.test.ts'));
  const declared = sources.flatMap((file) => {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8');
    return [...text.matchAll(/export const (\w+States) =/g)].map(([, name]) => name!);
  });
  expect(declared.toSorted()).toEqual(Object.keys(tables).toSorted());
  expect(drawn.map(({ name }) => name).toSorted()).toEqual(Object.keys(tables).toSorted());
});
