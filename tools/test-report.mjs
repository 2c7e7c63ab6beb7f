import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { project } from './prepare.mjs';

/** Tests whose file names what they need beyond CPU; counted separately, as their waits can't be shortened. */
export const kinds = [
  { name: 'realtime', suffix: '.realtime.test.', says: 'in real time' },
  { name: 'foreign', suffix: '.foreign.test.', says: 'with third-party programs' },
  { name: 'netns', suffix: '.netns.test.', says: 'in network namespaces' },
];

/**
 * Quarantined tests: their failures are reported at the end and not counted, until their deadline
 * (`tools/quarantine.ts`).
 *
 * @returns {{ file: string, test: string, why: string, until: string }[]}
 */
export const readQuarantine = () => JSON.parse(readFileSync(join(project, 'tools/quarantine.json'), 'utf8'));

/**
 * Reads vitest's JSON report: numbers of passed and skipped tests, of each kind, and the failures, with the reason
 * (`why`) if the test is quarantined.
 *
 * @param {string} file @param {{ file: string, test: string, why: string }[]} quarantine
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
    const hasFailedTest = assertionResults.some((test) => test.status === 'failed');
    if (status === 'failed' && !hasFailedTest)
      failed.push({ name: path, details: message || 'Its tests did not start.' });
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

const failure = (file, { fullName, failureMessages, meta }, quarantine) => ({
  name: `${file} > ${fullName}`,
  details: [
    ...failureMessages.join('\n').split('\n').slice(0, 6),
    // As `e2e/show-failed-pages.ts` left it.
    ...(meta?.shown ?? []).map((page) => `A page showed ${page}`),
  ].join('\n'),
  why: quarantine.find((entry) => entry.file === file && entry.test === fullName)?.why,
});
