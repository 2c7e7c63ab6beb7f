import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = new URL('..', import.meta.url).pathname;

/**
 * Runs these files of each project first, in this order, so that no worker is left with a long file while the others are
 * idle. Projects stay together, as a process that files share ends when the next file is of another project.
 */
export const longestFirst = (longest: readonly string[]): typeof BaseSequencer =>
  class LongestFirst extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const byProject = Map.groupBy(await super.sort(files), ({ project }) => project);
      return [...byProject.values()].flatMap((inOrder) => {
        const first = longest.flatMap((path) => inOrder.filter(({ moduleId }) => relative(root, moduleId) === path));
        return [...first, ...inOrder.filter((file) => !first.includes(file))];
      });
    }
  };
