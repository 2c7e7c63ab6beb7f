import { expect, it } from 'vitest';
import type { WrongChanges } from './changes.ts';
import { staleSegments } from './changes.ts';
import type { AnyEndpoint } from './http.ts';
import { registry } from './index.ts';

const all: [string, AnyEndpoint][] = Object.entries(registry).flatMap(([domain, endpoints]) =>
  Object.entries(endpoints).map(([name, declared]): [string, AnyEndpoint] => [`${domain}.${name}`, declared]),
);
const isRead = ({ method }: AnyEndpoint): boolean => method === 'GET' || method === 'HEAD';

it('names only paths of reads, with parameters that the change has', () => {
  // If this does not compile, the error says which declaration is wrong.
  const wrong: never[] = [] as WrongChanges[];
  expect(wrong).toEqual([]);
});

it.each(all.filter(([, declared]) => !isRead(declared)))('%s says what it changes', (name, { spec: { changes } }) => {
  const advice =
    `${name} declares no changes, so pages that show it would stay as they were. Add to its declaration ` +
    `changes: ['stations/{key}/relays', …], the paths of the reads that give other replies after it, or, if there are none, ` +
    `changes: { none: 'why' }.`;
  expect(changes && ('none' in changes ? changes.none.length : changes.length), advice).toBeTruthy();
});

it('has no changes in a read', () => {
  expect(all.filter(([, declared]) => isRead(declared) && declared.spec.changes).map(([name]) => name)).toEqual([]);
});

it('fills in parameters, and adds the version', () => {
  const params = { key: 's-1' };
  expect(staleSegments(['stations/{key}/relays', '/media/api/media/**'], params)).toEqual([
    ['v1', 'stations', 's-1', 'relays'],
    ['media', 'api', 'media', '**'],
  ]);
});
