import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/*
 * Refuses texts for people that name what each brand names itself: podcasts, the Auto DJ, and the brand. They are
 * written with the brand's wording (`wording.podcast`, `{podcast}`). `node tools/brand-words.ts` prints each finding
 * and fails.
 */

const nouns = /\b(?:podcasts?|auto ?dj|fallover|skywave|beacon|chorus)\b/i;

/** What others call their own. */
const ofOthers =
  /Apple Podcasts|Podcasts Connect|Podcast (?:Addict|Index|Republic|Guru)|“New podcast”|podcast:\w+|Skywave-Relay/g;

/** Files whose texts no user of a brand reads, or that define the words, and why. */
const exempt: readonly { files: RegExp; reason: string }[] = [
  { files: /\.test\.tsx?$|\/testing\//, reason: 'Tests.' },
  {
    files: /^server\/(?:supervis|kernel\/db\/|engines\/postgres\/)|or-exit\.ts$|role-lock\.ts$/,
    reason: 'Read by operators.',
  },
  {
    files: /^server\/engines\/(?:payments\/stripe\/connect|audio\/id3)\.ts$|\/render-feed\.ts$|^shared\/agents\//,
    reason: 'A name that another system expects.',
  },
  { files: /\/plain-wording\.ts$/, reason: 'Texts stored for every brand.' },
  { files: /server\/platform\/pages\/words\//, reason: 'Translations; a brand that says show uses the other word.' },
];

export type Finding = { file: string; line: number; text: string };

/** The findings of one file. */
export const brandWordsIn = (file: string, source: string): Finding[] => {
  if (exempt.some(({ files }) => files.test(file)) || !nouns.test(source)) return [];
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind);
  const found: Finding[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    if (text !== undefined && isForPeople(node, text) && nouns.test(withoutPlaceholders(text).replace(ofOthers, '')))
      found.push({ file, line: parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1, text: text.trim() });
    if (!isForMachines(node)) ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
};

/** The text of a literal; a template's with its expressions left out. */
const textOf = (node: ts.Node): string | undefined => {
  if (ts.isJsxText(node) || ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
};

/** A sentence or a label: several words, or one that is written as a heading. */
const isForPeople = (node: ts.Node, text: string): boolean => {
  if (ts.isJsxText(node)) return true;
  if (/^(?:GET|HEAD|POST|PUT|PATCH|DELETE) /.test(text) || sqlStart.test(text) || text.includes(' = ')) return false;
  const plain = withoutPlaceholders(text).trim();
  if (/\b[\w.()]+ as \w+\b/.test(plain) || /^[a-z-]+( [a-z-]+)?$/.test(plain)) return false;
  return /[a-z] [a-z]/i.test(plain) || /^(?:Podcasts?|Auto ?DJ|Skywave|Beacon|Chorus)$/.test(plain);
};

const withoutPlaceholders = (text: string): string => text.replace(/\{\w+\}|…/g, '');

const sqlStart = /^\s*(?:select|insert|update|delete|alter|create|with|from|where|and|order|left|join|podcast\w* )/;

/** Modules' names, SQL, logs, types: nobody reads them on a screen. */
const isForMachines = (node: ts.Node): boolean => {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return true;
  if (ts.isTaggedTemplateExpression(node)) return /^sql\b/.test(node.tag.getText());
  return ts.isCallExpression(node) && /\blog\.\w+$/.test(node.expression.getText());
};

if (import.meta.main) {
  const project = join(import.meta.dirname, '..');
  const files = globSync('{contract,server,web,player,shared}/**/*.{ts,tsx}', { cwd: project });
  const findings = files.flatMap((file) => brandWordsIn(file, readFileSync(join(project, file), 'utf8')));
  for (const { file, line, text } of findings)
    process.stderr.write(`${file}:${line} "${text.slice(0, 100)}": use the brand's wording\n`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}
