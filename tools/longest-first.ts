import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const project = new URL('..', import.meta.url).pathname;

/** Runs these files first, in this order, so that no worker is left with a long file while the others are idle. */
export const longestFirst = (longest: readonly string[]): typeof BaseSequencer =>
  class LongestFirst extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const inOrder = await super.sort(files);
      const first = longest.flatMap((path) => inOrder.filter(({ moduleId }) => relative(project, moduleId) === path));
      return [...first, ...inOrder.filter((file) => !first.includes(file))];
    }
  };
