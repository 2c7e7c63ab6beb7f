import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The longest files, one that computes beside one that waits: `accessibility` and `roles` keep a core busy, the others
 * mostly let the product's own time go by.
 */
const longest = ['accessibility', 'recording', 'alerts', 'roles', 'logger'];

/** Begins with the longest files, so that none of them is left over while the other core has nothing to do. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const inOrder = await super.sort(files);
    const first = longest.flatMap((name) => inOrder.filter((file) => nameOf(file) === name));
    return [...first, ...inOrder.filter((file) => !first.includes(file))];
  }
}

const nameOf = ({ moduleId }: TestSpecification): string => basename(moduleId, '.test.ts');
