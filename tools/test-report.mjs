import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { project } from './prepare.mjs';

/** Tests whose file says what they need beside a processor; counted apart, since what they wait for can't be hurried. */
export const kinds = [
  { name: 'realtime', suffix: '.realtime.test.', says: 'in real time' },
  { name: 'foreign', suffix: '.foreign.test.', says: 'with programs of others' },
  { name: 'netns', suffix: '.netns.test.', says: 'in network namespaces' },
];

/**
 * Tests in quarantine: a failure of one is told at the end and not counted, until its day is over (`tools/quarantine.ts`).
 *
 * @returns {{ file: string, test: string, why: string, until: string }[]}
 */
export const readQuarantine = () => JSON.parse(readFileSync(join(project, 'tools/quarantine.json'), 'utf8'));

/**
 * What vitest's JSON report says: how many passed and were skipped, how many of each kind, and what failed, with the
 * reason (`why`) where the test is in quarantine.
 *
 * @param {string} file
 * @param {{ file: string, test: string, why: string }[]} quarantine
 */
export const readReport = (file, quarantine) => {
  const { testResults } = parse(file);
  const counts = { passed: 0, skipped: 0 };
  const failed = [];
  for (const { name, status, message, assertionResults } of testResults) {
    const path = relative(project, name);
    const kind = kinds.find(({ suffix }) => path.includes(suffix))?.name;
    for (const test of assertionResults) {
      if (test.status === 'passed') counts.passed++;
      else if (test.status !== 'failed') counts.skipped++;
      else failed.push(failure(path, test, quarantine));
      if (kind && test.status === 'passed') counts[kind] = (counts[kind] ?? 0) + 1;
    }
    const hasBegun = assertionResults.some((test) => test.status === 'failed');
    if (status === 'failed' && !hasBegun) failed.push({ name: path, said: message || 'Its tests could not begin.' });
  }
  return { counts, failed };
};

const parse = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { testResults: [] };
  }
};

const failure = (file, { fullName, failureMessages }, quarantine) => ({
  name: `${file} > ${fullName}`,
  said: failureMessages.join('\n').split('\n').slice(0, 6).join('\n'),
  why: quarantine.find((entry) => entry.file === file && entry.test === fullName)?.why,
});
