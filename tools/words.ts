import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * Refuses words that comments and names of this code base once had and nobody outside it understood; docs/GLOSSARY.md has
 * the field's terms. `node tools/words.ts` prints each finding and fails.
 */

type Banned = { word: RegExp; write: string };

/** In comments, with what to write instead. */
const inComments: readonly Banned[] = [
  { word: /\banew\b/i, write: 'again, or what starts over' },
  { word: /\bwho(?:m?)ever\b/i, write: 'who it is: the listener, the caller, the owner' },
  { word: /\b(?:some|every)body\b/i, write: 'who it is, or someone and everyone' },
  { word: /\blet go\b/i, write: 'disconnected, released' },
  { word: /\b(?:told|tells|tell) of\b/i, write: 'reports, notifies' },
  { word: /\b(?:is|are|was|were) told\b/i, write: 'who sends what to whom' },
  { word: /\bwhereabouts\b/i, write: 'resource context' },
  { word: /\bmended\b/i, write: 'fixed' },
  { word: /\bput away\b/i, write: 'dismissed, archived' },
];

/** In declared names, part by part (`toldOf` has `told`). */
const inNames: Readonly<Record<string, string>> = {
  anew: 'again',
  comings: 'listener changes',
  everybody: 'everyone, all users',
  guest: 'connection',
  household: 'IP address',
  kinship: 'relation',
  letter: 'email',
  noted: 'recorded, audit details',
  outdated: 'stale',
  somebody: 'someone, the user',
  teach: 'empty state',
  told: 'what the value is',
  whereabouts: 'resource context',
};

/** What stays, and why. */
const allowed: readonly { file: string; word: string; reason: string }[] = [
  { file: 'tools/words.ts', word: '*', reason: 'It lists the words.' },
  { file: 'tools/words.test.ts', word: '*', reason: 'It tests the check.' },
];

export type Finding = { file: string; line: number; word: string; write: string };

/** The findings of one file's text. */
export const wordsIn = (file: string, text: string): Finding[] =>
  text.split('\n').flatMap((source, index) => {
    const at = { file, line: index + 1 };
    const comment = commentIn(source);
    const said = inComments.flatMap(({ word, write }) => {
      const found = word.exec(comment)?.[0];
      return found === undefined ? [] : [{ ...at, word: found.toLowerCase(), write }];
    });
    const named = [...source.matchAll(/\b(?:const|let|function|type|class|interface)\s+([A-Za-z_$][\w$]*)/g)]
      .flatMap(([, name = '']) => name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [])
      .map((part) => part.toLowerCase())
      .flatMap((word) => (Object.hasOwn(inNames, word) ? [{ ...at, word, write: inNames[word]! }] : []));
    return [...said, ...named].filter(({ word }) => !isAllowed(file, word));
  });

const isAllowed = (file: string, word: string): boolean =>
  allowed.some((one) => one.file === file && (one.word === '*' || one.word === word));

/** What of a line is a comment: all of it within a block, the end of it after code. */
const commentIn = (line: string): string =>
  /^\s*(?:\/\*\*?|\*|\/\/)(.*)/.exec(line)?.[1] ?? /\s\/\/ (.*)$/.exec(line)?.[1] ?? '';

if (import.meta.main) {
  const project = join(import.meta.dirname, '..');
  const files = globSync('{contract,shared,server,streaming,web,player,brands,e2e,bench,tools}/**/*.{ts,tsx,mjs,css}', {
    cwd: project,
  });
  const findings = files.flatMap((file) => wordsIn(file, readFileSync(join(project, file), 'utf8')));
  for (const { file, line, word, write } of findings)
    process.stderr.write(`${file}:${line} "${word}": write ${write}\n`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}
